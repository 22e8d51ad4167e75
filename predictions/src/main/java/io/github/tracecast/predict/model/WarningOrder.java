package io.github.tracecast.predict.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The order of warnings in every output: first the warnings that may change a decision, then the
 * other warnings as they were found.
 */
public final class WarningOrder {
  /** Patterns of the text of decisive warnings, the most serious first. */
  private static final List<Pattern> DECISIVE = List.of(
      // calls that the trace lacks
      Pattern.compile("^partial: |^\\d+ calls? of \\d+ ranks? (was|were) not recorded: "),
      // computation that shared a processor, in the recording and on the machine
      Pattern.compile("waited for a processor"),
      Pattern.compile(" share a node \\(`set|threads share "),
      // computation that is not scaled to the machine
      Pattern.compile("compute-scale`? has no effect"),
      // more ranks than in any recording
      Pattern.compile("^extrapolated to "),
      Pattern.compile("^95% interval of extrapolated computation"));

  private WarningOrder() {}

  /** Returns the warnings in order. */
  public static List<String> of(Collection<String> warnings) {
    return warnings.stream()
        .sorted(Comparator.comparingInt(WarningOrder::place))
        .toList();
  }

  /** Whether a warning may change a decision. */
  public static boolean isDecisive(String warning) {
    return place(warning) < DECISIVE.size();
  }

  /**
   * Returns a warning's place in the order. Warnings with equal places keep the order in which they
   * were found.
   */
  public static int place(String warning) {
    return IntStream.range(0, DECISIVE.size())
        .filter(place -> DECISIVE.get(place).matcher(warning).find())
        .findFirst()
        .orElse(DECISIVE.size());
  }
}
