package io.github.tracecast.repair.times;

import io.github.tracecast.repair.times.RankContexts.Pattern;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Periods;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Builds the deltas of an event after one previous call, from modes by rank and execution. */
final class PathDeltas {
  private static final int NONE = -1;

  /** The times of an execution after another call, which are zeros and so do not change any sum. */
  private static final Distribution OTHER_PATH = new Distribution.MinAvgMax(1, 0, 0, 0);

  private final SharedPath path;
  private final Map<Context, Integer> modeOf;

  /** The key of ranks whose executions have the same modes in the same order. */
  private record Order(List<Integer> modes) {}

  private static final class Members {
    final List<Integer> ranks = new ArrayList<>();
    long[] counts = {};
  }

  PathDeltas(SharedPath path) {
    this.path = path;
    this.modeOf = path.modeOf();
  }

  List<Delta> deltas() {
    Map<Order, Members> orders = new LinkedHashMap<>();
    long[] given = new long[path.modes().size()];
    path.patterns.forEach((rank, pattern) -> {
      int[] modes = modes(pattern);
      int period = Periods.smallest(modes.length, (a, b) -> modes[a] == modes[b] ? 1 : 0);
      long[] counts = new long[period];
      for (int at = 0; at < modes.length; at++) {
        counts[at % period] += pattern.counts()[at];
        given[modes[at]] += pattern.counts()[at];
      }
      int[] reduced = Arrays.copyOf(modes, period);
      Members members = orders.computeIfAbsent(
          new Order(Arrays.stream(reduced).boxed().toList()), o -> new Members());
      members.ranks.add(rank);
      if (members.counts.length == 0) {
        members.counts = counts;
      } else {
        for (int at = 0; at < period; at++) {
          members.counts[at] += counts[at];
        }
      }
    });
    ModeShares shares = new ModeShares(path.modes(), given);
    List<Delta> deltas = new ArrayList<>();
    orders.forEach((order, members) -> {
      List<Distribution> byExecution = new ArrayList<>();
      for (int at = 0; at < members.counts.length; at++) {
        long count = members.counts[at];
        byExecution.add(count == 0 ? OTHER_PATH : shares.of(order.modes.get(at), count));
      }
      deltas.add(new Delta(
          path.delta.kind(),
          path.delta.unit(),
          path.delta.after(),
          RankList.of(members.ranks),
          byExecution));
    });
    return deltas;
  }

  /** Returns the mode of each execution. Executions on other paths get the most frequent mode, which is never used. */
  private int[] modes(Pattern pattern) {
    long[] given = new long[path.modes().size()];
    int[] modes = new int[pattern.at().size()];
    int most = 0;
    for (int at = 0; at < modes.length; at++) {
      Context context = pattern.at().get(at);
      modes[at] = context == null ? NONE : Objects.requireNonNull(modeOf.get(context));
      if (context != null) {
        given[modes[at]] += pattern.counts()[at];
        most = given[modes[at]] > given[most] ? modes[at] : most;
      }
    }
    for (int at = 0; at < modes.length; at++) {
      modes[at] = modes[at] == NONE ? most : modes[at];
    }
    return modes;
  }
}
