package io.github.tracecast.predict.sweep;

import io.github.tracecast.trace.text.UsageException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A share of a sweep's points, which is every {@code of}-th point.
 *
 * @param number the number of the share, from 1
 * @param of the number of shares
 */
public record Shard(int number, int of) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})");

  /** All points. */
  public static final Shard ALL = new Shard(1, 1);

  /** Parses a share of the form {@code I/N}. */
  public static Shard parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      Shard shard =
          new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      if (shard.number >= 1 && shard.number <= shard.of) {
        return shard;
      }
    }
    throw UsageException.of(
        "shard", "found " + text + "; expected I/N with I from 1 to N, such as 1/4");
  }

  /** Returns the number of points of a plan that belong to the shard. */
  public int sizeOf(SweepPlan plan) {
    return plan.size() / of + (number <= plan.size() % of ? 1 : 0);
  }

  public boolean has(int point) {
    return point % of == number - 1;
  }

  /** Returns the number of points of the shard that could not be predicted. */
  public long failed(Map<Integer, Outcome> outcomes) {
    return outcomes.entrySet().stream()
        .filter(entry -> has(entry.getKey()))
        .filter(entry -> entry.getValue() instanceof Outcome.Failed)
        .count();
  }
}
