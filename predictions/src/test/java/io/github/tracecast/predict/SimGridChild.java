package io.github.tracecast.predict;

import io.github.tracecast.predict.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Runs the command line in a JVM of its own: SimGrid allows one replay a process, and may take the process with it. */
final class SimGridChild {
  private static final String BINDINGS = "simgrid.jar";

  private SimGridChild() {}

  /** Skips the test where predictions with SimGrid cannot be made. */
  static void assumeInstalled() {
    for (String name :
        List.of("org.simgrid.s4u.Engine", "io.github.tracecast.simulate.simgrid.SimGridEngine")) {
      try {
        Class.forName(name, false, SimGridChild.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        Assumptions.abort("SKIPPED: no " + name
            + " on the class path: SimGrid 4 is not installed; ./tracecast setup installs it");
      }
    }
  }

  /** Runs a command with SimGrid. */
  static Cli.Result run(String... arguments) {
    return run(StartUpCache.OF_ALL_CHILDREN.command(arguments));
  }

  /** Runs a command with these native libraries and these classes. */
  static Cli.Result runWith(String libraryPath, String classPath, String... arguments) {
    return run(command(libraryPath, classPath, arguments));
  }

  private static Cli.Result run(List<String> command) {
    try {
      Path out = Files.createTempFile("child-", ".out");
      Path err = Files.createTempFile("child-", ".err");
      try {
        Process child = new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
        if (!child.waitFor(60, TimeUnit.SECONDS)) {
          child.destroyForcibly();
          throw new AssertionError("no end after 60 s: " + String.join(" ", command));
        }
        return new Cli.Result(child.exitValue(), read(out), read(err));
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The command line of a JVM that runs a command. */
  static List<String> command(String libraryPath, String classPath, String... arguments) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "--finalization=disabled",
        "-Djava.library.path=" + libraryPath,
        "-cp",
        classPath,
        Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  static String libraryPath() {
    return System.getProperty("java.library.path");
  }

  static String classPath() {
    return System.getProperty("java.class.path");
  }

  static String classPathWithoutBindings() {
    return Stream.of(classPath().split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).getFileName().toString().equals(BINDINGS))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
