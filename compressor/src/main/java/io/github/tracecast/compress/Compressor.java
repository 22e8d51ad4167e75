package io.github.tracecast.compress;

import io.github.tracecast.compress.iterations.RepresentativeTimes;
import io.github.tracecast.compress.iterations.SingleTimes;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import io.github.tracecast.trace.validation.TraceValidator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Compresses a run. It provides a sink for the events of each task and creates one trace from all
 * events.
 *
 * <p>Programs are merged along a binary tree over the ranks ({@link CompressOptions.RadixTree}). A
 * {@linkplain #finish finished} task is merged with its partners as soon as these are finished too,
 * by the thread that finishes the last of them. If tasks come one after another, memory holds one
 * task, and one program for each level of the tree. The trace does not depend on the order of the
 * tasks.
 *
 * <p>Thread-safe: tasks can be on different threads. Only one thread at a time may use a sink.
 */
public final class Compressor {
  private final int ranks;
  private final CompressOptions options;
  private final Definitions definitions;

  /** The tasks that have begun but are not finished, by rank. */
  private final Map<Integer, TaskCompressor> tasks = new HashMap<>();

  private final BitSet finished = new BitSet();

  /** The single times of each finished rank; empty if the options keep no times of iterations. */
  private final Map<Integer, SingleTimes> singles = new HashMap<>();

  /**
   * The class of each rank, and the index of the rank in its class; null if all ranks are one
   * class.
   */
  private final int @Nullable [] classOf;

  private final int @Nullable [] placeOf;

  /**
   * For each class, a tree that merges the ranks of the class. Then {@link #run} merges the
   * classes.
   */
  private final MergeTree[] classes;

  private final MergeTree run;

  /** The program of all ranks; null until all ranks are merged. */
  private @Nullable MergedProgram program;

  private int missed;

  /** @param ranks the size of MPI_COMM_WORLD, 1 to {@link RankList#MAX_RANKS} */
  public Compressor(int ranks, CompressOptions options) {
    this.ranks = possible(ranks);
    this.options = options;
    this.definitions = new Definitions(ranks);
    this.classOf = null;
    this.placeOf = null;
    this.classes = new MergeTree[] {new MergeTree(ranks, options.detail(), options.tree())};
    this.run = new MergeTree(1, options.detail(), options.tree());
  }

  /**
   * Creates a compressor for a run with classes of ranks whose programs differ only in values and
   * times.
   *
   * @param ranks the size of MPI_COMM_WORLD, 1 to {@link RankList#MAX_RANKS}
   * @param alike disjoint classes of ranks, each merged first within itself; a rank outside them is
   *     a class of its own
   */
  public Compressor(int ranks, CompressOptions options, List<RankList> alike) {
    this.ranks = possible(ranks);
    this.options = options;
    this.definitions = new Definitions(ranks);
    int[] classOf = new int[ranks];
    int[] placeOf = new int[ranks];
    List<RankList> all = classes(ranks, alike);
    this.classes = new MergeTree[all.size()];
    for (int i = 0; i < classes.length; i++) {
      int[] members = all.get(i).toArray();
      classes[i] = new MergeTree(members.length, options.detail(), options.tree());
      for (int place = 0; place < members.length; place++) {
        classOf[members[place]] = i;
        placeOf[members[place]] = place;
      }
    }
    this.classOf = classOf;
    this.placeOf = placeOf;
    this.run = new MergeTree(classes.length, options.detail(), options.tree());
  }

  private static int possible(int ranks) {
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw TraceException.at("compression", ranks + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    return ranks;
  }

  /** Returns all classes, sorted by their smallest ranks. */
  private static List<RankList> classes(int ranks, List<RankList> alike) {
    List<RankList> all = new ArrayList<>(alike);
    RankList rest = RankList.range(0, ranks);
    for (RankList one : alike) {
      rest = rest.minus(one);
    }
    rest.forEach(rank -> all.add(RankList.of(rank)));
    all.sort(Comparator.comparingInt(RankList::min));
    return all;
  }

  /**
   * Returns the sink of a rank. Each call returns the same sink.
   *
   * @throws IllegalStateException if the rank was finished
   */
  public EventSink task(int rank) {
    synchronized (this) {
      requireRank(rank);
      if (finished.get(rank)) {
        throw new IllegalStateException("rank " + rank + " was finished");
      }
      return tasks.computeIfAbsent(
          rank, number -> new TaskCompressor(number, definitions, options));
    }
  }

  /** Returns the object that receives a rank's program in folded form instead of its events. */
  public FoldedTask folded(int rank) {
    return new FoldedTask((TaskCompressor) task(rank), options);
  }

  private void requireRank(int rank) {
    if (rank < 0 || rank >= ranks) {
      throw TraceException.at("compression", "rank " + rank, "0 to " + (ranks - 1));
    }
  }

  /** Declares that no more events of a rank will come. */
  public void finish(int rank) {
    TaskCompressor task;
    synchronized (this) {
      requireRank(rank);
      task = tasks.remove(rank);
      if (task == null) {
        throw new IllegalStateException(
            "rank " + rank + (finished.get(rank) ? " was finished" : " was never started"));
      }
      finished.set(rank);
      if (options.keepsIterations()) {
        singles.put(rank, task.singles());
      }
      int longer = task.folder().missed();
      missed = missed == 0 || longer > 0 && longer < missed ? longer : missed;
    }
    int number = classOf == null ? 0 : classOf[rank];
    int place = placeOf == null ? rank : placeOf[rank];
    MergedProgram ofClass = classes[number].put(place, FoldedProgram.of(task));
    MergedProgram ofRun = ofClass == null ? null : run.put(number, ofClass);
    if (ofRun != null) {
      synchronized (this) {
        program = ofRun;
      }
    }
  }

  /**
   * Finishes all unfinished tasks in parallel and creates the trace.
   *
   * @param origin the program that makes the trace, and its input; may be empty
   * @param notes warnings to store in the trace; the compression adds its own warnings
   * @throws TraceException if a rank has no event, a member did not define its communicator, or an
   *     event has an illegal value such as a negative tag
   */
  public Trace trace(String origin, List<String> notes) {
    return trace(origin, notes, UnaryOperator.identity());
  }

  private void finishAll() {
    List<Integer> unfinished = List.copyOf(tasks.keySet());
    try {
      ParallelParts.run(
          unfinished.size(),
          options.threads(),
          done -> {},
          (number, progress) -> finish(unfinished.get(number)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates the trace, as {@link #trace(String, List)} does.
   *
   * @param reduced reduces the times of the trace, before the times of some iterations are added
   */
  public Trace trace(String origin, List<String> notes, UnaryOperator<Trace> reduced) {
    for (int rank = 0; rank < ranks; rank++) {
      if (!tasks.containsKey(rank) && !finished.get(rank)) {
        throw TraceException.at(
            "compression", "no events of rank " + rank, "events of all " + ranks + " ranks");
      }
    }
    finishAll();
    List<String> all = new ArrayList<>(notes);
    if (missed > 0) {
      all.add("a loop of " + missed
          + " calls and inner loops is not folded, because the window has room for only "
          + options.window() + " of them; use `window " + missed + "`");
    }
    MergedProgram whole = Objects.requireNonNull(program); // finish() has merged all ranks
    Trace trace = TraceAssembly.of(whole, definitions, options, origin, all, reduced);
    if (options.keepsIterations()) {
      SingleTimes[] inOrder = new SingleTimes[ranks];
      Arrays.setAll(inOrder, singles::get);
      trace = RepresentativeTimes.of(trace, inOrder, options.threads());
    }
    TraceValidator.check(trace);
    return trace;
  }
}
