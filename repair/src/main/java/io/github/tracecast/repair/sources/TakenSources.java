package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Periods;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The sources that one event's receives took on one rank, in the order of execution. A skipped
 * round is stored as a repetition of earlier executions, so memory depends on the number of
 * replayed rounds. One thread.
 */
final class TakenSources {
  static final int UNKNOWN = EventTable.ANY;

  private final IntArrayList walked = new IntArrayList();
  private final List<Repeat> repeats = new ArrayList<>();

  /** The executions from {@code first} to {@code end - 1} are repeated {@code times} times after execution {@code end - 1}. */
  private record Repeat(int first, int end, long times) {}

  /** Begins another execution and returns its number among the replayed executions. */
  int next() {
    walked.add(UNKNOWN);
    return walked.size() - 1;
  }

  /** Sets the world rank that sent the message of a replayed execution. */
  void set(int number, int source) {
    walked.set(number, source);
  }

  /** Number of replayed executions. */
  int walked() {
    return walked.size();
  }

  /** Repeats all executions from number {@code first} on. */
  void repeat(int first, long times) {
    if (first < walked.size()) {
      repeats.add(new Repeat(first, walked.size(), times));
    }
  }

  /** Returns one period of the taken sources: execution k took element k modulo the size. Without a period, returns all taken sources. */
  IntArrayList period() {
    int period =
        Periods.shortest(walked.size(), (a, b) -> walked.getInt(a) == walked.getInt(b) ? 1 : 0);
    IntArrayList sources = new IntArrayList();
    if (repeats.stream().allMatch(repeat -> (repeat.end - repeat.first) % period == 0)) {
      sources.addAll(walked.subList(0, period));
    } else {
      expand(0, walked.size(), repeats.size(), sources);
    }
    return sources;
  }

  /** Appends the executions of a range to a list, with the first {@code repeatCount} repeats written out. */
  private void expand(int first, int end, int repeatCount, IntArrayList to) {
    int next = first;
    for (int at = 0; at < repeatCount; at++) {
      Repeat repeat = repeats.get(at);
      if (repeat.first >= first && repeat.end <= end) {
        to.addAll(walked.subList(next, repeat.end));
        next = repeat.end;
        for (long time = 0; time < repeat.times; time++) {
          expand(repeat.first, repeat.end, at, to);
        }
      }
    }
    to.addAll(walked.subList(next, end));
  }
}
