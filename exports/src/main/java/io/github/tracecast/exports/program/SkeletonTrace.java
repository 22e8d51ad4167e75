package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes skeletons whose replay ends, checked by a {@link HangCheck}. */
public final class SkeletonTrace {
  private static final double ANY_INSTRUCTION_RATE = 1e9;

  private SkeletonTrace() {}

  /**
   * Returns the share (at most 1) of a trace's work that takes the given time.
   *
   * @throws UsageException if the trace has no times
   */
  public static double share(Trace trace, double seconds) {
    EventCounts counts = EventCounts.of(Programs.of(trace));
    Recorded recorded = Recorded.of(trace, counts, ANY_INSTRUCTION_RATE);
    if (seconds <= 0) {
      throw UsageException.of("seconds", "found " + seconds + " s; expected a time above 0");
    }
    boolean counted = recorded.instructions().isPresent();
    if (counted || recorded.computeSeconds().isEmpty()) {
      throw UsageException.of(
          "seconds",
          "found " + (counted ? "counts of instructions or flops" : "no times")
              + "; expected a trace with recorded times. For other traces, use `shorten`");
    }
    double whole = recorded.meanRankSeconds().orElse(recorded.computeSeconds().getAsDouble());
    return whole <= seconds ? 1 : seconds / whole;
  }

  /**
   * Shortens a trace.
   *
   * @param say receives the findings, one sentence each
   * @throws UsageException if the skeleton could hang; the message names the waiting ranks and what
   *     they wait for
   */
  public static HangCheck.Passed of(
      Trace trace, double share, HangCheck check, Consumer<String> say) {
    Skeleton skeleton = Skeleton.of(trace, share);
    Optional<HangCheck.Passed> passed = check.waiting(skeleton.trace());
    if (passed.isEmpty() && !skeleton.notes().isEmpty()) {
      Skeleton whole = Skeleton.withAllCalls(trace, share);
      passed = check.waiting(whole.trace());
      skeleton = passed.isPresent() ? whole : skeleton;
    }
    Trace shortened = skeleton.trace();
    HangCheck.Passed ends = passed.orElseGet(() -> check.of(shortened));
    skeleton.notes().forEach(note -> say.accept("note: " + note));
    say.accept("note: the skeleton makes " + calls(ends.trace()) + " of " + calls(trace)
        + " calls; it completes even if messages above " + check.limit()
        + " wait for their receives");
    return ends;
  }

  private static String calls(Trace trace) {
    return Numbers.count(EventCounts.of(Programs.of(trace)).total());
  }
}
