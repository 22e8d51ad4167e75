package io.github.tracecast.imports.internal.recording;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The unit of computation for all ranks of a run. If any rank counted instructions, the unit is
 * instructions, and the times of the other ranks are converted at the average rate.
 */
final class RunCounter {
  private static final double GIGA = 1e9;

  private final Counter counter;
  private final InstructionCount counted;

  /**
   * Chooses the unit from the counters of the ranks.
   *
   * @param logs the definitions of each rank; null for a rank without a log
   */
  RunCounter(LogDefinitions[] logs, InstructionCount merged) {
    List<LogDefinitions> found = Arrays.stream(logs).filter(Objects::nonNull).toList();
    counter = found.stream()
        .map(log -> log.counting().counter())
        .max(Comparator.naturalOrder())
        .orElse(Counter.TIME);
    counted = found.stream().map(log -> log.counted).reduce(merged, InstructionCount::plus);
  }

  /** Returns the counter whose unit all ranks use. */
  Counter counter() {
    return counter;
  }

  /** Whether the computation of a rank is in time and must be converted to instructions. */
  boolean converts(LogDefinitions log) {
    return counter == Counter.INSTRUCTIONS && log.counting().counter() != Counter.INSTRUCTIONS;
  }

  /** Returns the average nanoseconds per instruction; 1 if no instructions were counted. */
  double nanosPerInstruction() {
    return counted.rate() > 0 ? GIGA / counted.rate() : 1;
  }

  /** Returns the origin of the trace: the program and the unit. */
  String origin() {
    return "tracecast record"
        + (counter == Counter.TIME ? "" : ", computation in " + counter.text());
  }

  /** Returns a note if the counter of a rank differs from that of the trace. */
  Optional<String> describe(LogDefinitions log) {
    Counter own = log.counting().counter();
    return own == counter
        ? Optional.empty()
        : Optional.of("computation was recorded as " + own.text() + ", but on other ranks as "
            + counter.text()
            + (counter == Counter.INSTRUCTIONS
                ? "; it is converted at the instruction rate of the ranks that counted instructions"
                : ""));
  }

  /** Adds a note with the instruction rate that reproduces the recorded times of computation. */
  void describeRate(Collection<String> notes) {
    if (counted.rate() > 0) {
      notes.add(String.format(
          Locale.ROOT,
          "computation was counted in instructions; the recording machine executed %.4g instructions per second;"
              + " use `set node.instruction_rate=%.4gGips` to predict at that rate",
          counted.rate(),
          counted.rate() / GIGA));
    }
  }
}
