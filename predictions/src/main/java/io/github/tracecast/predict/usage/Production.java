package io.github.tracecast.predict.usage;

import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The production runs for which a machine is chosen.
 *
 * @param length the length of a run; empty if a run is as long as the recorded run
 * @param runs number of runs, at least 1
 * @param deadlineSeconds the time in which all runs must end; empty for no deadline
 * @param deadlineText the deadline as the user wrote it; empty for no deadline
 * @param against the quantity that is compared with time; empty for the cost, or for the energy if
 *     no machine has a price
 */
public record Production(
    Optional<RunLength> length,
    long runs,
    OptionalDouble deadlineSeconds,
    String deadlineText,
    Optional<Against> against) {
  /** The recorded run itself, if the user states no production runs. */
  public static final Production RECORDED =
      new Production(Optional.empty(), 1, OptionalDouble.empty(), "", Optional.empty());

  private static final long MOST_RUNS = 999_999;

  /**
   * Rounding error of a run's time, which is computed from its steps; six runs of 12 h end within 3
   * d.
   */
  private static final double ROUNDING = 1e-9;

  private static final String EXPECTED = "expected the length of a run (" + RunLength.EXPECTED
      + "), then any of recorded=100, times=500, deadline=3d and against=cost (or energy, nodes), separated by blanks";

  /** The quantities that a sweep can compare with time. */
  public enum Against {
    COST("cheapest"),
    ENERGY("least energy"),
    NODES("fewest nodes");

    private final String least;

    Against(String least) {
      this.least = least;
    }

    /** Returns the word for the point with the lowest amount, such as cheapest. */
    public String least() {
      return least;
    }

    /** Returns the name of the amount. */
    public String noun() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Formats an amount: {@code cost 45.00}, {@code 41.2 kJ}, {@code 168 nodes}. */
    public String text(double amount) {
      return switch (this) {
        case COST -> "cost " + Numbers.amount(amount);
        case ENERGY -> Numbers.energy(amount);
        case NODES -> Numbers.counted((long) amount, "node");
      };
    }
  }

  /**
   * Parses production runs, such as {@code 12h recorded=100 times=500 deadline=3d against=energy}.
   *
   * @throws UsageException if the text has another form
   */
  public static Production parse(String text) {
    Map<String, String> values = new TreeMap<>();
    Optional<RunLength> length = Optional.empty();
    for (String part : text.strip().split(" +")) {
      int equals = part.indexOf('=');
      if (equals < 0 && values.isEmpty() && length.isEmpty()) {
        length = Optional.of(RunLength.parse(part));
      } else if (equals <= 0
          || values.put(part.substring(0, equals), part.substring(equals + 1)) != null) {
        throw new UsageException(RunLength.OPTION + "found " + text + "; " + EXPECTED);
      }
    }
    String recorded = values.remove("recorded");
    if (recorded != null) {
      length = Optional.of(length
          .orElseThrow(() -> new UsageException(RunLength.OPTION + "found recorded=" + recorded
              + " without the length of a run; " + EXPECTED))
          .withRecorded(recorded));
    }
    String runs = values.remove("times");
    String deadline = values.remove("deadline");
    String against = values.remove("against");
    if (!values.isEmpty()) {
      throw new UsageException(
          RunLength.OPTION + "found " + values.keySet().iterator().next() + "=; " + EXPECTED);
    }
    return new Production(
        length,
        runs == null ? 1 : runs(runs),
        deadline == null ? OptionalDouble.empty() : OptionalDouble.of(deadline(deadline)),
        deadline == null ? "" : deadline,
        Optional.ofNullable(against)
            .map(name -> Names.one("`steps` against", name, Against.values())));
  }

  private static long runs(String text) {
    if (text.matches("[0-9]{1,6}") && Integer.parseInt(text) > 0) {
      return Integer.parseInt(text);
    }
    throw new UsageException(
        "`steps` times: found " + text + "; expected a whole number from 1 to " + MOST_RUNS);
  }

  private static double deadline(String text) {
    return RunLength.seconds(text)
        .orElseThrow(() -> new UsageException("`steps` deadline: found " + text
            + "; expected a time (s, min, h, d) above 0, such as 3d"));
  }

  /**
   * Whether the user states values that only sweeps use, that is, more than the length of a run.
   */
  public boolean isForSweepsOnly() {
    return runs != 1 || deadlineSeconds.isPresent() || against.isPresent();
  }

  /**
   * Returns the nodes that a point needs, on a machine with enough nodes: without a deadline the
   * nodes of one run, otherwise as many as are needed to end all runs in time. Runs follow one
   * another on the same nodes, and run at the same time on different nodes.
   *
   * @param runSeconds time of a run, s
   * @param nodesOfRun the nodes of a run that have ranks
   * @return empty if one run alone misses the deadline
   */
  public OptionalLong nodes(double runSeconds, int nodesOfRun) {
    if (deadlineSeconds.isEmpty()) {
      return OptionalLong.of(nodesOfRun);
    }
    double fitting = deadlineSeconds.getAsDouble() / runSeconds;
    long inTurn = (long) Math.min(runs, Math.floor(fitting * (1 + ROUNDING)));
    return inTurn == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.ceilDiv(runs, inTurn) * nodesOfRun);
  }

  /** Text such as {@code 500 runs within 3d}. */
  public String words() {
    return (runs == 1 ? "the run" : Numbers.counted(runs, "run"))
        + (deadlineText.isEmpty() ? "" : " within " + deadlineText);
  }
}
