package io.github.tracecast.predict.fit;

import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads files of measurements. The form is found from the content. */
public final class MeasurementFile {
  private static final long LARGEST = 1 << 28;

  private MeasurementFile() {}

  /**
   * Reads a file.
   *
   * @param job nodes and ranks of the job, for files that do not name them
   * @throws UsageException if it cannot be read, or holds no measurement
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
      throw new UsageException(file + ": found " + format.name() + " without a measurement");
    }
    return measurements;
  }

  private static List<String> lines(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw new UsageException(file + ": found " + Files.size(file)
            + " B; expected measurements in at most " + LARGEST + " B");
      }
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UsageException(file + ": cannot be read (" + WholeFile.reason(e, 0)
          + "); expected a file of measurements");
    }
  }

  /** A refused line. */
  static UsageException refused(
      Path file, long line, String column, String found, String expected) {
    return new UsageException(
        file + ":" + line + ": " + column + ": found " + found + "; expected " + expected);
  }
}
