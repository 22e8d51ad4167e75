package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.CallTimes;
import io.github.tracecast.compress.DeltaSummary;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.times.BinScale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of a call of one rank, in the trace's units. Call paths are numbered from 1; 0 is no
 * call path.
 */
record TaskTimes(
    Counting counting,
    @Nullable DeltaSummary calls,
    List<Single> singles,
    List<Summed> paths,
    List<double[][]> positions)
    implements FoldedTimes {
  record Single(int path, double compute, double inside) {}

  /**
   * @param bins the bins of each kind of time; a bin has its key, count, sum, minimum and maximum
   */
  record Summed(int path, double[][] totals, List<List<double[]>> bins) {}

  private static final int KINDS = Delta.TIMES.size();

  /** @param definitions the definitions of the log that has the times */
  static TaskTimes read(LogBytes log, LogDefinitions definitions) throws IOException {
    int sites = definitions.sites.size();
    TaskTimes times = new TaskTimes(
        definitions.counting(),
        FoldedTimes.readCalls(log),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>());
    int kept = log.count("times:");
    for (int left = kept - 1; left > 0; left--) {
      times.singles.add(new Single(
          log.index("call path", sites + 1L),
          times.time(log, Delta.Kind.COMPUTE),
          times.time(log, Delta.Kind.INSIDE)));
    }
    if (kept > 0) {
      return times;
    }
    for (int left = log.count("paths:"); left > 0; left--) {
      int path = log.index("call path", sites + 1L);
      double[][] totals = new double[KINDS][];
      List<List<double[]>> bins = new ArrayList<>();
      for (Delta.Kind kind : Delta.TIMES) {
        totals[kind.ordinal()] = times.totals(log, kind);
        bins.add(new ArrayList<>());
        for (int bin = log.count("bins:"); bin > 0; bin--) {
          long key = log.signed();
          long count = log.number();
          double sum = times.time(log, kind);
          double least = times.time(log, kind);
          bins.getLast()
              .add(new double[] {key, count, sum, least, times.timeFrom(log, kind, least)});
        }
      }
      times.paths.add(new Summed(path, totals, bins));
    }
    for (int left = log.count("positions:"); left > 0; left--) {
      double[][] totals = new double[KINDS][];
      for (Delta.Kind kind : Delta.TIMES) {
        totals[kind.ordinal()] = times.totals(log, kind);
      }
      times.positions.add(totals);
    }
    return times;
  }

  private double[] totals(LogBytes log, Delta.Kind kind) throws IOException {
    long count = log.number();
    if (count < 1) {
      throw log.fault("times of " + count + " executions", "at least 1");
    }
    double sum = time(log, kind);
    double squares = log.real() / (counting.ticks(kind) * counting.ticks(kind));
    double least = time(log, kind);
    return new double[] {count, sum, squares, least, timeFrom(log, kind, least)};
  }

  private double timeFrom(LogBytes log, Delta.Kind kind, double least) throws IOException {
    double most = time(log, kind);
    if (most < least) {
      throw log.fault("a maximum time of " + most, "at least " + least + ", the minimum time");
    }
    return most;
  }

  private double time(LogBytes log, Delta.Kind kind) throws IOException {
    return log.amount("time", Long.MAX_VALUE) / counting.ticks(kind);
  }

  @Override
  public CallTimes of(int[] sites) {
    CallTimes times = new CallTimes(counting.unit(Delta.Kind.COMPUTE));
    times.calls(calls);
    for (Single single : singles) {
      times.execution(sites[single.path], single.compute, single.inside);
    }
    for (Delta.Kind kind : Delta.TIMES) {
      int k = kind.ordinal();
      for (Summed summed : paths) {
        DeltaSummary spread = spread(summed.totals[k]);
        for (double[] bin :
            counting.hasMagnitudesOfTrace(kind) ? summed.bins.get(k) : List.<double[]>of()) {
          spread.bin(
              bin[0] == Short.MIN_VALUE ? BinScale.ZERO : (int) bin[0],
              (long) bin[1],
              bin[2],
              bin[3],
              bin[4]);
        }
        times.path(kind, sites[summed.path], spread);
      }
      for (double[][] totals : positions) {
        times.position(kind, spread(totals[k]));
      }
    }
    return times;
  }

  private static DeltaSummary spread(double[] totals) {
    return new DeltaSummary((long) totals[0], totals[1], totals[2], totals[3], totals[4]);
  }
}
