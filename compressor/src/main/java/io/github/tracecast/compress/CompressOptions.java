package io.github.tracecast.compress;

import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.system.ParallelParts;
import java.util.function.Consumer;

/**
 * Options for the compression of a run.
 *
 * @param window the most entries of a loop body, at least 1; an entry is a call, or a loop that was
 *     already found
 * @param deltas the form of the times in the trace, such as a histogram
 * @param buckets the most bins of a histogram, or the number of equal buckets, at least 2
 * @param detail the ranks and executions that have separate deltas
 * @param requestRing number of a task's most recent requests that an event can refer to, at least 1
 * @param materialTimes whether {@link MaterialTimes} reduces the histograms of a recording
 * @param completions the form of waits and tests that complete only some of their requests
 * @param matches the form in which the trace has the matches of receives of any source or tag
 * @param tree the order in which ranks are merged
 * @param threads the most ranks that are compressed at the same time, at least 1; the trace does
 *     not depend on it
 */
public record CompressOptions(
    int window,
    Deltas deltas,
    int buckets,
    DeltaDetail detail,
    int requestRing,
    boolean materialTimes,
    Completions completions,
    Matches matches,
    RadixTree tree,
    int threads) {
  /**
   * The default: a window of 5,000 entries, histograms of 16 bins, times of some iterations, and
   * the 1,000,000 most recent requests.
   */
  public static final CompressOptions DEFAULT = new CompressOptions(
      5000,
      Deltas.HISTOGRAM,
      16,
      DeltaDetail.ITERATIONS,
      1_000_000,
      false,
      Completions.COUNTED,
      Matches.EXACT,
      RadixTree.LSB,
      ParallelParts.cores());

  public CompressOptions {
    require(window >= 1, "`window`", window, "at least 1");
    require(buckets >= 2, "bins of `deltas`", buckets, "at least 2");
    require(requestRing >= 1, "request ring", requestRing, "at least 1");
    require(threads >= 1, "threads", threads, "at least 1");
  }

  private static void require(boolean legal, String option, int found, String expected) {
    if (!legal) {
      throw new IllegalArgumentException(option + ": found " + found + "; expected " + expected);
    }
  }

  /** The form of times before and inside calls in the trace. */
  public enum Deltas {
    /** The trace has no times. */
    NONE,
    /** The trace has count, minimum, average and maximum. */
    MINAVGMAX,
    /** The trace has count, minimum, mean, standard deviation and maximum. */
    MEANSTDDEV,
    /** The trace has bins on a logarithmic scale, each with its own count, minimum, average and maximum. */
    HISTOGRAM,
    /**
     * The trace has buckets of equal width between minimum and maximum, stored as a base, a stride
     * and counts. A replay takes each value as the middle of its bucket.
     */
    BUCKETS
  }

  /** The ranks and executions that have separate deltas. */
  public enum DeltaDetail {
    /** All ranks and all executions of a path share one delta. */
    SHARED,
    /**
     * Ranks and positions in a loop have separate deltas if their times differ consistently. Single
     * executions have separate deltas if the slowest rank changes between executions. The size
     * stays bounded: 16 groups of ranks per event, and 4,096 distributions of single executions per
     * trace.
     */
    GROUPS,
    /**
     * Like {@link #GROUPS}, but calls with much computation have the times of some iterations.
     * These iterations are the same for all ranks and calls, and a replay uses them one after
     * another ({@link io.github.tracecast.compress.iterations.RepresentativeTimes}).
     */
    ITERATIONS,
    /** Like {@link #GROUPS}, but each rank has separate deltas. */
    RANKS,
    /** Each single time is kept, in order. */
    ALL
  }

  /**
   * The order in which ranks are merged. Two ranks that are merged at a level of the tree differ in
   * one bit.
   */
  public enum RadixTree {
    /** Neighbours are merged first: the first level is the least significant bit. */
    LSB,
    /**
     * Ranks whose numbers differ by half the number of ranks are merged first: the first level is
     * the most significant bit.
     */
    MSB;

    /**
     * Returns the rank that merges the program of another rank with its own. The result does not
     * depend on the number of ranks.
     *
     * @param rank at least 1; rank 0 is the root
     */
    public int parent(int rank) {
      return rank - (this == LSB ? Integer.lowestOneBit(rank) : Integer.highestOneBit(rank));
    }
  }

  /** The form of polls, and of waits and tests that complete only some of their requests. */
  public enum Completions {
    /** Successive calls become one event with the number of completed requests. */
    COUNTED,
    /** Each call lists the requests that it completed. */
    EXACT
  }

  /** The form of the matches of receives of any source or any tag. */
  public enum Matches {
    /** The trace has no matches. */
    NONE,
    /**
     * If receives differ only in the order of their matches, the trace has the number of matches
     * from each source with each tag. Otherwise it has the matches as in {@link #EXACT}.
     */
    COUNTS,
    /** The trace has each match, in order. */
    EXACT
  }

  public CompressOptions withWindow(int entries) {
    return with(draft -> draft.window = entries);
  }

  public CompressOptions withDeltas(Deltas kind) {
    return with(draft -> draft.deltas = kind);
  }

  public CompressOptions withBuckets(int most) {
    return with(draft -> draft.buckets = most);
  }

  public CompressOptions withDetail(DeltaDetail kind) {
    return with(draft -> draft.detail = kind);
  }

  public CompressOptions withRequestRing(int requests) {
    return with(draft -> draft.requestRing = requests);
  }

  public CompressOptions withMaterialTimes(boolean material) {
    return with(draft -> draft.materialTimes = material);
  }

  public CompressOptions withCompletions(Completions kind) {
    return with(draft -> draft.completions = kind);
  }

  public CompressOptions withMatches(Matches kind) {
    return with(draft -> draft.matches = kind);
  }

  public CompressOptions withTree(RadixTree order) {
    return with(draft -> draft.tree = order);
  }

  public CompressOptions withThreads(int most) {
    return with(draft -> draft.threads = most);
  }

  private CompressOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** A modifiable copy of the options. Each field has the name of its component. */
  private static final class Draft {
    private int window;
    private Deltas deltas;
    private int buckets;
    private DeltaDetail detail;
    private int requestRing;
    private boolean materialTimes;
    private Completions completions;
    private Matches matches;
    private RadixTree tree;
    private int threads;

    Draft(CompressOptions from) {
      window = from.window;
      deltas = from.deltas;
      buckets = from.buckets;
      detail = from.detail;
      requestRing = from.requestRing;
      materialTimes = from.materialTimes;
      completions = from.completions;
      matches = from.matches;
      tree = from.tree;
      threads = from.threads;
    }

    CompressOptions options() {
      return new CompressOptions(
          window,
          deltas,
          buckets,
          detail,
          requestRing,
          materialTimes,
          completions,
          matches,
          tree,
          threads);
    }
  }

  /**
   * Whether a parameter of a call is left out of the trace.
   *
   * @param mask a bit for each parameter that the call has before this parameter
   */
  boolean drops(Parameter parameter, long mask) {
    return matches == Matches.NONE && MatchCounts.areKeptBy(parameter, mask);
  }

  /** Whether values are counted by magnitude, as both forms of histograms need. */
  boolean countsByMagnitude() {
    return deltas == Deltas.HISTOGRAM || deltas == Deltas.BUCKETS;
  }

  /** Whether the times of some iterations are kept. This needs the single times in order. */
  boolean keepsIterations() {
    return detail == DeltaDetail.ITERATIONS && deltas == Deltas.HISTOGRAM;
  }

  /**
   * Whether {@link MaterialTimes} reduces the times. It does not if the options ask for every value
   * or for a form other than histograms.
   */
  public boolean reducesTimes() {
    return materialTimes && deltas == Deltas.HISTOGRAM && detail != DeltaDetail.ALL;
  }
}
