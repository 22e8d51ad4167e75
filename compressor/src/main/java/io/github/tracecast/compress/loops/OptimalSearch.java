package io.github.tracecast.compress.loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Finds the shortest nest as a shortest path over positions (places) in the stream. A symbol leads
 * to the next place at a cost of 1. A loop of period p leads 2p, 3p, ... places on, at the cost of
 * its body, which is the length of a shortest path too. Loops lie in maximal repetitions. The costs
 * of bodies are computed by ascending period, so the loops inside a body are known. A repetition
 * has a body for each of its first p starts; later starts have equal bodies.
 *
 * <p>Each place is the end of O(log n) repetitions with two iterations or more that begin at the
 * same distance (Crochemore). The cost of a path does not depend on where its loop begins. So the
 * search keeps the best beginning for each body, which takes one step for each place and
 * repetition. All bodies together have a budget of places. In a stream as repetitive as Fibonacci's
 * word, repetitions have too many starts. Then each repetition gets the same limit on its starts.
 */
final class OptimalSearch {
  /**
   * The smallest budget. It suffices for every position of every loop body in streams of a few
   * thousand symbols.
   */
  private static final long LEAST = 1 << 24;

  /** For longer streams, the budget is this factor times n log2 n. */
  private static final long FACTOR = 8;

  private final SymbolTable symbols;
  private final int[] stream;
  private final Repetitions repetitions;
  private boolean exact = true;

  // The following arrays are columns of three tables, with a row for each place, repetition or
  // body. A place in the stream is the number of symbols before it.

  /**
   * For each place, the index of its first row in {@link #ending}. The rows of a place are the
   * repetitions that can end there with at least two iterations, by ascending period.
   */
  private final int[] firstEnding;

  private int[] ending;

  /**
   * For each repetition, the number of its first body. Its other bodies follow, in the order of
   * their starts.
   */
  private final int[] firstBody;

  /** For each body, the length of its shortest nest. */
  private final int[] bodyCost;

  /**
   * For each body, the place where a loop of this body best begins if it ends at the current place.
   */
  private final int[] loopBegin;

  /** For each body, the length of the shortest nest up to its {@link #loopBegin}. */
  private final int[] costBefore;

  /**
   * For each place, the length of the shortest nest from the start of the current stretch to this
   * place.
   */
  private final int[] pathCost;

  /** For each place, the previous place on the path of {@link #pathCost}. */
  private final int[] previousPlace;

  /**
   * For each place, the repetition whose loop leads from the previous place to it; -1 for a symbol.
   */
  private final int[] lastLoop;

  private final Map<Integer, LoopNest> bodies = new HashMap<>();
  private long steps;

  OptimalSearch(SymbolTable symbols) {
    this(symbols, budget(symbols.stream().length));
  }

  /**
   * @param budget the largest number of places of all bodies together; each repetition has at least
   *     one body
   */
  OptimalSearch(SymbolTable symbols, long budget) {
    this.symbols = symbols;
    stream = symbols.stream();
    repetitions = new Repetitions(stream);
    firstEnding = new int[stream.length + 2];
    firstBody = new int[repetitions.count() + 1];
    indexRepetitions(startsWithin(budget));
    bodyCost = new int[firstBody[repetitions.count()]];
    costBefore = new int[bodyCost.length];
    loopBegin = new int[bodyCost.length];
    pathCost = new int[stream.length + 1];
    previousPlace = new int[stream.length + 1];
    lastLoop = new int[stream.length + 1];
  }

  LoopDiscovery run() {
    for (int i = 0; i < repetitions.count(); i++) {
      int start = repetitions.start(i);
      for (int body = firstBody[i]; body < firstBody[i + 1]; body++) {
        int at = start + body - firstBody[i];
        bodyCost[body] = weigh(at, at + repetitions.period(i));
      }
    }
    LoopNest nest = nest(0, stream.length);
    return new LoopDiscovery(nest, exact, steps + repetitions.steps());
  }

  private static long budget(int length) {
    return Math.max(LEAST, FACTOR * length * (32 - Integer.numberOfLeadingZeros(length)));
  }

  /** Returns the number of places of a repetition at which at least two iterations can begin. */
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
   * Returns a number of starts per repetition with which all bodies fit into the budget. The number
   * is halved until they fit.
   */
  private int startsWithin(long budget) {
    int most = Math.max(1, stream.length);
    while (most > 1 && places(most) > budget) {
      most /= 2;
    }
    return most;
  }

  private long places(int most) {
    return IntStream.range(0, repetitions.count())
        .mapToLong(i -> (long) Math.min(most, bodies(i)) * repetitions.period(i))
        .sum();
  }

  private void indexRepetitions(int mostBodies) {
    for (int i = 0; i < repetitions.count(); i++) {
      int starts = starts(i);
      int tried = Math.min(mostBodies, bodies(i));
      exact &= tried == bodies(i);
      firstBody[i + 1] = Math.addExact(firstBody[i], tried);
      for (int end = repetitions.end(i) - starts + 1; end <= repetitions.end(i); end++) {
        firstEnding[end + 1]++;
      }
    }
    for (int i = 1; i < firstEnding.length; i++) {
      firstEnding[i] = Math.addExact(firstEnding[i], firstEnding[i - 1]);
    }
    ending = new int[firstEnding[stream.length + 1]];
    int[] next = firstEnding.clone();
    for (int i = 0; i < repetitions.count(); i++) {
      int earliest = repetitions.start(i) + 2 * repetitions.period(i);
      for (int end = earliest; end <= repetitions.end(i); end++) {
        ending[next[end]++] = i;
      }
    }
    steps += 2L * ending.length;
  }

  /**
   * Returns the length of the shortest nest of a stretch. {@link #previousPlace} and {@link
   * #lastLoop} then have the path to it, from the end back to the start.
   */
  private int weigh(int start, int end) {
    pathCost[start] = 0;
    for (int to = start + 1; to <= end; to++) {
      int shortest = pathCost[to - 1] + 1;
      int before = to - 1;
      int with = -1;
      int at = firstEnding[to];
      for (; at < firstEnding[to + 1]; at++) {
        int i = ending[at];
        int period = repetitions.period(i);
        int begin = to - 2 * period;
        if (begin < start) {
          break;
        }
        int body = firstBody[i] + (begin - repetitions.start(i)) % period;
        if (body >= firstBody[i + 1]) {
          continue;
        }
        boolean fresh = begin - period < Math.max(start, repetitions.start(i));
        if (fresh || pathCost[begin] < costBefore[body]) {
          costBefore[body] = pathCost[begin];
          loopBegin[body] = begin;
        }
        if (costBefore[body] + bodyCost[body] < shortest) {
          shortest = costBefore[body] + bodyCost[body];
          before = loopBegin[body];
          with = i;
        }
      }
      steps += 1 + at - firstEnding[to];
      pathCost[to] = shortest;
      previousPlace[to] = before;
      lastLoop[to] = with;
    }
    return pathCost[end];
  }

  private LoopNest nest(int start, int end) {
    weigh(start, end);
    // the search in loop bodies overwrites the tables, so the best path is copied first; each step
    // has the previous place, the place and the repetition
    List<int[]> path = new ArrayList<>();
    for (int to = end; to > start; to = previousPlace[to]) {
      path.add(new int[] {previousPlace[to], to, lastLoop[to]});
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
    int key = firstBody[repetition] + place;
    LoopNest body = bodies.get(key);
    if (body == null) {
      body = nest(start, start + period);
      bodies.put(key, body);
    }
    return new LoopNest.Loop((end - start) / period, body);
  }
}
