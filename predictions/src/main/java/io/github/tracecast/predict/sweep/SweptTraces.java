package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.tools.extrapolate.Extrapolation;
import io.github.tracecast.tools.extrapolate.Scaling;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * The traces of a sweep. If ranks are varied, each number of ranks has its own trace, which is a
 * recording or an extrapolation; otherwise all points share one trace. Thread-safe.
 */
public final class SweptTraces {
  /** The name of the axis of ranks. */
  public static final String RANKS = "ranks";

  private final List<PreparedTrace> recordings;
  private final IntFunction<Trace> extrapolated;
  private final Map<Integer, PreparedTrace> byRanks = new ConcurrentHashMap<>();

  private SweptTraces(List<PreparedTrace> recordings, IntFunction<Trace> extrapolated) {
    this.recordings = List.copyOf(recordings);
    this.extrapolated = extrapolated;
  }

  /** Uses a single trace for all points. */
  public static SweptTraces of(PreparedTrace trace) {
    return new SweptTraces(List.of(trace), ranks -> trace.trace());
  }

  /**
   * Uses recordings of one program. The trace of a number of ranks that was not recorded is
   * extrapolated.
   *
   * @param scaling how the problem grows with the ranks; empty if the recordings show it
   */
  public static SweptTraces of(List<PreparedTrace> recordings, Optional<Scaling> scaling) {
    return new SweptTraces(
        recordings, ranks -> Extrapolation.of(recordings, scaling, ranks).trace());
  }

  /** The recordings that the user gave. */
  List<PreparedTrace> recordings() {
    return recordings;
  }

  /**
   * The trace of a point.
   *
   * @throws UsageException if the point's value of {@code ranks} is not a number of ranks
   */
  PreparedTrace at(SweepPlan plan, int point) {
    return byRanks.computeIfAbsent(ranks(plan, point), this::prepared);
  }

  int ranks(SweepPlan plan, int point) {
    return plan.textOf(RANKS, point)
        .map(SweptTraces::number)
        .orElseGet(() -> recordings.getFirst().trace().header().ranks());
  }

  /** Parses a number of ranks. */
  static int number(String text) {
    if (text.matches("[0-9]{1,9}")) {
      int ranks = Integer.parseInt(text);
      if (ranks >= 2 && ranks <= RankList.MAX_RANKS) {
        return ranks;
      }
    }
    throw new UsageException(
        "`vary " + RANKS + "`: found " + text + "; expected whole numbers from 2 to "
            + RankList.MAX_RANKS + ", such as " + RANKS + "=64,256,1024");
  }

  private PreparedTrace prepared(int ranks) {
    return recordings.stream()
        .filter(one -> one.trace().header().ranks() == ranks)
        .findFirst()
        .orElseGet(() -> PreparedTrace.of(recordings.getFirst().name(), extrapolated.apply(ranks)));
  }
}
