package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The build's changes to picocli, with which the start-up cache keeps picocli's classes. */
class NewerClassFilesTest {
  @TempDir
  Path folder;

  private Path jar;

  @BeforeEach
  void copyPicocli() throws IOException, URISyntaxException {
    URL picocli = CommandLine.class.getProtectionDomain().getCodeSource().getLocation();
    jar = Files.copy(Path.of(picocli.toURI()), folder.resolve("picocli.jar"));
  }

  @Test
  void classesGetTheVersionOfJava25AndStillRun() throws Exception {
    assertThat(majorVersion()).isLessThan(50);

    writeAnew();

    assertThat(majorVersion()).isEqualTo(69);
    try (URLClassLoader own =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Class<?> specification = own.loadClass("picocli.CommandLine$Model$CommandSpec");
      Object created = specification.getMethod("create").invoke(null);
      assertThat(specification.getMethod("name").invoke(created)).isEqualTo("<main class>");
    }
  }

  @Test
  void theSameJarComesOutEachTimeAndIsNotWrittenAgain() throws Exception {
    Path second = Files.copy(jar, folder.resolve("second.jar"));
    writeAnew();
    byte[] written = Files.readAllBytes(jar);

    writeAnew();
    assertThat(jar).hasBinaryContent(written);

    jar = second;
    writeAnew();
    assertThat(second).hasBinaryContent(written);
  }

  private int majorVersion() throws IOException {
    try (JarFile classes = new JarFile(jar.toFile());
        DataInputStream in = new DataInputStream(
            classes.getInputStream(classes.getEntry("picocli/CommandLine.class")))) {
      in.readInt();
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }

  private void writeAnew() throws Exception {
    Path module = Path.of("").toAbsolutePath();
    Path tool = module.resolve("src/build/java/NewerClassFiles.java");
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            tool.toString(),
            jar.toString())
        .redirectErrorStream(true)
        .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
