package io.github.tracecast.compress.loops;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches for loops greedily, level by level. On each level, it takes repetitions by ascending
 * period. It skips a repetition if those already taken leave no room for two of its iterations.
 * Each other repetition becomes a loop, which is a symbol of the next level; equal loops have the
 * same symbol. A loop of the next level contains a symbol of this level at least twice. So a symbol
 * of level k represents at least 2^k symbols of the stream, and there are at most log2 n levels.
 */
final class GreedySearch {
  private final int[] raw;
  private final List<LoopNest.Part> parts = new ArrayList<>();
  private final Map<IntBuffer, Integer> loops = new HashMap<>();
  private long steps;

  GreedySearch(SymbolTable symbols) {
    raw = symbols.stream();
    for (int i = 0; i < symbols.count(); i++) {
      parts.add(symbols.symbol(i));
    }
  }

  LoopDiscovery run() {
    int[] stream = raw;
    while (true) {
      Repetitions repetitions = new Repetitions(stream);
      steps += repetitions.steps();
      if (repetitions.count() == 0) {
        return new LoopDiscovery(nest(stream, 0, stream.length), false, steps);
      }
      stream = fold(stream, repetitions);
    }
  }

  private int[] fold(int[] stream, Repetitions repetitions) {
    BitSet taken = new BitSet(stream.length);
    int[] periods = new int[stream.length];
    int[] iterations = new int[stream.length];
    for (int i = 0; i < repetitions.count(); i++) {
      int period = repetitions.period(i);
      int end = repetitions.end(i);
      int from = taken.nextClearBit(repetitions.start(i));
      while (from + 2L * period <= end) {
        int next = taken.nextSetBit(from);
        int to = next < 0 ? end : Math.min(next, end);
        int count = (to - from) / period;
        if (count >= 2) {
          periods[from] = period;
          iterations[from] = count;
          taken.set(from, from + count * period);
        }
        from = taken.nextClearBit(to);
        steps++;
      }
      steps += 1 + (end - repetitions.start(i) >>> 6);
    }
    return replaced(stream, periods, iterations);
  }

  private int[] replaced(int[] stream, int[] periods, int[] iterations) {
    int[] shorter = new int[stream.length];
    int length = 0;
    for (int at = 0; at < stream.length; steps++) {
      if (iterations[at] == 0) {
        shorter[length++] = stream[at++];
      } else {
        shorter[length++] = loop(stream, at, periods[at], iterations[at]);
        at += periods[at] * iterations[at];
      }
    }
    return Arrays.copyOf(shorter, length);
  }

  private int loop(int[] stream, int at, int period, int iterations) {
    int[] key = new int[period + 1];
    key[0] = iterations;
    System.arraycopy(stream, at, key, 1, period);
    steps += period;
    return loops.computeIfAbsent(IntBuffer.wrap(key), wrapped -> {
      parts.add(new LoopNest.Loop(iterations, nest(stream, at, at + period)));
      return parts.size() - 1;
    });
  }

  private LoopNest nest(int[] stream, int from, int to) {
    return new LoopNest(Arrays.stream(stream, from, to).mapToObj(parts::get).toList());
  }
}
