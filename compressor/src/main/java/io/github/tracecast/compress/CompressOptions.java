package io.github.tracecast.compress;

/**
 * How a run is compressed.
 *
 * @param window entries (calls, and loops already found) that the longest loop body may have, at least 1
 * @param deltas what is kept of the times
 * @param buckets bins of a histogram at most, at least 2
 * @param detail for whom and for which executions deltas are kept apart
 * @param requestRing how many of a task's most recent requests can be referred to, at least 1
 */
public record CompressOptions(
    int window, Deltas deltas, int buckets, DeltaDetail detail, int requestRing) {
  /** 5,000 entries, histograms of 16 bins by rank group and position, the 1,000,000 most recent requests. */
  public static final CompressOptions DEFAULT =
      new CompressOptions(5000, Deltas.HISTOGRAM, 16, DeltaDetail.GROUPS, 1_000_000);

  public CompressOptions {
    require(window >= 1, "--window", window, "at least 1");
    require(buckets >= 2, "--buckets", buckets, "at least 2");
    require(requestRing >= 1, "request ring", requestRing, "at least 1");
  }

  private static void require(boolean legal, String option, int found, String expected) {
    if (!legal) {
      throw new IllegalArgumentException(option + ": found " + found + "; expected " + expected);
    }
  }

  /** What is kept of the times before and inside calls. */
  public enum Deltas {
    /** Nothing. */
    NONE,
    /** Count, minimum, average and maximum. */
    MINAVGMAX,
    /** Bins that follow a logarithmic scale, each with its own count, minimum, average and maximum. */
    HISTOGRAM
  }

  /** For whom and for which executions deltas are kept apart. */
  public enum DeltaDetail {
    /** All ranks and all executions of a path share one delta. */
    SHARED,
    /**
     * Ranks that lastingly differ, and positions in a loop that do, have deltas of their own; so do single executions where ranks take
     * turns in being last. The size stays bounded: 16 groups of ranks an event, and 4,096 distributions of single executions a trace.
     */
    GROUPS,
    /** As {@link #GROUPS}, but each rank has deltas of its own. */
    RANKS,
    /** Each single value is kept, in order. */
    ALL
  }

  public CompressOptions withWindow(int entries) {
    return new CompressOptions(entries, deltas, buckets, detail, requestRing);
  }

  public CompressOptions withDeltas(Deltas kind) {
    return new CompressOptions(window, kind, buckets, detail, requestRing);
  }

  public CompressOptions withBuckets(int most) {
    return new CompressOptions(window, deltas, most, detail, requestRing);
  }

  public CompressOptions withDetail(DeltaDetail kind) {
    return new CompressOptions(window, deltas, buckets, kind, requestRing);
  }

  public CompressOptions withRequestRing(int requests) {
    return new CompressOptions(window, deltas, buckets, detail, requests);
  }
}
