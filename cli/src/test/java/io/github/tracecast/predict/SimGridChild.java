package io.github.tracecast.predict;

import io.github.tracecast.predict.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Runs the command line in a JVM of its own: SimGrid allows one replay a process, and may take the process with it. */
public final class SimGridChild {
  private static final String BINDINGS = "simgrid.jar";
  private static final Duration MOST_CPU = Duration.ofSeconds(60);
  /** Only a child that waits forever takes so long. A busy machine may take minutes for a second of CPU time. */
  private static final Duration MOST_WALL = Duration.ofMinutes(15);

  private SimGridChild() {}

  /** Skips the test where predictions with SimGrid cannot be made. */
  static void assumeInstalled() {
    missing()
        .ifPresent(name -> Assumptions.abort("SKIPPED: no " + name
            + " on the class path: SimGrid 4 is not installed; ./tracecast setup installs it"));
  }

  /** The class without which predictions with SimGrid cannot be made. */
  public static Optional<String> missing() {
    return Stream.of("org.simgrid.s4u.Engine", "io.github.tracecast.simulate.simgrid.SimGridEngine")
        .filter(name -> {
          try {
            Class.forName(name, false, SimGridChild.class.getClassLoader());
            return false;
          } catch (ClassNotFoundException e) {
            return true;
          }
        })
        .findFirst();
  }

  /** Runs a command with SimGrid. */
  public static Cli.Result run(String... arguments) {
    return run(StartUpCache.OF_ALL_CHILDREN.command(arguments));
  }

  /** Runs a main class of the simulator's tests with SimGrid. */
  static Cli.Result runMain(String name, String... arguments) {
    String classes = classPath() + File.pathSeparator + "../simulator/target/test-classes";
    List<String> command = new ArrayList<>(command(libraryPath(), classes, arguments));
    command.set(command.indexOf(Main.class.getName()), name);
    return run(command);
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
        long end = System.nanoTime() + MOST_WALL.toNanos();
        while (!child.waitFor(100, TimeUnit.MILLISECONDS)) {
          Duration used = child.info().totalCpuDuration().orElse(Duration.ZERO);
          if (used.compareTo(MOST_CPU) > 0 || System.nanoTime() > end) {
            child.destroyForcibly();
            throw new AssertionError(
                "no end after " + used + " of CPU: " + String.join(" ", command));
          }
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
