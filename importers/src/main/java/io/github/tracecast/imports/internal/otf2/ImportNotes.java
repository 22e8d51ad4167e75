package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.Surroundings.Other;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Collects notes about an archive: data that it lacks, and data that the trace does not keep.
 * Thread-safe.
 */
final class ImportNotes {
  /** The cases that notes count. A note says how many there are, or how many times one occurred. */
  enum Case {
    PAUSED("partial: the measurement was switched off {times}"
        + "; the time without measurement counts as computation"),
    /** A receive that was completed too long after it began. */
    LATE("partial: receives that were completed more than " + RankCalls.MOST_WAITING
        + " calls after they began: {count}; each is kept as a receive of 0 bytes from any source"),
    WITHOUT_OUTCOME("receives that were cancelled or never completed: {count}"
        + "; each is kept as a receive from MPI_PROC_NULL"),
    PERSISTENT("persistent requests were started {times}"
        + "; each start is kept as an MPI_Isend or MPI_Irecv"),
    UNEVEN("OTF2 does not record the counts of single processes"
        + "; lists of counts, of which each total is split evenly: {count}"),
    ACROSS_GROUPS("messages on inter-communicators, kept as messages on MPI_COMM_WORLD: {count}"),
    FLUSHED("the measurement wrote its buffers {times}"
        + " during the run; the time of these writes is ignored"),
    UNFINISHED("ranks that continue after their last MPI call: {count}"
        + "; this time is kept as computation before an added call of MPI_Finalized");

    private final String note;

    Case(String note) {
      this.note = note;
    }

    private String note(long count) {
      return note.replace("{times}", count == 1 ? "once" : count + " times")
          .replace("{count}", Long.toString(count));
    }
  }

  private final Map<Case, Long> cases = new EnumMap<>(Case.class);
  private final Map<String, Long> byName = new TreeMap<>();
  private final Map<Other, Long> others = new EnumMap<>(Other.class);
  private final TreeSet<Integer> unknownCommunicators = new TreeSet<>();

  synchronized void count(Case one) {
    cases.merge(one, 1L, Long::sum);
  }

  synchronized void byName(String call) {
    byName.merge(call, 1L, Long::sum);
  }

  synchronized void unknownCommunicator(int reference) {
    if (unknownCommunicators.size() < 10) {
      unknownCommunicators.add(reference);
    }
  }

  /** Adds the events of a rank that are not MPI calls. */
  synchronized void add(Surroundings surroundings) {
    surroundings.counts().forEach((other, count) -> others.merge(other, count, Long::sum));
    cases.merge(Case.PAUSED, surroundings.pauses(), Long::sum);
    cases.merge(Case.FLUSHED, surroundings.flushes(), Long::sum);
  }

  /** Returns all notes, one sentence each, always in the same order. */
  synchronized List<String> sentences() {
    List<String> all = new ArrayList<>();
    all.add(
        "OTF2 does not record datatypes, reductions and wildcards; sizes are in bytes, and receives name their actual source");
    addCases(all, EnumSet.range(Case.PAUSED, Case.ACROSS_GROUPS));
    if (!unknownCommunicators.isEmpty()) {
      all.add(
          "messages on communicators " + unknownCommunicators
              + ", of which the archive does not define the members, are kept as messages on MPI_COMM_WORLD");
    }
    byName.forEach(
        (call, count) -> all.add(call + " is kept without its arguments, which the archive lacks ("
            + count + (count == 1 ? " time)" : " times)")));
    others.forEach((other, count) -> all.add(count + (count == 1 ? " event of " : " events of ")
        + other.words() + " in the threads of the ranks " + (count == 1 ? "is" : "are")
        + " not kept"));
    addCases(all, EnumSet.range(Case.FLUSHED, Case.UNFINISHED));
    return all;
  }

  private void addCases(List<String> all, Set<Case> wanted) {
    for (Case one : wanted) {
      long count = cases.getOrDefault(one, 0L);
      if (count > 0) {
        all.add(one.note(count));
      }
    }
  }
}
