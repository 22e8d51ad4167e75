package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.repair.sources.RecordedSources;
import io.github.tracecast.simulate.StuckReplayException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Replays a trace. If the replay hangs, replays the trace with the senders of the recorded run. A
 * receive from any source takes the first message that arrives on the simulated machine. But the
 * later calls, such as an answer to the sender, are those of the recorded run, and may not fit this
 * sender.
 */
public final class EndingReplays {
  /** A trace whose replay ends, and a warning if it is not the original trace. */
  public record Ending(PreparedTrace trace, Optional<String> warning) {}

  /** The traces with recorded senders, which are replayed if the replay of the trace itself hangs. */
  private record Tries(List<Ending> all) {
    static Tries of(PreparedTrace trace) {
      return new Tries(RecordedSources.of(trace.trace()).stream()
          .map(other -> new Ending(
              PreparedTrace.of(trace.name(), other.trace()),
              Optional.of("receives from any source match " + other.note()
                  + ", because later calls depend on the sender, and the replay deadlocked when"
                  + " these receives matched the first message to arrive")))
          .toList());
    }
  }

  private EndingReplays() {}

  /**
   * Replays a trace, or if the replay hangs the trace with recorded senders.
   *
   * @param replay replays a trace that has the events and ranks of {@code trace}
   * @param marks adds a warning to the result of another trace
   * @throws StuckReplayException if no replay ends; the exception is that of the trace itself
   */
  public static <T> T replay(
      PreparedTrace trace, Function<PreparedTrace, T> replay, BiFunction<T, String, T> marks) {
    try {
      return replay.apply(trace);
    } catch (StuckReplayException stuck) {
      for (Ending other : trace.derived(Tries.class, Tries::of).all) {
        try {
          return marks.apply(replay.apply(other.trace()), other.warning().orElseThrow());
        } catch (StuckReplayException again) {
          stuck.addSuppressed(again); // the replay with other senders may end
        }
      }
      throw stuck;
    }
  }

  /**
   * Finds the trace to replay. It is the trace itself if no replay ends, or if no receive has a
   * wildcard as source.
   */
  static Ending ending(PreparedTrace trace, Consumer<PreparedTrace> trial) {
    Ending itself = new Ending(trace, Optional.empty());
    if (!RecordedSources.arePossible(trace.trace())) {
      return itself;
    }
    try {
      return replay(
          trace,
          replayed -> {
            trial.accept(replayed);
            return new Ending(replayed, Optional.empty());
          },
          (ending, warning) -> new Ending(ending.trace(), Optional.of(warning)));
    } catch (StuckReplayException stuck) {
      return itself;
    }
  }

  static ReplayResult marked(ReplayResult of, String warning) {
    List<String> warnings = new ArrayList<>(of.warnings());
    warnings.add(warning);
    return new ReplayResult(
        of.engine(),
        of.ranks(),
        of.events(),
        of.calls(),
        of.eventsReplayed(),
        of.skips(),
        of.messages(),
        of.bytes(),
        of.programMessages(),
        of.programBytes(),
        of.traffic(),
        of.links(),
        warnings);
  }

  /**
   * Replays a trace by LogGP on several machines. Each result equals that of a replay on this
   * machine alone.
   */
  public static List<ReplayResult> byLogGp(
      PreparedTrace trace, List<Lane> lanes, LongConsumer progress) {
    try {
      return loggp(trace, lanes, progress);
    } catch (StuckReplayException stuck) {
      return lanes.stream()
          .map(lane -> replay(
              trace,
              replayed -> loggp(replayed, List.of(lane), progress).getFirst(),
              EndingReplays::marked))
          .toList();
    }
  }

  static List<ReplayResult> loggp(PreparedTrace trace, List<Lane> lanes, LongConsumer progress) {
    return new LogGpReplays(trace.programs(), trace.counts()).of(lanes, progress);
  }
}
