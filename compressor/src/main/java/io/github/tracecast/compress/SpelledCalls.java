package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order of the calls in a stretch of a task's program, with its loops expanded. Not
 * thread-safe.
 */
final class SpelledCalls {
  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final Map<LoopNode, LongSequence> iterations = new HashMap<>();
  private final Map<LoopNode, Integer> executed = new HashMap<>();
  private final int most;

  /** The runs of equal calls in order. A run is the number of a call and the number of its repetitions. */
  private final List<Run> runs = new ArrayList<>();

  private long length;

  private record Run(int call, long times) {}

  private SpelledCalls(Collection<Integer> calls, int most) {
    calls.forEach(id -> numbers.put(id, numbers.size()));
    this.most = most;
  }

  /**
   * Expands the loops of a stretch.
   *
   * @param calls the structure numbers of all calls; the index of a call in this list is its number
   * @param most the largest number of runs
   * @return the order of calls; null if it has more runs
   */
  static @Nullable SpelledCalls of(List<TaskEntry> stretch, Collection<Integer> calls, int most) {
    SpelledCalls spelled = new SpelledCalls(calls, most);
    for (TaskEntry node : stretch) {
      if (!spelled.add(node)) {
        return null;
      }
    }
    return spelled;
  }

  private boolean add(TaskEntry node) {
    return switch (node) {
      case LeafNode leaf -> add(numberOf(leaf), 1);
      case LoopNode loop -> add(loop);
    };
  }

  /** Returns the number of a call, which is its index in the list of {@link #of}. */
  private int numberOf(LeafNode leaf) {
    return Objects.requireNonNull(numbers.get(leaf.id));
  }

  private boolean add(LoopNode loop) {
    LongSequence all = iterations.computeIfAbsent(loop, LoopNode::iterations);
    long times = all.get(executed.merge(loop, 1, Integer::sum) - 1);
    if (loop.body.length == 1 && loop.body[0] instanceof LeafNode leaf) {
      return times == 0 || add(numberOf(leaf), times);
    }
    for (long i = 0; i < times; i++) {
      for (TaskEntry node : loop.body) {
        if (!add(node)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean add(int call, long times) {
    length++;
    if (!runs.isEmpty() && runs.getLast().call == call) {
      runs.add(new Run(call, runs.removeLast().times + times));
    } else {
      runs.add(new Run(call, times));
    }
    return length <= most;
  }

  /**
   * Returns the runs as a loop whose iteration makes all calls in order: for each call, its number
   * of repetitions in each iteration.
   */
  LongSequence[] runs() {
    int width = numbers.size();
    List<LongSequence> columns = new ArrayList<>();
    int place = 0;
    for (Run run : runs) {
      while (place % width != run.call) {
        append(columns, place++, width, 0);
      }
      append(columns, place++, width, run.times);
    }
    while (place % width != 0) {
      append(columns, place++, width, 0);
    }
    return columns.toArray(LongSequence[]::new);
  }

  private static void append(List<LongSequence> columns, int place, int width, long times) {
    if (place < width) {
      columns.add(new LongSequence(times));
    } else {
      columns.get(place % width).append(times);
    }
  }
}
