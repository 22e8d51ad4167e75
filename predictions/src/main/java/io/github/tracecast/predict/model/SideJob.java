package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * A job that runs beside the predicted program.
 *
 * @param startSeconds when it starts, from 0 on
 * @param runs how often it runs, one run after the other, at least 1
 * @param mapping the mapping of its ranks to nodes, for {@link MappingSpec#parse}
 */
public record SideJob(PreparedTrace trace, double startSeconds, int runs, String mapping) {
  private static final String EXPECTED =
      "TRACE and then any of start=10s, times=3, and nodes=LIST or mapping=M, separated by blanks";
  private static final double LATEST_SECONDS = 1e6;

  /**
   * Parses a job, such as {@code b.ctrace start=10s nodes=4-7}.
   *
   * @param option its name in errors
   * @param read reads a trace
   * @throws UsageException if the text is not a job
   */
  public static SideJob parse(String option, String text, Function<Path, PreparedTrace> read) {
    String[] parts = text.strip().split(" (?=[a-z]+=)");
    if (parts[0].isBlank() || parts[0].matches("[a-z]+=.*")) {
      throw new UsageException(option + ": found " + text + "; expected " + EXPECTED);
    }
    double start = 0;
    int runs = 1;
    Optional<String> mapping = Optional.empty();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      String value = parts[i].substring(equals + 1).strip();
      switch (parts[i].substring(0, equals)) {
        case "start" -> start = seconds(option + " start", value);
        case "times" -> runs = count(option + " times", value);
        case "nodes" -> mapping = once(mapping, MappingSpec.NODES + value, option, text);
        case "mapping" -> mapping = once(mapping, value, option, text);
        default ->
          throw new UsageException(option + ": found " + parts[i] + "; expected " + EXPECTED);
      }
    }
    mapping.ifPresent(MappingSpec::parse);
    return new SideJob(
        read.apply(Path.of(parts[0].strip())), start, runs, mapping.orElse("default"));
  }

  private static Optional<String> once(
      Optional<String> before, String value, String option, String text) {
    if (before.isPresent()) {
      throw new UsageException(option + ": found " + text
          + ", which says twice where the job runs; expected " + EXPECTED);
    }
    return Optional.of(value);
  }

  private static double seconds(String option, String text) {
    return Quantity.parse(text)
        .filter(time -> time.dimension() == Quantity.Dimension.TIME)
        .map(Quantity::inBaseUnit)
        .filter(
            time -> time.signum() >= 0 && time.compareTo(BigDecimal.valueOf(LATEST_SECONDS)) <= 0)
        .map(BigDecimal::doubleValue)
        .orElseThrow(() -> new UsageException(
            option + ": found " + text + "; expected a time from 0s to 1000000s, such as 10s"));
  }

  private static int count(String option, String text) {
    if (text.matches("[0-9]{1,6}") && Integer.parseInt(text) > 0) {
      return Integer.parseInt(text);
    }
    throw new UsageException(
        option + ": found " + text + "; expected a whole number from 1 to 999999");
  }
}
