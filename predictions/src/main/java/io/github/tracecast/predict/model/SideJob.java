package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.tools.jobs.BackgroundTraffic;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/** A job that runs beside the predicted program. */
public sealed interface SideJob {
  /** The legal values of an option that adds a job, for error messages. */
  String EXPECTED =
      "a trace with options, such as 'b.ctrace start=10s times=3 nodes=[4-7]', or background traffic, such as"
          + " 'uniform rate=100MBps'";

  /** The mapping of the job's ranks to nodes, for {@link MappingSpec#parse}. */
  String mapping();

  /**
   * A program.
   *
   * @param startSeconds when it starts, from 0 on
   * @param runs number of successive runs of the program, at least 1
   */
  record Program(PreparedTrace trace, double startSeconds, int runs, String mapping)
      implements SideJob {}

  /**
   * Messages that load the network as long as at least one program runs.
   *
   * @param ranks number of nodes that send; empty for all nodes without programs
   */
  record Background(BackgroundTraffic traffic, OptionalInt ranks, String mapping)
      implements SideJob {}

  /**
   * Parses a job, such as {@code b.ctrace start=10s nodes=[4-7]} or {@code uniform rate=1GBps}.
   *
   * @param option the option's name in errors
   * @param read reads a trace
   * @throws UsageException if the text is not a job
   */
  static SideJob parse(String option, String text, Function<Path, PreparedTrace> read) {
    String[] parts = text.strip().split(" (?=[a-z]+=)");
    if (parts[0].isBlank() || parts[0].matches("[a-z]+=.*")) {
      throw new UsageException(option + ": found " + text + "; expected " + EXPECTED);
    }
    Values values = new Values(option, new TreeMap<>());
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int equals = part.indexOf('=');
      String before =
          values.byKey.put(part.substring(0, equals), part.substring(equals + 1).strip());
      if (before != null) {
        throw new UsageException(option + ": found " + part
            + " and a second value of the same key; expected " + EXPECTED);
      }
    }
    String name = parts[0].strip();
    boolean isPattern = Arrays.stream(BackgroundTraffic.Pattern.values())
        .anyMatch(pattern -> pattern.name().toLowerCase(Locale.ROOT).equals(name));
    SideJob job = isPattern && !Files.exists(Path.of(name))
        ? values.background(name)
        : values.program(Path.of(name), read);
    values.requireNone();
    MappingSpec.parse(job.mapping());
    return job;
  }

  /** The values of a job that are not parsed yet, by their keys. */
  record Values(String option, Map<String, String> byKey) {
    private static final double LATEST_SECONDS = 1e6;

    private SideJob program(Path file, Function<Path, PreparedTrace> read) {
      double start = quantity(
              "start", Quantity.Dimension.TIME, "a time from 0s to 1000000s, such as 10s")
          .orElse(0.0);
      int runs = count("times").orElse(1);
      String mapping = mapping("default");
      requireNone();
      return new Program(read.apply(file), start, runs, mapping);
    }

    private SideJob background(String pattern) {
      double rate = quantity(
              "rate", Quantity.Dimension.BANDWIDTH, "a bandwidth above 0, such as 100MBps")
          .filter(found -> found > 0)
          .orElseThrow(() -> new UsageException(option + ": found " + pattern
              + " without a rate above 0; expected the rate of each node, such as rate=100MBps"));
      double bytes = quantity(
              "bytes",
              Quantity.Dimension.SIZE,
              "a whole number of bytes, at least 1, such as 64KiB")
          .orElse(1e6);
      if (bytes < 1 || bytes != Math.rint(bytes)) {
        throw new UsageException(
            option + " bytes: found " + bytes + "; expected a whole number of bytes, at least 1");
      }
      return new Background(
          new BackgroundTraffic(
              Names.one(option, pattern, BackgroundTraffic.Pattern.values()), rate, (long) bytes),
          count("ranks"),
          mapping("round-robin"));
    }

    private String mapping(String usual) {
      String nodes = byKey.remove("nodes");
      String mapping = byKey.remove("mapping");
      if (nodes != null && mapping != null) {
        throw new UsageException(option + ": found nodes=" + nodes + " and mapping=" + mapping
            + ", which both place the job on nodes; expected only one of the two");
      }
      return nodes != null ? MappingSpec.NODES + nodes : mapping != null ? mapping : usual;
    }

    private Optional<Double> quantity(String key, Quantity.Dimension dimension, String expected) {
      String text = byKey.remove(key);
      return text == null
          ? Optional.empty()
          : Optional.of(Quantity.parse(text)
              .filter(found -> found.dimension() == dimension)
              .map(Quantity::inBaseUnit)
              .filter(found -> found.signum() >= 0
                  && (dimension != Quantity.Dimension.TIME
                      || found.compareTo(BigDecimal.valueOf(LATEST_SECONDS)) <= 0))
              .map(BigDecimal::doubleValue)
              .orElseThrow(() -> new UsageException(
                  option + " " + key + ": found " + text + "; expected " + expected)));
    }

    private OptionalInt count(String key) {
      String text = byKey.remove(key);
      if (text == null) {
        return OptionalInt.empty();
      }
      if (text.matches("[0-9]{1,6}") && Integer.parseInt(text) > 0) {
        return OptionalInt.of(Integer.parseInt(text));
      }
      throw new UsageException(
          option + " " + key + ": found " + text + "; expected a whole number from 1 to 999999");
    }

    private void requireNone() {
      byKey.forEach((key, value) -> {
        throw new UsageException(
            option + ": found " + key + "=" + value + "; expected " + EXPECTED);
      });
    }
  }
}
