package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.DeltaSummary;
import io.github.tracecast.compress.ExecutionTimes;
import io.github.tracecast.compress.GroupTimes;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times of one call in a class of ranks, summed up by groups of ranks.
 *
 * <p>The file begins with the number of calls that each execution represents. For each kind of time
 * follow the number of groups and, for each group: its ranks; the number of call paths, each with
 * its number and a spread; the number of positions, each with a spread; the number of executions,
 * each with a range over the ranks.
 *
 * <p>A spread begins with the number of its bins. A bin is written as the difference between its
 * key and the previous key, the number of its times, and the range of these times. A spread without
 * bins has the number of its times and the range of these times. If a spread has several times, the
 * sum of their squares follows.
 *
 * <p>A range begins with the minimum. If it has several values, two differences follow: maximum -
 * minimum, and sum - count x minimum.
 *
 * <p>Not thread-safe.
 */
final class ClassTimes implements FoldedTimes {
  private record PathTimes(int path, DeltaSummary spread) {}

  private record Group(
      RankList ranks,
      List<PathTimes> paths,
      List<DeltaSummary> positions,
      ExecutionTimes executions) {}

  /** The sum, minimum and maximum of some times, in the trace's unit. */
  private record Range(double sum, double least, double most) {
    static Range read(LogBytes log, long count, double ticks) throws IOException {
      long least = log.amount("time", Long.MAX_VALUE);
      if (count == 1) {
        return new Range(least / ticks, least / ticks, least / ticks);
      }
      long more = log.amount("time", Long.MAX_VALUE - least);
      double sum = (double) least * count + log.signed();
      return new Range(sum / ticks, least / ticks, (least + more) / ticks);
    }
  }

  private final Map<Delta.Kind, List<Group>> groups = new EnumMap<>(Delta.Kind.class);

  private final Counting counting;
  private final @Nullable DeltaSummary calls;

  /** The times of all ranks of the class; null until the first use. */
  private @Nullable GroupTimes times;

  /** Reads the times of a call. */
  ClassTimes(LogBytes log, int[] ranks, int size, LogDefinitions definitions) throws IOException {
    counting = definitions.counting();
    calls = FoldedTimes.readCalls(log);
    RankList all = RankList.of(ranks);
    for (Delta.Kind kind : Delta.TIMES) {
      List<Group> ofKind = new ArrayList<>();
      RankList left = all;
      for (int count = log.count("groups:"); count > 0; count--) {
        Group group = readGroup(log, kind, size, definitions.sites.size());
        if (!left.containsAll(group.ranks)) {
          throw log.fault("a group of ranks " + group.ranks, "each rank of the class in one group");
        }
        left = left.minus(group.ranks);
        ofKind.add(group);
      }
      if (!left.isEmpty()) {
        throw log.fault("no group with ranks " + left, "each rank of the class in one group");
      }
      groups.put(kind, ofKind);
    }
  }

  private Group readGroup(LogBytes log, Delta.Kind kind, int size, int sites) throws IOException {
    RankList ranks = RankList.of(MergedRecording.readRanks(log, size));
    List<PathTimes> paths = new ArrayList<>();
    for (int left = log.count("paths:"); left > 0; left--) {
      paths.add(new PathTimes(log.index("call path", sites + 1L), readSpread(log, kind)));
    }
    List<DeltaSummary> positions = new ArrayList<>();
    for (int left = log.count("positions:"); left > 0; left--) {
      positions.add(readSpread(log, kind));
    }
    int executions = log.count("executions:");
    double[] sums = new double[executions];
    double[] mins = new double[executions];
    double[] maxes = new double[executions];
    for (int i = 0; i < executions; i++) {
      Range range = Range.read(log, ranks.size(), counting.ticks(kind));
      sums[i] = range.sum;
      mins[i] = range.least;
      maxes[i] = range.most;
    }
    return new Group(ranks, paths, positions, new ExecutionTimes(ranks.size(), sums, mins, maxes));
  }

  /**
   * The times of one magnitude, or all times if magnitudes are not distinguished. A bin may be
   * empty.
   */
  private record Bin(int key, long count, Range range) {
    static Bin read(LogBytes log, int key, double ticks) throws IOException {
      long count = log.amount("times:", Long.MAX_VALUE);
      return new Bin(
          key,
          count,
          count == 0
              ? new Range(0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
              : Range.read(log, count, ticks));
    }
  }

  private DeltaSummary readSpread(LogBytes log, Delta.Kind kind) throws IOException {
    double ticks = counting.ticks(kind);
    List<Bin> bins = new ArrayList<>();
    int key = 0;
    for (int left = log.count("bins:"); left > 0; left--) {
      key += (int) log.signed();
      bins.add(Bin.read(log, key, ticks));
    }
    List<Bin> all = bins.isEmpty() ? List.of(Bin.read(log, 0, ticks)) : bins;
    long count = 0;
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (Bin bin : all) {
      count += bin.count;
      sum += bin.range.sum;
      least = Math.min(least, bin.range.least);
      most = Math.max(most, bin.range.most);
    }
    double squares = count > 1 ? log.real() / (ticks * ticks) : sum * sum;
    DeltaSummary spread = new DeltaSummary(count, sum, squares, least, most);
    for (Bin bin : counting.hasMagnitudesOfTrace(kind) ? bins : List.<Bin>of()) {
      spread.bin(
          FoldedTimes.magnitude(bin.key),
          bin.count,
          bin.range.sum,
          bin.range.least,
          bin.range.most);
    }
    return spread;
  }

  @Override
  public GroupTimes of(int[] sites) {
    if (times == null) {
      GroupTimes united = new GroupTimes(counting.unit(Delta.Kind.COMPUTE));
      united.calls(calls);
      groups.forEach((kind, all) -> all.forEach(group -> {
        GroupTimes.Group into = new GroupTimes.Group(group.positions, group.executions);
        group.paths.forEach(path -> into.path(sites[path.path], path.spread));
        united.group(kind, group.ranks, into);
      }));
      times = united;
    }
    return times;
  }
}
