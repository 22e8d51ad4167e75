package io.github.tracecast.predict.cli.options;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.trace.system.ParallelParts;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Parses values of options. Each method's {@code option} is the option's name in errors. */
public final class OptionValues {
  private static final double MOST_PER_CENT = 1e6;
  private static final int MOST_JOBS = 1024;

  private OptionValues() {}

  /**
   * Parses a time and returns seconds. A plain number is in seconds; a unit is allowed, as in
   * {@code 1ms}.
   *
   * @throws UsageException if the text is not a time, or the time is below 0
   */
  public static double seconds(String option, String text) {
    String expected = "a time of at least 0, such as 1ms or 0.5 (seconds)";
    return quantity(option, text, Quantity.Dimension.TIME, expected).doubleValue();
  }

  /**
   * Parses a number of instructions per second. A unit is allowed, as in {@code 2Gips}.
   *
   * @throws UsageException if the text is not a rate, or the rate is below 0
   */
  public static double instructionRate(String option, String text) {
    return quantity(
            option,
            text,
            Quantity.Dimension.INSTRUCTION_RATE,
            "at least 0 instructions a second, such as 2Gips or 2e9")
        .doubleValue();
  }

  /**
   * Parses a number of bytes. A unit is allowed, as in {@code 64KiB}.
   *
   * @throws UsageException if the text is not a size, or the size is below 0 or not a whole number
   *     of bytes
   */
  public static long bytes(String option, String text) {
    String expected = "a whole number of bytes, such as 64KiB, 8kB or 1024";
    try {
      return quantity(option, text, Quantity.Dimension.SIZE, expected).longValueExact();
    } catch (ArithmeticException e) {
      throw new UsageException(option + ": found " + text + "; expected " + expected);
    }
  }

  /**
   * Converts percentages to fractions: 5 per cent to 0.05.
   *
   * @throws UsageException if a percentage is not above 0, or above a million
   */
  public static List<Double> parts(String option, List<Double> percentages) {
    for (double percent : percentages) {
      if (!(percent > 0) || percent > MOST_PER_CENT) {
        throw new UsageException(
            option + ": found " + percent + "; expected a percentage above 0 and at most 1000000");
      }
    }
    return percentages.stream().map(percent -> percent / 100).toList();
  }

  /** Returns the rank of {@code --rank}. Refuses it if the trace does not have it. */
  public static int rank(int rank, int ranks) {
    if (rank < 0 || rank >= ranks) {
      throw new UsageException(
          "--rank: found " + rank + "; expected 0 to " + (ranks - 1) + ", the ranks of the trace");
    }
    return rank;
  }

  /** Refuses the number of rows of {@code --rows} if it is below 0. */
  public static void checkRows(int rows) {
    if (rows < 0) {
      throw new UsageException("--rows: found " + rows + "; expected 0 or more rows");
    }
  }

  /**
   * Returns a number of threads or processes: {@code --jobs}, or else all processors.
   *
   * @throws UsageException if it is not 1 to 1024
   */
  static int jobs(@Nullable Integer jobs) {
    if (jobs != null && (jobs < 1 || jobs > MOST_JOBS)) {
      throw new UsageException("--jobs: found " + jobs + "; expected 1 to " + MOST_JOBS);
    }
    return jobs == null ? ParallelParts.cores() : jobs;
  }

  /** Whether the user gave an option without a value to a command, which may lack the option. */
  static boolean isSet(CommandSpec command, String option) {
    OptionSpec found = command.findOption(option);
    return found != null && Boolean.TRUE.equals(found.getValue());
  }

  private static BigDecimal quantity(
      String option, String text, Quantity.Dimension dimension, String expected) {
    return Quantity.parse(text)
        .filter(it -> it.dimension() == dimension || it.unit().isEmpty())
        .map(Quantity::inBaseUnit)
        .filter(number -> number.signum() >= 0)
        .orElseThrow(
            () -> new UsageException(option + ": found " + text + "; expected " + expected));
  }
}
