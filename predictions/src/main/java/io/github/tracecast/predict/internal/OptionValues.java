package io.github.tracecast.predict.internal;

import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Values of options from their texts. Each method's {@code option} is what a refusal calls it. */
public final class OptionValues {
  private OptionValues() {}

  /** Which of the recorded computation times. */
  public static DeltaMode deltas(String option, String text) {
    return one(option, text, DeltaMode.values());
  }

  /** What messages on the same link do to each other. */
  public static Contention contention(String option, String text) {
    return one(option, text, Contention.values());
  }

  /**
   * The constant whose name the text is, in lower case and with dashes.
   *
   * @param all at least two
   * @throws UsageException if there is none
   */
  public static <E extends Enum<E>> E one(String option, String text, E[] all) {
    List<String> names = Arrays.stream(all)
        .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
    int found = names.indexOf(text);
    if (found < 0) {
      throw new UsageException(option + ": found " + text + "; expected "
          + String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast());
    }
    return all[found];
  }
}
