package io.github.tracecast.predict.fit;

import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads files of measurements. The format is detected from the content. */
public final class MeasurementFile {
  private static final long LARGEST = 1 << 28;

  private MeasurementFile() {}

  /**
   * Reads a file.
   *
   * @param job nodes and ranks of the job, for files that do not state them
   * @throws UsageException if the file cannot be read or contains no measurement
   */
  public static List<MeasuredTime> read(Path file, Job job) {
    List<String> lines = lines(file);
    MeasurementFormat format = MeasurementFormat.ALL.stream()
        .filter(f -> f.fits(lines))
        .findFirst()
        .orElseThrow(() -> new UsageException(file + ": found no measurements; expected "
            + MeasurementFormat.ALL.stream()
                .map(MeasurementFormat::name)
                .collect(Collectors.joining(", or "))));
    List<MeasuredTime> measurements = format.read(file, lines, job);
    if (measurements.isEmpty()) {
      throw new UsageException(
          file + ": found " + format.name() + " without a measurement; expected at least one");
    }
    return measurements;
  }

  private static List<String> lines(Path file) {
    requirePlain(file);
    try {
      if (Files.size(file) > LARGEST) {
        throw new UsageException(file + ": found " + Files.size(file)
            + " B; expected a file of at most " + LARGEST + " B");
      }
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UsageException(
          file + ": cannot be read (" + WholeFile.reason(e) + "); expected a file of measurements");
    }
  }

  /** Refuses a pipe, because reading an open pipe could block the command for ever. */
  static void requirePlain(Path file) {
    if (WholeFile.isSpecial(file)) {
      throw new UsageException(
          file + ": found a pipe or a device; expected a file of measurements");
    }
  }

  /** Parses a size in bytes. */
  static long bytes(Path file, long line, String text) {
    if (isNumber(text, 15)) {
      return Long.parseLong(text);
    }
    throw refused(file, line, "size", text, "a whole number of at most 15 digits");
  }

  /** Whether a text is a whole number of at most {@code digits} digits. */
  static boolean isNumber(String text, int digits) {
    return !text.isEmpty()
        && text.length() <= digits
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Parses a time in microseconds; 0 means that the benchmark measured no time. */
  static double microseconds(Path file, long line, String text) {
    try {
      double number = Double.parseDouble(text);
      if (number >= 0 && number < 1e12) {
        return number;
      }
    } catch (NumberFormatException e) {
      // not a number, which is reported below
    }
    throw refused(file, line, "time", text, "microseconds, from 0 on");
  }

  /** Returns the words of a line; empty if the first word is not a whole number, as in titles. */
  static List<String> row(String line) {
    List<String> words = List.of(line.strip().split("\\s+"));
    return isNumber(words.getFirst(), Integer.MAX_VALUE) ? words : List.of();
  }

  /** Returns the error about a column of a line. */
  static UsageException refused(
      Path file, long line, String column, String found, String expected) {
    return new UsageException(
        file + ":" + line + ": " + column + ": found " + found + "; expected " + expected);
  }
}
