package io.github.tracecast.compress.loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the shortest nest as a shortest path over places of the stream. A symbol leads to the next
 * place at a cost of 1. A loop of period p is a path over 2p, 3p, ... places at the cost of its
 * body, and the body is a shortest path too. Loops lie in maximal repetitions. Their bodies are
 * weighed by ascending period, so the loops within a body are known. A repetition has a body for
 * each of its first p starts; the others are equal to one of these.
 *
 * <p>Each place is the end of O(log n) repetitions with two iterations or more that begin at the
 * same distance (Crochemore). Paths do not depend on where a loop begins. So the best beginning is
 * carried along for each body: one step for each place and repetition. All bodies together have a
 * budget of places. A stream as repetitive as Fibonacci's word has too many starts. Then the budget
 * limits the number of starts per repetition, by the same number for all.
 */
final class OptimalSearch {
  /**
   * The least budget of places. For streams of up to some thousand symbols it covers all places.
   */
  private static final long LEAST = 1 << 24;

  /** For longer streams, the budget is this times n log2 n. */
  private static final long FACTOR = 8;

  private final SymbolTable symbols;
  private final int[] stream;
  private final Repetitions repetitions;
  private boolean exact = true;

  /** For each place the repetitions that end there with at least two iterations, by ascending period. */
  private final int[] first;

  private int[] ending;

  /** The start of each repetition's bodies in the columns below, and the end of the last. */
  private final int[] base;

  private final int[] cost;
  private final int[] best;
  private final int[] bestFrom;

  private final int[] length;
  private final int[] from;
  private final int[] loop;
  private final Map<Integer, LoopNest> bodies = new HashMap<>();
  private long steps;

  OptimalSearch(SymbolTable symbols) {
    this(symbols, budget(symbols.stream().length));
  }

  /** @param budget places for all bodies together; each repetition has at least one body */
  OptimalSearch(SymbolTable symbols, long budget) {
    this.symbols = symbols;
    stream = symbols.stream();
    repetitions = new Repetitions(stream);
    first = new int[stream.length + 2];
    base = new int[repetitions.count() + 1];
    index(startsWithin(budget));
    cost = new int[base[repetitions.count()]];
    best = new int[cost.length];
    bestFrom = new int[cost.length];
    length = new int[stream.length + 1];
    from = new int[stream.length + 1];
    loop = new int[stream.length + 1];
  }

  LoopDiscovery run() {
    for (int i = 0; i < repetitions.count(); i++) {
      int start = repetitions.start(i);
      for (int body = base[i]; body < base[i + 1]; body++) {
        int at = start + body - base[i];
        cost[body] = weigh(at, at + repetitions.period(i));
      }
    }
    LoopNest nest = nest(0, stream.length);
    return new LoopDiscovery(nest, exact, steps + repetitions.steps());
  }

  private static long budget(int length) {
    return Math.max(LEAST, FACTOR * length * (32 - Integer.numberOfLeadingZeros(length)));
  }

  /** Returns the number of places where at least two iterations can begin. */
  private int starts(int repetition) {
    return repetitions.end(repetition)
        - repetitions.start(repetition)
        - 2 * repetitions.period(repetition)
        + 1;
  }

  private int bodies(int repetition) {
    return Math.min(repetitions.period(repetition), starts(repetition));
  }

  /**
   * Returns the starts per repetition that keep all bodies within the budget. The number is halved
   * until they fit.
   */
  private int startsWithin(long budget) {
    int most = Math.max(1, stream.length);
    while (most > 1 && places(most) > budget) {
      most /= 2;
    }
    return most;
  }

  private long places(int most) {
    long places = 0;
    for (int i = 0; i < repetitions.count(); i++) {
      places += (long) Math.min(most, bodies(i)) * repetitions.period(i);
    }
    return places;
  }

  private void index(int most) {
    for (int i = 0; i < repetitions.count(); i++) {
      int starts = starts(i);
      int tried = Math.min(most, bodies(i));
      exact &= tried == bodies(i);
      base[i + 1] = Math.addExact(base[i], tried);
      for (int end = repetitions.end(i) - starts + 1; end <= repetitions.end(i); end++) {
        first[end + 1]++;
      }
    }
    for (int i = 1; i < first.length; i++) {
      first[i] = Math.addExact(first[i], first[i - 1]);
    }
    ending = new int[first[stream.length + 1]];
    int[] next = first.clone();
    for (int i = 0; i < repetitions.count(); i++) {
      int earliest = repetitions.start(i) + 2 * repetitions.period(i);
      for (int end = earliest; end <= repetitions.end(i); end++) {
        ending[next[end]++] = i;
      }
    }
    steps += 2L * ending.length;
  }

  /**
   * Returns the length of the shortest nest of a stretch. {@link #from} and {@link #loop} lead back
   * along it.
   */
  private int weigh(int start, int end) {
    length[start] = 0;
    for (int to = start + 1; to <= end; to++) {
      int shortest = length[to - 1] + 1;
      int before = to - 1;
      int with = -1;
      int at = first[to];
      for (; at < first[to + 1]; at++) {
        int i = ending[at];
        int period = repetitions.period(i);
        int begin = to - 2 * period;
        if (begin < start) {
          break;
        }
        int body = base[i] + (begin - repetitions.start(i)) % period;
        if (body >= base[i + 1]) {
          continue;
        }
        boolean fresh = begin - period < Math.max(start, repetitions.start(i));
        if (fresh || length[begin] < best[body]) {
          best[body] = length[begin];
          bestFrom[body] = begin;
        }
        if (best[body] + cost[body] < shortest) {
          shortest = best[body] + cost[body];
          before = bestFrom[body];
          with = i;
        }
      }
      steps += 1 + at - first[to];
      length[to] = shortest;
      from[to] = before;
      loop[to] = with;
    }
    return length[end];
  }

  private LoopNest nest(int start, int end) {
    weigh(start, end);
    // bodies overwrite the tables, so the path is copied first, as pairs of place and repetition
    List<int[]> path = new ArrayList<>();
    for (int to = end; to > start; to = from[to]) {
      path.add(new int[] {from[to], to, loop[to]});
    }
    List<LoopNest.Part> parts = new ArrayList<>(path.size());
    for (int[] edge : path.reversed()) {
      parts.add(edge[2] < 0 ? symbols.symbol(stream[edge[0]]) : loop(edge[2], edge[0], edge[1]));
    }
    return new LoopNest(parts);
  }

  private LoopNest.Loop loop(int repetition, int start, int end) {
    int period = repetitions.period(repetition);
    int place = (start - repetitions.start(repetition)) % period;
    int key = base[repetition] + place;
    LoopNest body = bodies.get(key);
    if (body == null) {
      body = nest(start, start + period);
      bodies.put(key, body);
    }
    return new LoopNest.Loop((end - start) / period, body);
  }
}
