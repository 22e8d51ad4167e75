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
 * Groups steps by kinds. In steps of the same kind, every rank makes the same calls in the same
 * loop, and each call has the same preceding call. The preceding calls matter because the
 * computation before the first call of a step may belong to the step before. Not thread-safe.
 */
final class StepKinds {
  /**
   * The largest number of kinds of steps in a loop. If there are more, similar kinds are joined.
   */
  private static final int MOST = 8;

  /** Stands for the kind of a step that is the only step of its kind. It matches any kind. */
  private static final int ANY = -1;

  /** For each step, the sum of the hashes of all its calls. */
  private final long[] calls;

  /** For each step, the sum of the hashes of all its calls with the call sites before them. */
  private final long[] callsAfter;

  StepKinds(int steps) {
    calls = new long[steps];
    callsAfter = new long[steps];
  }

  /**
   * Adds a call at a place in a step.
   *
   * @param rank one of the ranks that make the same calls in all steps
   * @param before the call site before the call
   */
  void add(int step, int rank, int place, int before) {
    long call = mixed((long) rank << Integer.SIZE | place);
    calls[step] += call;
    callsAfter[step] += mixed(call + before);
  }

  /** Returns a hash by the finaliser of SplitMix64, so that sums of hashes are hardly ever equal by chance. */
  private static long mixed(long number) {
    long mixed = number + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /**
   * Returns the steps of each kind. If a loop has too many kinds, the call sites before the calls
   * are ignored. If the loop still has too many kinds, all its steps are one kind.
   *
   * @param loop returns the loop of a step
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

  /** Replaces the signatures of steps in loops that have too many kinds. */
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
   * Some steps are the only steps of their kind, such as the first step of a run. Adds each of them
   * to the kind of the step one period later, or, if there is no such step, one period earlier.
   * Otherwise the times of the loop would not be periodic.
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

  /** Returns for each step the number of its kind; {@link #ANY} if the kind has one step. */
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

  /** Returns the number of steps after which kinds recur. Kinds of one step are ignored. */
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
