package io.github.tracecast.record.retime;

import io.github.tracecast.compress.iterations.RepresentativeTimes;
import io.github.tracecast.compress.iterations.SingleTimes;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.system.ParallelParts;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Replaces the computation of a trace: all ranks of a class get the computation of its measured
 * rank.
 */
public final class Retiming {
  private final Programs programs;
  private final List<Measurement> measurements;
  private final List<RankList> classes;
  private final String counter;

  private Retiming(Programs programs, List<Measurement> measurements, String counter) {
    this.programs = programs;
    this.measurements = measurements;
    this.counter = counter;
    this.classes =
        measurements.stream().map(one -> ranksLike(programs, one.rank())).toList();
  }

  /**
   * Replaces the computation of the measured ranks' classes. Computation beyond the end of a
   * measurement changes by the same factor as the measured part.
   *
   * @param measurements the measurements, of at most one rank of each class
   * @param counter the name of the counter that measured computation
   */
  public static Trace of(Programs programs, List<Measurement> measurements, String counter) {
    return new Retiming(programs, measurements, counter).trace();
  }

  /** Returns all ranks in the class of a rank. */
  public static RankList ranksLike(Programs programs, int rank) {
    int id = programs.classOf(rank);
    return RankList.of(IntStream.range(0, programs.ranks())
        .filter(other -> programs.classOf(other) == id)
        .toArray());
  }

  private Trace trace() {
    Trace trace = programs.trace();
    List<Event> events = new ArrayList<>();
    for (int event = 0; event < trace.events().size(); event++) {
      Event known = trace.events().get(event);
      events.add(new Event(
          known.call(), known.callSite(), known.ranks(), known.parameters(), deltas(event, known)));
    }
    int ranks = classes.stream().mapToInt(RankList::size).sum();
    String measured = measurements.stream()
        .map(one -> Integer.toString(one.rank()))
        .collect(Collectors.joining(" "));
    Header header = withWaiting(trace.header().withNotes(trace.header().warnings()));
    boolean all = ranks == programs.ranks();
    if (!all) {
      header = header.with("the computation of " + ranks + " of " + programs.ranks()
          + " ranks was measured again with counter " + counter
          + "; ranks that ran alone: " + measured);
    }
    Trace retimed =
        RepresentativeTimes.of(trace.with(events, header), inOrder(), ParallelParts.cores());
    return all
        ? retimed.with(retimed.events(), retimed.header().withTimesOf(measured, counter))
        : retimed;
  }

  /** Adds a note if the computation of a rank includes time that it waited for a processor. */
  private Header withWaiting(Header header) {
    List<Measurement> waiting = measurements.stream()
        .filter(one -> one.waitedShare() > Provenance.MOST_WAITED_SHARE)
        .sorted(Comparator.comparingDouble(Measurement::waitedShare).reversed())
        .toList();
    if (waiting.isEmpty()) {
      return header;
    }
    Measurement most = waiting.getFirst();
    return header.with(String.format(
        Locale.ROOT,
        "the measured computation of rank %1$d%2$s includes time in which ranks waited for a processor:"
            + " %3$.0f%% of the run of rank %1$d; measure with `counter cpu-time`, or on an idle machine",
        most.rank(),
        waiting.size() == 1 ? "" : " and of " + Numbers.counted(waiting.size() - 1, "more rank"),
        100 * most.waitedShare()));
  }

  /** Returns, by rank, the computation before each call, from the measurement or else from the trace. */
  private SingleTimes[] inOrder() {
    DeltaTable known = DeltaTable.of(programs.trace());
    SingleTimes[] times = new SingleTimes[programs.ranks()];
    Arrays.setAll(
        times,
        rank -> IntStream.range(0, classes.size())
            .filter(one -> classes.get(one).contains(rank))
            .mapToObj(one -> measurements.get(one).inOrder())
            .findFirst()
            .orElseGet(() -> asInTrace(rank, known)));
    return times;
  }

  private SingleTimes asInTrace(int rank, DeltaTable known) {
    SingleTimes times = new SingleTimes(programs.ranks());
    EventTable table = programs.table();
    TaskCursor cursor = programs.cursor(rank);
    boolean more = true;
    while (more && cursor.next()) {
      int at = known.find(
          Delta.Kind.COMPUTE, cursor.event(), rank, table.siteBefore(cursor), cursor.execution());
      more = times.add(at < 0 ? Unit.MICROSECONDS : known.unit(at), at < 0 ? 0 : known.mean(at));
    }
    return times;
  }

  private List<Delta> deltas(int event, Event known) {
    List<Delta> deltas = new ArrayList<>();
    RankList others = known.ranks();
    for (int i = 0; i < measurements.size(); i++) {
      RankList ranks = known.ranks().intersection(classes.get(i));
      if (!ranks.isEmpty()) {
        others = others.minus(ranks);
        replace(
            known,
            measurements.get(i),
            measurements.get(i).paths(event, ranks.size()),
            ranks,
            deltas);
      }
    }
    for (Delta delta : known.deltas()) {
      if (delta.kind() != Delta.Kind.COMPUTE) {
        deltas.add(delta);
      } else {
        restrict(delta, others, 1, deltas);
      }
    }
    return deltas;
  }

  /**
   * Adds deltas with the measured computation before an event. If the measurement ended early, also
   * adds the trace's computation on paths that the measured rank did not reach. Beside measured
   * deltas, a delta of the trace that holds after any call would count computation twice. So this
   * delta is dropped, and the measured delta with most executions holds after any call.
   */
  private static void replace(
      Event known,
      Measurement measurement,
      Map<Integer, List<Distribution>> paths,
      RankList ranks,
      List<Delta> deltas) {
    List<Delta> unreached = measurement.complete()
        ? List.of()
        : known.deltas().stream()
            .filter(delta -> delta.kind() == Delta.Kind.COMPUTE)
            .filter(delta -> delta.unit() == measurement.unit())
            .filter(delta -> !paths.containsKey(delta.after()))
            .toList();
    boolean afterAny = unreached.stream().anyMatch(delta -> delta.after() == Delta.AFTER_ANY);
    int mostFrequent = paths.isEmpty() || !afterAny ? Delta.AFTER_ANY : mostFrequent(paths);
    paths.forEach((after, distributions) -> deltas.add(new Delta(
        Delta.Kind.COMPUTE,
        measurement.unit(),
        after == mostFrequent ? Delta.AFTER_ANY : after,
        ranks,
        distributions)));
    for (Delta delta : unreached) {
      if (paths.isEmpty() || delta.after() != Delta.AFTER_ANY) {
        restrict(delta, ranks, measurement.factor(), deltas);
      }
    }
  }

  /** Returns the call site that most often precedes the event. */
  private static int mostFrequent(Map<Integer, List<Distribution>> paths) {
    return paths.entrySet().stream()
        .max(Comparator.comparingLong(
            path -> path.getValue().stream().mapToLong(Distribution::count).sum()))
        .orElseThrow()
        .getKey();
  }

  /** Adds a delta, restricted to those of its ranks that are in {@code ranks}. */
  private static void restrict(Delta delta, RankList ranks, double factor, List<Delta> deltas) {
    RankList both = delta.ranks().intersection(ranks);
    if (both.equals(delta.ranks()) && factor == 1) {
      deltas.add(delta);
    } else if (!both.isEmpty()) {
      deltas.add(new Delta(
          delta.kind(),
          delta.unit(),
          delta.after(),
          both,
          delta.byExecution().stream().map(one -> one.scaled(factor)).toList()));
    }
  }
}
