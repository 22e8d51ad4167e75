package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Folds calls that alternate irregularly, such as the calls in a branch that depends on data. A
 * stretch of few different calls becomes one loop. The body of the loop has an inner loop for each
 * call, with as many iterations as the call is repeated in a row. So the outcomes of a branch are
 * stored as numbers of iterations (CYPRESS, figure 11), and each call and its times are stored
 * once. The order of calls is kept. An instance folds one program only.
 */
final class BranchFolding {
  /**
   * A call is folded only if it occurs this often in the program. In a stretch, calls must occur
   * this often on average.
   */
  private static final int PLACES = 8;

  /** A stretch is folded only if it has at most this many different calls. */
  private static final int CALLS = 12;

  /**
   * The largest number of iteration counts in a folded stretch, for each occurrence of one of its
   * calls.
   */
  private static final int SPELLED = 16;

  private final IntFunction<String> siteNames;
  private final List<TaskEntry> folded = new ArrayList<>();

  private BranchFolding(IntFunction<String> siteNames) {
    this.siteNames = siteNames;
  }

  /**
   * Folds the branches of a program. The result may share nodes with the program, which must not be
   * used any more.
   */
  static List<TaskEntry> of(List<TaskEntry> program, IntFunction<String> siteNames) {
    BranchFolding folding = new BranchFolding(siteNames);
    folding.fold(program);
    return folding.folded;
  }

  private void fold(List<TaskEntry> program) {
    Map<Integer, Integer> places = places(program);
    int from = 0;
    for (int at = 0; at <= program.size(); at++) {
      if (at == program.size() || !isFrequent(program.get(at), places)) {
        add(program.subList(from, at));
        if (at < program.size()) {
          folded.add(program.get(at));
        }
        from = at + 1;
      }
    }
  }

  /** Counts how often each call occurs in a program whose loops are not expanded. */
  private static Map<Integer, Integer> places(List<TaskEntry> program) {
    Map<Integer, Integer> places = new LinkedHashMap<>();
    forEachLeaf(program, leaf -> places.merge(leaf.id, 1, Integer::sum));
    return places;
  }

  private static void forEachLeaf(List<TaskEntry> program, Consumer<LeafNode> visit) {
    for (TaskEntry node : program) {
      switch (node) {
        case LeafNode leaf -> visit.accept(leaf);
        case LoopNode loop -> forEachLeaf(List.of(loop.body), visit);
      }
    }
  }

  private static boolean isFrequent(TaskEntry node, Map<Integer, Integer> places) {
    return switch (node) {
      case LeafNode leaf -> places.getOrDefault(leaf.id, 0) >= PLACES;
      case LoopNode loop -> Arrays.stream(loop.body).allMatch(inner -> isFrequent(inner, places));
    };
  }

  private void add(List<TaskEntry> stretch) {
    Map<Integer, Integer> places = places(stretch);
    int all = places.values().stream().mapToInt(Integer::intValue).sum();
    if (places.size() < 2 || places.size() > CALLS || all < PLACES * places.size()) {
      folded.addAll(stretch);
      return;
    }
    List<Integer> calls = inOrder(stretch);
    SpelledCalls spelled = SpelledCalls.of(stretch, calls, SPELLED * all);
    if (spelled == null || !isInOrder(stretch)) {
      folded.addAll(stretch);
      return;
    }
    LongSequence[] runs = spelled.runs();
    if (numbers(runs) > (long) SPELLED * all) {
      folded.addAll(stretch);
    } else {
      folded.add(loop(leaves(stretch, calls), runs));
    }
  }

  /**
   * Returns the calls sorted by the names of their call sites. This order is the same for all
   * ranks, and is often the order of the source lines.
   */
  private List<Integer> inOrder(List<TaskEntry> stretch) {
    Map<Integer, Leaf> leaves = new LinkedHashMap<>();
    forEachLeaf(stretch, leaf -> leaves.put(leaf.id, leaf.leaf));
    Comparator<Leaf> byName =
        Comparator.comparing(leaf -> siteNames.apply(leaf.site).length());
    return leaves.values().stream()
        .sorted(byName
            .thenComparing(leaf -> siteNames.apply(leaf.site))
            .thenComparing(leaf -> leaf.call)
            .thenComparing(leaf -> leaf.mask))
        .map(leaf -> leaf.id)
        .toList();
  }

  /** Returns how many numbers the trace has for the iteration counts of all calls. */
  private static long numbers(LongSequence[] runs) {
    return Arrays.stream(runs).mapToLong(LongSequence::period).sum();
  }

  /**
   * Whether the values of each call can be appended entry by entry. They can if the values are the
   * same wherever the call occurs, or if no entry contains the call twice.
   */
  private static boolean isInOrder(List<TaskEntry> stretch) {
    Map<Integer, LeafNode> firsts = new HashMap<>();
    Set<Integer> differing = new HashSet<>();
    forEachLeaf(stretch, leaf -> {
      if (!sameValues(firsts.computeIfAbsent(leaf.id, id -> leaf), leaf)) {
        differing.add(leaf.id);
      }
    });
    return stretch.stream()
        .flatMap(node -> places(List.of(node)).entrySet().stream())
        .noneMatch(call -> call.getValue() > 1 && differing.contains(call.getKey()));
  }

  private static boolean sameValues(LeafNode one, LeafNode other) {
    LongSequence[] mine = one.sequences();
    LongSequence[] others = other.sequences();
    return IntStream.range(0, mine.length)
        .allMatch(i ->
            mine[i].isConstant() && others[i].isConstant() && mine[i].get(0) == others[i].get(0));
  }

  /** Returns one node for each call, with all its executions. */
  private static List<LeafNode> leaves(List<TaskEntry> stretch, Iterable<Integer> calls) {
    Map<Integer, LeafNode> leaves = new LinkedHashMap<>();
    forEachLeaf(stretch, leaf -> {
      LeafNode first = leaves.putIfAbsent(leaf.id, leaf);
      if (first == null) {
        leaf.parent = null; // times have no positions, because the loops no longer exist
      } else {
        first.absorb(leaf);
      }
    });
    List<LeafNode> all = new ArrayList<>();
    calls.forEach(id -> all.add(leaves.get(id)));
    return all;
  }

  private static LoopNode loop(List<LeafNode> leaves, LongSequence[] runs) {
    TaskEntry[] body = new TaskEntry[runs.length];
    for (int i = 0; i < body.length; i++) {
      LeafNode leaf = leaves.get(i);
      boolean once = runs[i].isConstant() && runs[i].get(0) == 1;
      body[i] = once ? leaf : loop(runs[i], leaf);
    }
    return loop(new LongSequence(runs[0].length()), body);
  }

  /**
   * @param iterations the number of iterations of each execution
   * @return a loop, whose structure number is never compared
   */
  private static LoopNode loop(LongSequence iterations, TaskEntry... body) {
    long executions = iterations.length();
    LongSequence earlier = null;
    for (long i = 0; i < executions - 1; i++) {
      if (earlier == null) {
        earlier = new LongSequence(iterations.get(i));
      } else {
        earlier.append(iterations.get(i));
      }
    }
    return new LoopNode(0, body, earlier, iterations.get(executions - 1));
  }
}
