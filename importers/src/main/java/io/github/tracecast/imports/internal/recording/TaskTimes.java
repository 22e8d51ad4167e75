package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.CallTimes;
import io.github.tracecast.compress.DeltaSummary;
import io.github.tracecast.trace.Delta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    List<Map<Delta.Kind, DeltaSummary>> positions)
    implements FoldedTimes {
  record Single(int path, double compute, double inside) {}

  record Summed(int path, Map<Delta.Kind, DeltaSummary> spreads) {}

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
      Map<Delta.Kind, DeltaSummary> spreads = new EnumMap<>(Delta.Kind.class);
      for (Delta.Kind kind : Delta.TIMES) {
        DeltaSummary spread = times.totals(log, kind);
        for (int bins = log.count("bins:"); bins > 0; bins--) {
          times.readBin(log, kind, spread);
        }
        spreads.put(kind, spread);
      }
      times.paths.add(new Summed(path, spreads));
    }
    for (int left = log.count("positions:"); left > 0; left--) {
      Map<Delta.Kind, DeltaSummary> spreads = new EnumMap<>(Delta.Kind.class);
      for (Delta.Kind kind : Delta.TIMES) {
        spreads.put(kind, times.totals(log, kind));
      }
      times.positions.add(spreads);
    }
    return times;
  }

  private DeltaSummary totals(LogBytes log, Delta.Kind kind) throws IOException {
    long count = log.number();
    if (count < 1) {
      throw log.fault("times of " + count + " executions", "at least 1");
    }
    double sum = time(log, kind);
    double squares = log.real() / (counting.ticks(kind) * counting.ticks(kind));
    double least = time(log, kind);
    return new DeltaSummary(count, sum, squares, least, timeFrom(log, kind, least));
  }

  private void readBin(LogBytes log, Delta.Kind kind, DeltaSummary spread) throws IOException {
    long key = log.signed();
    long count = log.number();
    double sum = time(log, kind);
    double least = time(log, kind);
    double most = timeFrom(log, kind, least);
    if (counting.hasMagnitudesOfTrace(kind)) {
      spread.bin(FoldedTimes.magnitude(key), count, sum, least, most);
    }
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
    for (Summed summed : paths) {
      summed.spreads.forEach((kind, spread) -> times.path(kind, sites[summed.path], spread));
    }
    positions.forEach(spreads -> spreads.forEach(times::position));
    return times;
  }
}
