package io.github.tracecast.record.calibrate;

import io.github.tracecast.record.Commands;
import io.github.tracecast.record.MpiCompilers;
import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.trace.text.UsageException;
import io.github.tracecast.trace.text.Version;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A run of the program that measures the cost of messages between two ranks. */
public final class CalibrationRun {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  private static final String PROGRESS = "calibrate-progress ";

  private CalibrationRun() {}

  /** Returns the name of this tool, the date and the launcher, as text for the platform file. */
  public static String origin(List<String> command) {
    return "tracecast " + Version.number() + " calibrate, " + DATE.format(Instant.now()) + ", by "
        + String.join(" ", command);
  }

  /**
   * Measures with two ranks of a launcher.
   *
   * @param command the launcher and its options
   * @param compiler compiler of the launcher's MPI; null for the compiler that belongs to the
   *     launcher
   * @param seconds time of the measurements, without the start and the end of the ranks
   * @param say receives lines about the preparation, and other output of the command
   * @param progress receives the elapsed part of the time, in per cent
   * @throws UsageException if the command cannot be started or fails
   */
  public static Measurements measure(
      List<String> command,
      @Nullable String compiler,
      double seconds,
      Consumer<String> say,
      LongConsumer progress)
      throws InterruptedException {
    RecorderLibrary recorder = new RecorderLibrary(say);
    Path program = recorder.calibrator(MpiCompilers.ofLauncher(compiler, command.getFirst()));
    if (Commands.onPath(command.getFirst()).isEmpty()) {
      throw new UsageException("cannot run " + command.getFirst() + ": found no such program");
    }
    List<String> whole = new ArrayList<>(command);
    whole.add(program.toString());
    whole.add(Double.toString(seconds));
    List<String> own = new ArrayList<>();
    try {
      Process process = new ProcessBuilder(recorder.supervised(whole))
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(PROGRESS)) {
            progress.accept(Long.parseLong(line.substring(PROGRESS.length())));
          } else if (Measurements.owns(line)) {
            own.add(line);
          } else {
            say.accept(line);
          }
        }
      }
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new UsageException(command.getFirst() + " ended with exit code " + exitCode
            + "; expected a command that starts a program on two ranks, such as: -- mpirun -n 2");
      }
    } catch (IOException e) {
      throw new UsageException("cannot run " + command.getFirst() + ": " + e.getMessage());
    }
    return Measurements.of(own);
  }
}
