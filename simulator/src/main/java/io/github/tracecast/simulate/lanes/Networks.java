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
  private final boolean follow;

  Networks(LaneProgram program, Ranks ranks) {
    this.ranks = ranks;
    this.table = program.networks();
    this.lanes = program.lanes();
    this.follow = program.figures().follow();
    meetings = Arrays.stream(program.meetingSizes())
        .mapToObj(size -> new Meetings(size, lanes))
        .toArray(Meetings[]::new);
    free = new long[lanes];
    numbers = new long[program.meetingOfMember().length];
  }

  /** A member comes to its next collective. */
  void come(int rank, int meeting, int member, int signature) {
    ranks.meeting[rank] = meeting;
    ranks.collective[rank] = numbers[member]++;
    meetings[meeting].come(ranks.collective[rank], signature);
  }

  /**
   * Waits for a collective on a network of its own; the last to come ends it for all.
   *
   * @param row the rank, or the strand, that is in it
   */
  boolean meet(int row, int base, int busy, int latency, boolean shared) {
    Meetings meeting = meetings[ranks.meeting[row]];
    Meetings.Gathering here = meeting.gathering(ranks.collective[row]);
    long[] times = table.picos;
    if (here.waiting.isEmpty()) {
      System.arraycopy(ranks.clock, base, here.latest, 0, lanes);
      System.arraycopy(times, busy * lanes, here.busy, 0, lanes);
    } else {
      latest(here.latest, ranks.clock, base);
      latest(here.busy, times, busy * lanes);
    }
    here.waiting.add(row);
    if (here.waiting.size() < meeting.size()) {
      return false;
    }
    if (shared) {
      latest(here.latest, free, 0);
      add(here.latest, here.busy, 0);
      System.arraycopy(here.latest, 0, free, 0, lanes);
    }
    add(here.latest, times, latency * lanes);
    for (int i = 0; i < here.waiting.size(); i++) {
      int other = here.waiting.getInt(i);
      System.arraycopy(here.latest, 0, ranks.clock, other * lanes, lanes);
      if (other != row) {
        ranks.ready.add(other);
      }
    }
    meeting.end(ranks.collective[row]);
    return true;
  }

  private void add(long[] times, long[] more, int at) {
    for (int k = 0; k < lanes; k++) {
      times[k] += more[at + k];
    }
  }

  /** Puts off times to others if these are later: each lane on its own, or all as the first. */
  private void latest(long[] times, long[] others, int at) {
    if (follow) {
      if (others[at] > times[0]) {
        System.arraycopy(others, at, times, 0, lanes);
      }
      return;
    }
    for (int k = 0; k < lanes; k++) {
      times[k] = Math.max(times[k], others[at + k]);
    }
  }
}
