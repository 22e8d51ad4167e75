package io.github.tracecast.imports.internal.recording;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The calls of all ranks that the trace lacks or has as MPI_Other, grouped by the reason. */
final class LostCalls {
  private static final double MILLISECONDS = 1e6;
  private static final double SECONDS = 1e9;

  private static final class Sum {
    private final int firstRank;
    private int ranks;
    private long calls;
    private long nanos;

    Sum(int firstRank) {
      this.firstRank = firstRank;
    }
  }

  private final Map<String, Sum> sums = new LinkedHashMap<>();

  void add(LogDefinitions log) {
    for (LogDefinitions.Lost lost : log.lost) {
      Sum sum = sums.computeIfAbsent(lost.why(), why -> new Sum(log.rank));
      sum.ranks++;
      sum.calls += lost.calls();
      sum.nanos += lost.nanos();
    }
  }

  /** Adds one note for each reason. */
  void describe(int ranks, List<String> notes) {
    sums.forEach((why, sum) -> {
      String[] parts = why.split("; ", 2); // which calls; what replaces them
      notes.add(String.format(
          Locale.ROOT,
          "%,d %s %s took %s; %s %s (%d of %d ranks, the first is %d)",
          sum.calls,
          sum.calls == 1 ? "call" : "calls",
          parts[0],
          time(sum.nanos),
          sum.calls == 1 ? "it is" : "they are",
          parts[parts.length - 1],
          sum.ranks,
          ranks,
          sum.firstRank));
    });
  }

  private static String time(long nanos) {
    return nanos < SECONDS
        ? String.format(Locale.ROOT, "%.3f ms", nanos / MILLISECONDS)
        : String.format(Locale.ROOT, "%.3f s", nanos / SECONDS);
  }
}
