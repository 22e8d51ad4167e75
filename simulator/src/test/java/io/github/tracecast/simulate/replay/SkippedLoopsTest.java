package io.github.tracecast.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Loops without any iteration at some executions, which are branches. */
class SkippedLoopsTest {
  private static final RankList ALL = RankList.range(0, 2);

  /** A barrier, none, one or two reductions, and a broadcast whose computation depends on what came before. */
  private static Trace branches() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.BARRIER, ALL);
    sketch.call(MpiCall.ALLREDUCE, ALL, Parameter.COUNT, 8).loop(1, ALL, 0, 2, 1);
    sketch
        .call(MpiCall.BCAST, ALL, Parameter.ROOT, 0, Parameter.COUNT, 80)
        .loop(2, ALL, 1, 0, 0, 3);
    sketch.call(MpiCall.BARRIER, ALL);
    sketch.loop(0, ALL, 12);
    return timed(sketch.trace(), sketch.trace().events().size());
  }

  /** Gives each event another computation after each of the call sites. */
  private static Trace timed(Trace trace, int sites) {
    List<Event> events = new ArrayList<>();
    for (Event event : trace.events()) {
      List<Delta> deltas = new ArrayList<>();
      for (int after = Delta.AFTER_NOTHING; after < sites; after++) {
        if (after != Delta.AFTER_ANY) {
          double time = 100 + 10 * event.callSite() + after;
          deltas.add(new Delta(
              Delta.Kind.COMPUTE,
              Unit.MICROSECONDS,
              after,
              event.ranks(),
              List.of(new Distribution.MinAvgMax(1, time, time, time))));
        }
      }
      events.add(
          new Event(event.call(), event.callSite(), event.ranks(), event.parameters(), deltas));
    }
    return with(trace, events, trace.callSites());
  }

  private static Trace with(Trace trace, List<Event> events, List<CallSite> sites) {
    return new Trace(
        trace.header(),
        sites,
        trace.datatypes(),
        trace.groups(),
        trace.communicators(),
        events,
        trace.loops());
  }

  /** The same calls without loops. */
  private static Trace unrolled() {
    Trace trace = branches();
    List<Event> events = new ArrayList<>();
    int[] reductions = {0, 2, 1};
    int[] broadcasts = {1, 0, 0, 3};
    for (int i = 0; i < 12; i++) {
      events.add(trace.events().get(0));
      for (int k = 0; k < reductions[i % 3]; k++) {
        events.add(trace.events().get(1));
      }
      for (int k = 0; k < broadcasts[i % 4]; k++) {
        events.add(trace.events().get(2));
      }
      events.add(trace.events().get(3));
    }
    return new Trace(
        trace.header(),
        trace.callSites(),
        trace.datatypes(),
        trace.groups(),
        trace.communicators(),
        events,
        List.of());
  }

  @Test
  void areReplayedLikeTheCallsThatTheyStandFor() {
    ReplayOptions options = ReplayOptions.defaults();
    List<RankTimes> expected =
        Replays.replay(unrolled(), "loggp-default", Map.of(), options).ranks();

    assertThat(Replays.replay(branches(), "loggp-default", Map.of(), options).ranks())
        .isEqualTo(expected);
    assertThat(Replays.lanes(branches(), "loggp-default", List.of(Map.of()), options)
            .orElseThrow()
            .getFirst()
            .ranks())
        .isEqualTo(expected);
  }
}
