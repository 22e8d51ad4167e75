package io.github.tracecast.predict.cli.options;

import io.github.tracecast.trace.text.UsageException;

/** The check of a rank that the user names with {@code --rank}. */
public final class NamedRank {
  private NamedRank() {}

  /** Returns the rank. Refuses it if the trace does not have it. */
  public static int require(int rank, int ranks) {
    if (rank < 0 || rank >= ranks) {
      throw new UsageException(
          "--rank: found " + rank + "; expected 0 to " + (ranks - 1) + ", the ranks of the trace");
    }
    return rank;
  }
}
