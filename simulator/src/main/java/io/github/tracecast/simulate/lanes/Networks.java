package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/** Collectives: that all ranks come to the same, and the time of those that have a network of their own. One thread. */
final class Networks {
  final Meetings[] meetings;

  /** By lane: when the shared network has done all its work, ps. */
  final long[] free;

  /** Collectives that each member of each communicator has come to. */
  final long[] numbers;

  private final Ranks ranks;
  private final LaneTable table;
  private final int lanes;

  Networks(LaneProgram program, Ranks ranks) {
    this.ranks = ranks;
    this.table = program.networks();
    this.lanes = program.lanes();
    meetings = Arrays.stream(program.meetingSizes())
        .mapToObj(size -> new Meetings(size, lanes))
        .toArray(Meetings[]::new);
    free = new long[lanes];
    numbers = new long[program.meetingOfMember().length];
  }

  /** A member comes to its next collective. */
  void come(int meeting, int member, int signature) {
    meetings[meeting].come(numbers[member]++, signature);
  }

  /** Comes to a collective on a network of its own; the last rank to come ends it for all. */
  boolean meet(int rank, int base, int meeting, int busy, int latency, boolean shared) {
    Meetings here = meetings[meeting];
    long[] times = table.picos;
    boolean first = here.waiting.isEmpty();
    for (int k = 0; k < lanes; k++) {
      long mine = times[busy * lanes + k];
      here.latest[k] =
          first ? ranks.clock[base + k] : Math.max(here.latest[k], ranks.clock[base + k]);
      here.busy[k] = first ? mine : Math.max(here.busy[k], mine);
    }
    here.waiting.add(rank);
    if (here.waiting.size() < here.size()) {
      return false;
    }
    for (int k = 0; k < lanes; k++) {
      long end = here.latest[k];
      if (shared) {
        end = Math.max(end, free[k]) + here.busy[k];
        free[k] = end;
      }
      here.latest[k] = end + times[latency * lanes + k];
    }
    for (int i = 0; i < here.waiting.size(); i++) {
      int other = here.waiting.getInt(i);
      System.arraycopy(here.latest, 0, ranks.clock, other * lanes, lanes);
      if (other != rank) {
        ranks.ready.add(other);
      }
    }
    here.waiting.clear();
    return true;
  }
}
