package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/** Collectives: that all ranks come to the same, and the time of those that have a network of their own. One thread. */
final class Networks {
  final Meetings[] meetings;

  /** When the shared network has done all its work: the only row. */
  final LaneTimes free;

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
    free = new LaneTimes(1, lanes);
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
  boolean meet(int row, int busy, int latency, boolean shared) {
    Meetings meeting = meetings[ranks.meeting[row]];
    Meetings.Gathering here = meeting.gathering(ranks.collective[row]);
    if (here.waiting.isEmpty()) {
      here.latest.put(0, ranks.clock, row);
      here.busy.put(0, table.picos, busy);
    } else {
      latest(here.latest, ranks.clock, row);
      latest(here.busy, table.picos, busy);
    }
    here.waiting.add(row);
    if (here.waiting.size() < meeting.size()) {
      return false;
    }
    if (shared) {
      latest(here.latest, free, 0);
      here.latest.add(0, here.busy, 0);
      free.put(0, here.latest, 0);
    }
    here.latest.add(0, table.picos, latency);
    for (int i = 0; i < here.waiting.size(); i++) {
      int other = here.waiting.getInt(i);
      ranks.clock.put(other, here.latest, 0);
      if (other != row) {
        ranks.ready.add(other);
      }
    }
    meeting.end(ranks.collective[row]);
    return true;
  }

  /** Which collective of a communicator it is, told relative to those that are open. */
  void visit(int meeting, long number, StateWalk.Visitor visitor) {
    visitor.number(meeting);
    visitor.number(meetings[meeting].ahead(number));
  }

  /** Puts off times to others if these are later: each lane on its own, or all as the first. */
  private void latest(LaneTimes times, LaneTimes others, int row) {
    if (follow) {
      if (others.first(row) > times.first(0)) {
        times.put(0, others, row);
      }
      return;
    }
    for (int k = 0; k < lanes; k++) {
      times.set(0, k, Math.max(times.get(0, k), others.get(row, k)));
    }
  }
}
