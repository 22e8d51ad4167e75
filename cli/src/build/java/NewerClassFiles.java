import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Writes the classes of a jar anew, in the class-file version of Java 25 and with stack maps: {@code java NewerClassFiles.java JAR}.
 * The JVM keeps only such classes in its start-up cache. picocli's are compiled for Java 5, and loading them from the jar and
 * verifying them took a third of a short command's time.
 */
final class NewerClassFiles {
  private static final String NOTICE = "META-INF/NEWER-CLASS-FILES";

  private NewerClassFiles() {}

  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Path written = jar.resolveSibling(jar.getFileName() + ".part");
    try (JarFile in = new JarFile(jar.toFile());
        URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      if (in.getEntry(NOTICE) != null) {
        return; // a former build wrote it
      }
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(written))) {
        write(in, classes, out);
      }
    }
    Files.move(written, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(JarFile in, ClassLoader classes, JarOutputStream out) throws IOException {
    ClassFile files = ClassFile.of(
        ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
        ClassFile.ConstantPoolSharingOption.NEW_POOL,
        ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
    for (JarEntry entry : Collections.list(in.entries())) {
      byte[] bytes = in.getInputStream(entry).readAllBytes();
      boolean newer = entry.getName().endsWith(".class")
          && !entry.getName().startsWith("META-INF/")
          && !entry.getName().equals("module-info.class");
      put(out, entry.getName(), entry.getTime(), newer ? newer(files, entry.getName(), bytes) : bytes);
    }
    long time = in.entries().nextElement().getTime();
    put(
        out,
        NOTICE,
        time,
        "Tracecast's build wrote these classes anew, in the class-file version of Java 25; they are otherwise unchanged.\n"
            .getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] newer(ClassFile files, String name, byte[] bytes) {
    ClassModel model = files.parse(bytes);
    ClassTransform version = (builder, element) -> {
      if (element instanceof ClassFileVersion) {
        builder.withVersion(ClassFile.JAVA_25_VERSION, 0);
      } else {
        builder.with(element);
      }
    };
    byte[] written = files.transformClass(
        model, ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL).andThen(version));
    List<VerifyError> errors = files.verify(written);
    if (!errors.isEmpty()) {
      throw new IllegalStateException(name + ": " + errors.getFirst().getMessage());
    }
    return written;
  }

  private static void put(JarOutputStream out, String name, long time, byte[] bytes) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTime(time);
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
