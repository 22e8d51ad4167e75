package io.github.tracecast.compress.iterations;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Tells kinds of steps apart. Steps of a kind belong to the same loop, and every rank makes the same calls there, after
 * the same calls: what a rank computes before the first call of a step may be the work of the step before. One thread.
 */
final class StepKinds {
  /** The most kinds of steps in a loop. With more, there is no kind that steps belong to. */
  private static final int MOST = 8;

  /** A kind that any other may stand for. */
  private static final int ANY = -1;

  /** By step and rank: the sum over the calls. */
  private final long[] calls;

  /** By step and rank: the sum over the calls of the step and of the step before. */
  private final long[] callsAfter;

  StepKinds(int steps) {
    calls = new long[steps];
    callsAfter = new long[steps];
  }

  /** Adds a call at a place in a step, and the call site before it. */
  void add(int step, int rank, int place, int before) {
    long call = mixed((long) rank << Integer.SIZE | place);
    calls[step] += call;
    callsAfter[step] += mixed(call + before);
  }

  /** A number whose sums hardly ever agree by chance: the finaliser of SplitMix64. */
  private static long mixed(long number) {
    long mixed = number + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /**
   * Returns the steps by kinds. If a loop has too many kinds, the calls before do not count. If it still has too many,
   * they are one.
   *
   * @param loop gives the loop of a step
   */
  List<int[]> kinds(IntUnaryOperator loop) {
    long[] signatures = callsAfter.clone();
    coarsen(signatures, calls, loop);
    coarsen(signatures, new long[calls.length], loop);
    record Kind(int loop, long signature) {}
    Map<Kind, IntArrayList> kinds = new LinkedHashMap<>();
    for (int step = 0; step < signatures.length; step++) {
      kinds
          .computeIfAbsent(
              new Kind(loop.applyAsInt(step), signatures[step]), kind -> new IntArrayList())
          .add(step);
    }
    return joined(kinds.values().stream().map(IntArrayList::toIntArray).toList());
  }

  /** Replaces the signatures of loops that have too many. */
  private static void coarsen(long[] signatures, long[] by, IntUnaryOperator loop) {
    Map<Integer, Set<Long>> ofLoop = new HashMap<>();
    for (int step = 0; step < signatures.length; step++) {
      ofLoop.computeIfAbsent(loop.applyAsInt(step), key -> new HashSet<>()).add(signatures[step]);
    }
    for (int step = 0; step < signatures.length; step++) {
      if (ofLoop.getOrDefault(loop.applyAsInt(step), Set.of()).size() > MOST) {
        signatures[step] = by[step];
      }
    }
  }

  /**
   * Adds single steps, such as the first one of a run, to the kind that recurs at their place. Otherwise no time of the
   * loop would be periodic.
   */
  private List<int[]> joined(List<int[]> kinds) {
    int[] kindOf = kindOf(kinds, calls.length);
    int period = period(kinds, calls.length);
    List<IntArrayList> all = new ArrayList<>();
    kinds.forEach(kind -> all.add(new IntArrayList(kind)));
    for (int[] kind : kinds) {
      int step = kind[0];
      int same = step + period < calls.length ? step + period : step - period;
      if (kind.length == 1 && same >= 0 && kindOf[same] != ANY && calls[same] == calls[step]) {
        all.get(kindOf[same]).add(step);
        all.get(all.indexOf(IntArrayList.of(step))).clear();
      }
    }
    all.removeIf(IntArrayList::isEmpty);
    all.forEach(kind -> kind.sort(null));
    return all.stream().map(IntArrayList::toIntArray).toList();
  }

  /** By step: the number of its kind; {@link #ANY} for kinds of one step. */
  private static int[] kindOf(List<int[]> kinds, int steps) {
    int[] kindOf = new int[steps];
    Arrays.fill(kindOf, ANY);
    for (int kind = 0; kind < kinds.size(); kind++) {
      for (int step : kinds.get(kind)) {
        kindOf[step] = kinds.get(kind).length == 1 ? ANY : kind;
      }
    }
    return kindOf;
  }

  /** The number of steps after which kinds recur, but for kinds of one step. */
  static int period(List<int[]> kinds, int steps) {
    int[] kindOf = kindOf(kinds, steps);
    int period = 1;
    while (period < steps && !recur(kindOf, period)) {
      period++;
    }
    return period;
  }

  private static boolean recur(int[] kindOf, int period) {
    for (int step = period; step < kindOf.length; step++) {
      int before = kindOf[step - period];
      if (kindOf[step] != before && kindOf[step] != ANY && before != ANY) {
        return false;
      }
    }
    return true;
  }
}
