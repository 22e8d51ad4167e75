package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.EqualBuckets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the lines of an event or a loop. */
final class EventReader {
  private static final String STATEMENTS =
      "a parameter, compute, inside, TIME:, event, loop or end";

  private final LineCursor line;
  private final ValueReader values;

  EventReader(LineCursor line, ValueReader values) {
    this.line = line;
    this.values = values;
  }

  MpiCall call() {
    String name = line.word("the name of an MPI call");
    return MpiCall.byName(name)
        .orElseThrow(
            () -> line.fail(LineCursor.quote(name), "the name of an MPI call, such as MPI_Send"));
  }

  /**
   * Reads the parameters and deltas of an event, which follow the event's ranks, up to the next
   * event or loop.
   */
  Map<Parameter, Values> parameters(RankList ranks, List<Delta> deltas) {
    Map<Parameter, List<Piece>> pieces = new EnumMap<>(Parameter.class);
    do {
      while (!line.atEnd()) {
        if (!takesDelta(ranks, deltas)) {
          String name = line.word(STATEMENTS);
          Parameter parameter = Parameter.byTextName(name)
              .orElseThrow(() -> line.fail(LineCursor.quote(name), STATEMENTS));
          pieces.computeIfAbsent(parameter, p -> new ArrayList<>(1)).addAll(values.pieces(ranks));
        }
      }
      if (!line.next()) {
        throw line.unexpected(STATEMENTS);
      }
    } while (!line.isNext("event") && !line.isNext("loop") && !line.isNext("end"));
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    pieces.forEach((parameter, list) -> parameters.put(parameter, new Values(list)));
    return parameters;
  }

  private boolean takesDelta(RankList ranks, List<Delta> deltas) {
    if (line.takes("compute")) {
      deltas.add(delta(Delta.Kind.COMPUTE, ranks));
    } else if (line.takes("inside")) {
      deltas.add(delta(Delta.Kind.INSIDE, ranks));
    } else if (line.takes("calls")) {
      deltas.add(delta(Delta.Kind.CALLS, Unit.CALLS, ranks));
    } else if (line.takes("TIME:")) {
      deltas.add(new Delta(
          Delta.Kind.COMPUTE, Unit.MICROSECONDS, Delta.AFTER_ANY, ranks, List.of(time())));
    } else {
      return false;
    }
    line.expectEnd();
    return true;
  }

  /**
   * Reads the iterations of a loop, which follow the loop's ranks on the same line or on later
   * lines.
   */
  Values iterations(RankList ranks) {
    List<Piece> pieces = new ArrayList<>(1);
    while (line.takesAcrossLines("iterations")) {
      pieces.addAll(values.pieces(ranks));
    }
    if (pieces.isEmpty()) {
      throw line.unexpected("iterations");
    }
    line.nextLine();
    return new Values(pieces);
  }

  private Delta delta(Delta.Kind kind, RankList all) {
    Unit unit = line.takes("microseconds") ? Unit.MICROSECONDS : Unit.INSTRUCTIONS;
    if (unit == Unit.INSTRUCTIONS && !line.takes("instructions")) {
      throw line.unexpected("microseconds or instructions");
    }
    return delta(kind, unit, all);
  }

  private Delta delta(Delta.Kind kind, Unit unit, RankList all) {
    int after = Delta.AFTER_ANY;
    if (line.takes("after")) {
      after = line.intNumber("site", 0, Integer.MAX_VALUE);
    } else if (line.takes("first")) {
      after = Delta.AFTER_NOTHING;
    }
    List<Distribution> byExecution = new ArrayList<>(1);
    do {
      byExecution.add(distribution());
    } while (line.takes("|"));
    return new Delta(kind, unit, after, line.takes("for") ? values.ranks() : all, byExecution);
  }

  private Distribution distribution() {
    if (line.takes("bins")) {
      List<Bin> bins = new ArrayList<>();
      while (line.takes("(")) {
        bins.add(bin());
      }
      Optional<Distribution.Extremes> extremes = line.takes("extremes")
          ? Optional.of(new Distribution.Extremes(rank(), rank()))
          : Optional.empty();
      return line.placed(() -> new Distribution.Histogram(bins, extremes));
    }
    line.expect("count");
    long count = line.number("count");
    line.expect("min");
    double min = line.real("min");
    line.expect("avg");
    double avg = line.real("avg");
    line.expect("max");
    double max = line.real("max");
    if (line.takes("stddev")) {
      double deviation = line.real("stddev");
      return line.placed(() -> new Distribution.MeanStdDev(count, min, avg, deviation, max));
    }
    return line.placed(() -> new Distribution.MinAvgMax(count, min, avg, max));
  }

  private int rank() {
    return line.intNumber("rank", 0, RankList.MAX_RANKS - 1);
  }

  private Bin bin() {
    double lower = line.real("lower edge");
    double upper = line.real("upper edge");
    long count = line.number("count");
    if (line.takes(")")) {
      return line.placed(() -> Bin.ofEdges(lower, upper, count));
    }
    double min = line.real("min");
    double mean = line.real("mean");
    double max = line.real("max");
    line.expect(")");
    return line.placed(() -> new Bin(lower, upper, count, min, mean, max));
  }

  /**
   * Reads a line of Ratn's traces: minimum, average and maximum, or base, stride and the counts of
   * buckets.
   */
  private Distribution time() {
    int words = line.wordsLeft();
    if (words < 3) {
      throw line.fail(words + " numbers after TIME:", "min avg max, or base stride n1 n2 ...");
    }
    return words == 3 ? minAvgMax() : buckets();
  }

  private Distribution minAvgMax() {
    double min = line.real("min");
    double avg = line.real("avg");
    double max = line.real("max");
    if (!(min <= avg && avg <= max)) {
      throw line.fail(
          "TIME: " + min + " " + avg + " " + max,
          "three numbers with min <= avg <= max, or base stride n1 n2 ...");
    }
    return line.placed(() -> new Distribution.MinAvgMax(1, min, avg, max));
  }

  private Distribution buckets() {
    double base = line.real("base");
    double stride = line.real("stride");
    if (!(stride > 0)) {
      throw line.fail("stride " + stride, "a stride above 0");
    }
    List<Long> counts = new ArrayList<>();
    while (!line.atEnd()) {
      long count = line.number("a bucket's count");
      if (count < 0) {
        throw line.fail("count " + count, "at least 0");
      }
      counts.add(count);
    }
    return line.placed(() -> new EqualBuckets(base, stride, counts).histogram());
  }
}
