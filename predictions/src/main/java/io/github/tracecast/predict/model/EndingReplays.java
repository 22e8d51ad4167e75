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
 * Replays of a trace, again with the sources of the recorded run where a replay is stuck. A receive
 * from any source takes the first message on the machine. The calls after it, such as an answer to
 * the sender, are those of the recorded run, and may not fit.
 */
public final class EndingReplays {
  /**
   * The same trace, where receives from any source name their senders.
   *
   * @param note what the receives take, as the end of a sentence
   */
  private record WithSources(PreparedTrace trace, String note) {}

  /** The traces with recorded sources to try where a replay is stuck. */
  private record Tries(List<WithSources> all) {
    static Tries of(PreparedTrace trace) {
      return new Tries(RecordedSources.of(trace.trace()).stream()
          .map(
              other -> new WithSources(PreparedTrace.of(trace.name(), other.trace()), other.note()))
          .toList());
    }
  }

  private EndingReplays() {}

  /**
   * Replays.
   *
   * @param replay replays a trace with the events and ranks of this one
   * @param marks adds a warning to the result of another trace
   * @throws StuckReplayException if no replay ends; it is that of the trace itself
   */
  public static <T> T of(
      PreparedTrace trace, Function<PreparedTrace, T> replay, BiFunction<T, String, T> marks) {
    try {
      return replay.apply(trace);
    } catch (StuckReplayException stuck) {
      for (WithSources other : trace.derived(Tries.class, Tries::of).all) {
        try {
          return marks.apply(replay.apply(other.trace()), warning(other));
        } catch (StuckReplayException again) {
          stuck.addSuppressed(again); // the next one may end
        }
      }
      throw stuck;
    }
  }

  /** A trace whose replay ends, and the warning that it is not the trace itself. */
  public record Ending(PreparedTrace trace, Optional<String> warning) {}

  /**
   * Finds the trace to replay. It is the trace itself if no replay ends, or if all receives name
   * their sources.
   */
  static Ending ending(PreparedTrace trace, Consumer<PreparedTrace> trial) {
    Ending itself = new Ending(trace, Optional.empty());
    if (!RecordedSources.arePossible(trace.trace())) {
      return itself;
    }
    try {
      return of(
          trace,
          shown -> {
            trial.accept(shown);
            return new Ending(shown, Optional.empty());
          },
          (ending, warning) -> new Ending(ending.trace(), Optional.of(warning)));
    } catch (StuckReplayException stuck) {
      return itself;
    }
  }

  private static String warning(WithSources other) {
    return "the replay was deadlocked when receives from any source took the first message, because"
        + " later calls depend on the sender; here they take " + other.note();
  }

  /** The result with one more warning. */
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

  /** By LogGP on machines, each as in a replay by itself. */
  public static List<ReplayResult> byLogGp(
      PreparedTrace trace, List<Lane> lanes, LongConsumer progress) {
    try {
      return loggp(trace, lanes, progress);
    } catch (StuckReplayException stuck) {
      return lanes.stream()
          .map(lane -> of(
              trace,
              shown -> loggp(shown, List.of(lane), progress).getFirst(),
              EndingReplays::marked))
          .toList();
    }
  }

  static List<ReplayResult> loggp(PreparedTrace trace, List<Lane> lanes, LongConsumer progress) {
    return new LogGpReplays(trace.programs(), trace.counts()).of(lanes, progress);
  }
}
