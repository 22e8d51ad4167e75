package io.github.tracecast.predict.fuzz;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.predict.Cli;
import io.github.tracecast.predict.SimGridChild;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs cases in this JVM, each with a limit on time and memory, and judges how they end. */
final class FuzzRun {
  /** The first word of a command that compresses a folder of a recorder's logs. */
  static final String RECORDING = "(recording)";

  /** The first word of a command that makes a trace of an OTF2 archive. */
  static final String ARCHIVE = "(archive)";

  /** MPI calls of a trace that is replayed or listed. */
  private static final long MOST_CALLS = 20_000;

  private static final long MOST_CPU_NANOS = 15_000_000_000L;

  /** Only a case that waits forever takes so long. A busy machine may take minutes for a second of CPU time. */
  private static final long MOST_WALL_MILLIS = 900_000;

  private static final long MOST_ALLOCATED = 3L << 30;
  private static final int LONGEST_LINE = 2_000;
  private static final Set<Integer> PROPER_CODES = Set.of(0, 2, 3);

  private final Path parent;
  private final ArchiveReader archives = new ArchiveReader();
  private int number;

  FuzzRun(Path parent) {
    this.parent = parent;
  }

  /** Runs a case. Returns its fault, if there is one. */
  Optional<Finding> run(FuzzCase one) {
    Path folder = parent.resolve("case" + number++);
    try {
      Files.createDirectories(folder);
      one.write(folder);
      PredictedTimes expected = null;
      for (List<String> command : one.commands()) {
        Outcome outcome = limited(folder, command);
        Optional<Finding> finding = outcome.finding().or(() -> judge(outcome, folder));
        boolean proper = one.agrees() || one.readsWhatItWrote(command);
        if (finding.isEmpty() && proper && outcome.exitCode() != 0) {
          return Optional.of(new Finding(one.name() + ": refused", outcome.err()));
        }
        if (finding.isPresent() || outcome.exitCode() != 0 || outcome.isTooLong()) {
          return finding;
        }
        if (one.agrees() && command.contains("--json")) {
          PredictedTimes found = PredictedTimes.in(outcome.out());
          expected = expected == null ? found : expected;
          if (command.contains(ProgramCases.NUDGE)) {
            if (expected.difference(found, ProgramCases.BY_NUDGE).isPresent()) {
              return Optional.empty();
            }
            continue;
          }
          Optional<Finding> difference = expected
              .difference(found, one.agreement())
              .map(text -> new Finding(
                  one.name() + ": times differ", String.join(" ", command) + ": " + text));
          if (difference.isPresent()) {
            return difference;
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(folder);
    }
  }

  /** How a command ended. */
  private record Outcome(int exitCode, String out, String err, Optional<Finding> finding) {
    /** Whether it is the JSON of a trace that takes long to unroll, which is nobody's fault. */
    boolean isTooLong() {
      int at = out.indexOf("\"mpi_calls\" : ");
      if (at < 0) {
        return false;
      }
      String rest = out.substring(at + 14);
      String number = rest.substring(0, rest.indexOf(','));
      return number.length() > 9 || Long.parseLong(number) > MOST_CALLS;
    }
  }

  private Outcome limited(Path folder, List<String> command) {
    String[] arguments = command.stream()
        .map(word -> word.replace(FuzzCase.FOLDER, folder + "/"))
        .toArray(String[]::new);
    Outcome[] outcome = new Outcome[1];
    long[] allocated = new long[1];
    Thread thread = Thread.ofPlatform().daemon().name("fuzz").unstarted(() -> {
      outcome[0] = executed(arguments);
      allocated[0] = threads().getCurrentThreadAllocatedBytes();
    });
    thread.start();
    long begin = System.nanoTime();
    try {
      while (!thread.join(Duration.ofMillis(200))) {
        if (threads().getThreadCpuTime(thread.threadId()) > MOST_CPU_NANOS
            || System.nanoTime() - begin > MOST_WALL_MILLIS * 1_000_000) {
          String stack = Arrays.stream(thread.getStackTrace())
              .map(Object::toString)
              .collect(Collectors.joining("\n  at "));
          return new Outcome(
              0, "", "", Optional.of(new Finding("hang in " + command.getFirst(), stack)));
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (outcome[0] == null) {
      return new Outcome(0, "", "", Optional.of(new Finding("thread died", "")));
    }
    if (allocated[0] > MOST_ALLOCATED) {
      return new Outcome(
          0,
          "",
          "",
          Optional.of(
              new Finding("memory in " + command.getFirst(), allocated[0] + " bytes taken")));
    }
    return outcome[0];
  }

  private static com.sun.management.ThreadMXBean threads() {
    return (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  }

  private Outcome executed(String... arguments) {
    if (arguments[0].equals(RECORDING)) {
      return recording(Path.of(arguments[1]));
    }
    if (arguments[0].equals(ARCHIVE)) {
      return archive(Path.of(arguments[1]), Path.of(arguments[2]));
    }
    try {
      Cli.Result result = Arrays.asList(arguments).contains("simgrid")
          ? SimGridChild.run(arguments)
          : Cli.run(arguments);
      return new Outcome(result.exitCode(), result.out(), result.err(), Optional.empty());
    } catch (RuntimeException | Error e) {
      return new Outcome(70, "", trace(e), Optional.empty());
    }
  }

  private Outcome archive(Path anchor, Path trace) {
    return switch (archives.read(anchor, trace)) {
      case ArchiveReader.Done(boolean read) ->
        new Outcome(read ? 0 : 2, "", read ? "" : "error: the library crashed\n", Optional.empty());
      case ArchiveReader.Refused(String message) ->
        new Outcome(2, "", "error: " + printed(message) + "\n", Optional.empty());
      case ArchiveReader.Failed(String how, String details) ->
        new Outcome(
            70,
            "",
            details,
            Optional.of(new Finding(how + " in " + ARCHIVE + cause(details), details)));
    };
  }

  private static Outcome recording(Path folder) {
    try {
      Recordings.compress(folder, CompressOptions.DEFAULT, events -> {});
      return new Outcome(0, "", "", Optional.empty());
    } catch (TraceException e) {
      return new Outcome(2, "", "error: " + printed(e.getMessage()) + "\n", Optional.empty());
    } catch (RuntimeException | Error e) {
      return new Outcome(70, "", trace(e), Optional.empty());
    }
  }

  /** As a command would print it. */
  private static String printed(String message) {
    StringWriter text = new StringWriter();
    try (TerminalWriter writer = new TerminalWriter(new PrintWriter(text))) {
      writer.print(message);
    }
    return text.toString();
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  private static Optional<Finding> judge(Outcome outcome, Path folder) {
    String err = outcome.err();
    if (!PROPER_CODES.contains(outcome.exitCode())) {
      return Optional.of(new Finding(cause(err), err));
    }
    if (err.contains("out of memory")) {
      return Optional.of(new Finding("memory", err));
    }
    if (outcome.exitCode() == 2 && err.lines().noneMatch(line -> line.startsWith("error: "))) {
      return Optional.of(new Finding("exit code 2 without an error", err));
    }
    Optional<String> odd =
        err.lines().filter(line -> line.length() > LONGEST_LINE).findFirst();
    if (odd.isPresent()) {
      return Optional.of(new Finding("a line of " + odd.get().length() + " characters", err));
    }
    if (Stream.of(outcome.out(), err).anyMatch(FuzzRun::hasControls)) {
      return Optional.of(new Finding("control characters printed", err));
    }
    return leftOver(folder);
  }

  private static boolean hasControls(String text) {
    return text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
  }

  private static Optional<Finding> leftOver(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".part"))
          .findFirst()
          .map(name -> new Finding("left over file", name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The exception and the first frame of ours. */
  private static String cause(String err) {
    String thrown = err.lines()
        .filter(line -> line.matches("(Caused by: )?[a-z.]+[A-Z]\\w*(Exception|Error).*"))
        .reduce((first, last) -> last)
        .orElse("unknown")
        .replaceFirst("Caused by: ", "")
        .replaceFirst(":.*", "");
    String frame = err.lines()
        .map(String::strip)
        .filter(line -> line.startsWith("at io.github.tracecast") && !line.contains(".fuzz."))
        .findFirst()
        .orElse("");
    return thrown + " " + frame.replaceFirst("\\(.*", "");
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
