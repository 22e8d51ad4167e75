package io.github.tracecast.predict;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Lets the child JVMs of tests start in half the time. An AOT cache accepts no folders of classes,
 * so this class puts the classes of this JVM into jars. Both are made once, for the first child.
 */
public final class StartUpCache {
  /** Made by the first use; without options if the JVM made no cache. */
  public static final StartUpCache OF_ALL_CHILDREN = made();

  private final List<String> options;
  private final String classPath;

  private StartUpCache(List<String> options, String classPath) {
    this.options = options;
    this.classPath = classPath;
  }

  private static StartUpCache made() {
    try {
      Path folder = Files.createTempDirectory("tracecast-children");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      String classPath = inJars(folder);
      Path cache = folder.resolve("cache");
      String trace = Cli.generate(folder.resolve("ring.ctrace"), "ring --ranks 8");
      List<String> training = SimGridChild.command(
          SimGridChild.libraryPath(),
          classPath,
          "predict",
          trace,
          "--platform",
          "loggp-default",
          "--engine",
          "simgrid");
      training.add(1, "-XX:AOTCacheOutput=" + cache);
      return isRun(training) && Files.exists(cache)
          ? new StartUpCache(List.of("-XX:AOTCache=" + cache, "-Xlog:disable"), classPath)
          : new StartUpCache(List.of(), SimGridChild.classPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRun(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    try {
      return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }

  private static String inJars(Path folder) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : SimGridChild.classPath().split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        Path jar = folder.resolve(entries.size() + ".jar");
        write(path, jar);
        entries.add(jar.toString());
      } else {
        entries.add(entry);
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void write(Path classes, Path jar) throws IOException {
    try (Stream<Path> all = Files.walk(classes);
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(
            new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, out);
      }
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      return; // what is left in the folder for temporary files does no harm
    }
  }

  /** The command line of a JVM that runs a command, also with SimGrid. */
  public List<String> command(String... arguments) {
    List<String> command = SimGridChild.command(SimGridChild.libraryPath(), classPath, arguments);
    command.addAll(1, options);
    return command;
  }
}
