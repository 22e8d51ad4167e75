package io.github.tracecast.imports.internal.dumpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The notes about a run: calls that were not recorded, and references that could not be resolved.
 * Thread-safe.
 */
final class RunNotes {
  private static final int NAMED = 8;

  private final long[] ignored = new long[DumpiCalls.count()];
  private int partial;
  private long differingCounts;
  private long unknownCommunicators;
  private long unknownRequests;
  private boolean unknownTypes;
  private long longestGap;
  private String longestGapAt = "";
  private long backwards;

  /** Records the time between two calls if it is negative or the longest so far. */
  void addGap(CallReader calls, long nanos) {
    if (nanos > 0 && nanos >= longestGap) {
      seeGap(calls, nanos);
    } else if (nanos < 0) {
      synchronized (this) {
        backwards++;
      }
    }
  }

  private synchronized void seeGap(CallReader calls, long nanos) {
    String at = calls.place();
    if (nanos > longestGap || nanos == longestGap && at.compareTo(longestGapAt) < 0) {
      longestGap = nanos;
      longestGapAt = at;
    }
  }

  /** Adds the notes about a rank. */
  synchronized void add(
      DumpiFile file,
      long[] recorded,
      LocalCommunicators communicators,
      LocalRequests requests,
      TypeSizes types) {
    boolean some = false;
    for (int function = 0; function < ignored.length; function++) {
      ignored[function] += Math.max(0, file.ignored(function));
      some |= file.ignored(function) > 0;
      if (file.hasFooter()
          && recorded[function] != (long) file.called(function) - file.ignored(function)) {
        differingCounts++;
      }
    }
    partial += some ? 1 : 0;
    unknownCommunicators += communicators.unknownCalls();
    unknownRequests += requests.unknownUses();
    unknownTypes |= types.hasUnknown();
  }

  /** Whether some unrecorded calls of the program affect other calls. */
  synchronized boolean isPartial() {
    return IntStream.range(0, ignored.length).anyMatch(f -> ignored[f] > 0 && matters(f));
  }

  private static boolean matters(int function) {
    return switch (DumpiCalls.of(function).call.family()) {
      case POINT_TO_POINT, PERSISTENT, COMPLETION, PROBE, COLLECTIVE, COMMUNICATOR -> true;
      default -> false;
    };
  }

  /** Returns the notes. The notes about missing calls come first. */
  synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    long all = Arrays.stream(ignored).sum();
    if (all > 0) {
      List<Integer> most = IntStream.range(0, ignored.length)
          .filter(function -> ignored[function] > 0)
          .boxed()
          .sorted(Comparator.comparingLong((Integer f) -> -ignored[f]).thenComparing(f -> f))
          .toList();
      lines.add(all + (all == 1 ? " call of " : " calls of ") + partial
          + (partial == 1 ? " rank" : " ranks") + (all == 1 ? " was" : " were")
          + " not recorded: "
          + most.stream()
              .limit(NAMED)
              .map(function -> ignored[function] + " " + DumpiCalls.of(function).name)
              .collect(Collectors.joining(", "))
          + (most.size() > NAMED ? " and others" : ""));
      lines.add(String.format(
          Locale.ROOT,
          "the time of calls that were not recorded counts as computation; the longest time between two recorded calls is %.6f s, before %s",
          longestGap * 1e-9,
          longestGapAt));
    }
    if (differingCounts > 0) {
      lines.add("in " + differingCounts + (differingCounts == 1 ? " place" : " places")
          + ", the number of calls in the footer of a file differs from the calls in this file");
    }
    if (unknownCommunicators > 0) {
      lines.add("calls on communicators whose members are not known: " + unknownCommunicators
          + "; of the collectives among these calls, only the names are kept");
    }
    if (unknownRequests > 0) {
      lines.add("requests that no recorded call created: " + unknownRequests
          + "; each of these requests is assumed complete");
    }
    if (unknownTypes) {
      lines.add("some datatypes have no size in the files");
    }
    if (backwards > 0) {
      lines.add("calls that begin before the previous call of the rank ends: " + backwards
          + "; no computation is assumed between the two calls");
    }
    return lines;
  }
}
