package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.predict.extrapolate.Extrapolation;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * The traces of a sweep: one for all points, or where ranks are varied, one for each number of ranks: a recording where there is
 * one, otherwise an extrapolation. Any number of threads.
 */
public final class SweptTraces {
  /** The axis of numbers of ranks. */
  public static final String RANKS = "ranks";

  private final List<Trace> recordings;
  private final IntFunction<Trace> extrapolated;
  private final Map<Integer, Prepared> byRanks = new ConcurrentHashMap<>();

  /** A trace as a replay needs it, and the warnings that hold for it on every machine. */
  record Prepared(Programs programs, EventCounts counts, List<String> warnings) {}

  private SweptTraces(List<Trace> recordings, IntFunction<Trace> extrapolated) {
    this.recordings = List.copyOf(recordings);
    this.extrapolated = extrapolated;
  }

  /** One trace for all points. */
  public static SweptTraces of(Trace trace) {
    return new SweptTraces(List.of(trace), ranks -> trace);
  }

  /**
   * Recordings of one program.
   *
   * @param extrapolation makes the trace of a number of ranks that was not recorded
   */
  public static SweptTraces of(
      List<Extrapolation.Input> recordings, IntFunction<Extrapolation> extrapolation) {
    return new SweptTraces(
        recordings.stream().map(Extrapolation.Input::trace).toList(),
        ranks -> extrapolation.apply(ranks).trace());
  }

  /** What was given. */
  List<Trace> recordings() {
    return recordings;
  }

  /**
   * The trace of a point.
   *
   * @throws UsageException where its ranks are no number of ranks
   */
  Prepared at(SweepPlan plan, int point) {
    return byRanks.computeIfAbsent(ranks(plan, point), this::prepared);
  }

  /** The ranks of a point. */
  int ranks(SweepPlan plan, int point) {
    for (int axis = 0; axis < plan.axes().size(); axis++) {
      if (plan.axes().get(axis).key().equals(RANKS)) {
        return number(plan.textAt(axis, point));
      }
    }
    return recordings.getFirst().header().ranks();
  }

  /** A number of ranks from its text. */
  static int number(String text) {
    if (text.matches("[0-9]{1,9}")) {
      int ranks = Integer.parseInt(text);
      if (ranks >= 2 && ranks <= RankList.MAX_RANKS) {
        return ranks;
      }
    }
    throw new UsageException(
        "--vary " + RANKS + ": found " + text + "; expected whole numbers from 2 to "
            + RankList.MAX_RANKS + ", such as " + RANKS + "=64,256,1024");
  }

  private Prepared prepared(int ranks) {
    Trace trace = recordings.stream()
        .filter(one -> one.header().ranks() == ranks)
        .findFirst()
        .orElseGet(() -> extrapolated.apply(ranks));
    Programs programs = Programs.of(trace);
    EventTable table = EventTable.of(trace);
    return new Prepared(
        programs, EventCounts.of(programs, table), Predictor.ofTrace(programs, table));
  }
}
