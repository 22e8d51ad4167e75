package io.github.tracecast.imports.internal.recording;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What computation is told in for all ranks of a run: instructions where any rank could count them. The time of those that could not is
 * told by the others' rate.
 */
final class RunCounter {
  private static final double GIGA = 1e9;

  private final Counter counter;
  private final InstructionCount counted;

  /**
   * Looks at what the ranks have.
   *
   * @param logs by rank; null where there is none
   * @param merged what those that were merged counted
   */
  RunCounter(LogDefinitions[] logs, InstructionCount merged) {
    List<LogDefinitions> found = Arrays.stream(logs).filter(Objects::nonNull).toList();
    counter = found.stream()
        .map(log -> log.counting().counter())
        .max(Comparator.naturalOrder())
        .orElse(Counter.TIME);
    counted = found.stream().map(log -> log.counted).reduce(merged, InstructionCount::plus);
  }

  /** What computation of all ranks is in. */
  Counter counter() {
    return counter;
  }

  /** Whether a rank's computation has to be told in instructions that were not counted. */
  boolean converts(LogDefinitions log) {
    return counter == Counter.INSTRUCTIONS && log.counting().counter() != Counter.INSTRUCTIONS;
  }

  /** How long an instruction took; 1 where none was counted. */
  double nanosPerInstruction() {
    return counted.rate() > 0 ? GIGA / counted.rate() : 1;
  }

  /** Who makes the trace, and in what. */
  String origin() {
    return "tracecast record"
        + (counter == Counter.TIME ? "" : ", computation in " + counter.text());
  }

  /** That a rank counted otherwise than the trace says. */
  Optional<String> describe(LogDefinitions log) {
    Counter own = log.counting().counter();
    return own == counter
        ? Optional.empty()
        : Optional.of(
            "computation was recorded in " + own.text() + ", on other ranks in " + counter.text()
                + (counter == Counter.INSTRUCTIONS ? ", and is converted by their rate" : ""));
  }

  /** Says by which rate instructions take the time that they took where they were counted. */
  void describeRate(Collection<String> notes) {
    if (counted.rate() > 0) {
      notes.add(String.format(
          Locale.ROOT,
          "computation was counted in instructions; the recording machine executed %.4g per second;"
              + " use --set node.instruction_rate=%.4gGips to predict at that rate",
          counted.rate(),
          counted.rate() / GIGA));
    }
  }
}
