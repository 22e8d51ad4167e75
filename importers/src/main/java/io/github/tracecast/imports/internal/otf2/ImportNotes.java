package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.Surroundings.Other;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Collects notes about an archive: data that it lacks, and data that the trace does not keep.
 * Thread-safe.
 */
final class ImportNotes {
  private final Map<String, Long> byName = new TreeMap<>();
  private final Map<Other, Long> others = new EnumMap<>(Other.class);
  private final TreeSet<Integer> unknownCommunicators = new TreeSet<>();
  private long withoutOutcome;
  private long late;
  private long persistent;
  private long acrossGroups;
  private long uneven;
  private int unfinished;
  private long pauses;
  private long flushes;

  synchronized void byName(String call) {
    byName.merge(call, 1L, Long::sum);
  }

  synchronized void withoutOutcome() {
    withoutOutcome++;
  }

  /** Counts a receive that was completed too long after it began. */
  synchronized void late() {
    late++;
  }

  synchronized void persistent() {
    persistent++;
  }

  synchronized void acrossGroups() {
    acrossGroups++;
  }

  synchronized void unknownCommunicator(int reference) {
    if (unknownCommunicators.size() < 10) {
      unknownCommunicators.add(reference);
    }
  }

  synchronized void uneven() {
    uneven++;
  }

  synchronized void unfinished() {
    unfinished++;
  }

  /** Adds the events of a rank that are not MPI calls. */
  synchronized void add(Surroundings surroundings) {
    surroundings.counts().forEach((other, count) -> others.merge(other, count, Long::sum));
    pauses += surroundings.pauses();
    flushes += surroundings.flushes();
  }

  /** Returns all notes, one sentence each, always in the same order. */
  synchronized List<String> sentences() {
    List<String> all = new ArrayList<>();
    all.add(
        "OTF2 does not record datatypes, reductions and wildcards; sizes are in bytes, and receives name their actual source");
    addIfAny(
        all,
        pauses,
        "partial: the measurement was switched off " + times(pauses)
            + "; the time without measurement counts as computation");
    addIfAny(
        all,
        late,
        "partial: receives that were completed more than " + RankCalls.MOST_WAITING
            + " calls after they began: " + late
            + "; each is kept as a receive of 0 bytes from any source");
    addIfAny(
        all,
        withoutOutcome,
        "receives that were cancelled or never completed: " + withoutOutcome
            + "; each is kept as a receive from MPI_PROC_NULL");
    addIfAny(
        all,
        persistent,
        "persistent requests were started " + times(persistent)
            + "; each start is kept as an MPI_Isend or MPI_Irecv");
    addIfAny(
        all,
        uneven,
        "OTF2 does not record the counts of single processes; lists of counts, of which each total is split evenly: "
            + uneven);
    addIfAny(
        all,
        acrossGroups,
        "messages on inter-communicators, kept as messages on MPI_COMM_WORLD: " + acrossGroups);
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
    addIfAny(
        all,
        flushes,
        "the measurement wrote its buffers " + times(flushes)
            + " during the run; the time of these writes is ignored");
    addIfAny(
        all,
        unfinished,
        "ranks that continue after their last MPI call: " + unfinished
            + "; this time is kept as computation before an added call of MPI_Finalized");
    return all;
  }

  private static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }

  private static void addIfAny(List<String> all, long count, String sentence) {
    if (count > 0) {
      all.add(sentence);
    }
  }
}
