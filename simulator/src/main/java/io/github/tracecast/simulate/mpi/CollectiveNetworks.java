package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTable;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.CollectiveTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Checks that all ranks come to the same collectives, and times collectives that have a network of
 * their own. One thread.
 */
public final class CollectiveNetworks {
  private final Meetings[] meetings;

  /** When the shared network has finished its work. This is the only row. */
  private final LaneTimes free;

  /** By member: the number of collectives that the member has reached, and its current meeting. */
  private final long[] numbers;

  private final int[] meetingOfMember;

  private final RankStates ranks;
  private final LaneTable table;
  private final boolean follow;
  private final long[] bytes;

  private final Network network;

  CollectiveNetworks(LaneProgram program, RankStates ranks, Network network) {
    this.network = network;
    this.bytes = program.collectives().bytes();
    this.ranks = ranks;
    this.table = program.networks();
    int lanes = program.lanes();
    this.follow = program.figures().follow();
    CollectiveTable collectives = program.collectives();
    meetings = IntStream.range(0, collectives.meetings())
        .mapToObj(meeting -> new Meetings(
            collectives.communicator(meeting),
            collectives.size(meeting),
            lanes,
            collectives.signatures()))
        .toArray(Meetings[]::new);
    free = new LaneTimes(1, lanes);
    meetingOfMember = collectives.meetingOfMember();
    numbers = new long[meetingOfMember.length];
  }

  /** Counts a member as having reached its next collective. */
  void come(int rank, int meeting, int member, int signature) {
    long number = numbers[member]++;
    ranks.come(rank, meeting, number);
    meetings[meeting].come(rank, number, signature);
  }

  /** Whether all have come to the collective on the separate network that a row waits for. */
  boolean isGathered(int row) {
    return gathering(row).waiting.size() == meetings[ranks.meeting(row)].size();
  }

  /**
   * Lets a rank or a strand wait for a collective on the separate network.
   *
   * @return whether all have come
   */
  boolean gather(int row, int busy, int through) {
    Meetings.Gathering here = gathering(row);
    if (here.waiting.isEmpty()) {
      here.latest.put(0, ranks.clock(), row);
      here.busy.put(0, table.picos, busy);
    } else {
      here.latest.raise(0, ranks.clock(), row, follow);
      here.busy.raise(0, table.picos, busy, follow);
    }
    here.waiting.add(row);
    here.bytes = Math.max(here.bytes, bytes[through]);
    return isGathered(row);
  }

  /** The time of the last row of a collective, ps; in the order of time. */
  long latest(int row) {
    return gathering(row).latest.first(0);
  }

  /** In the order of time: starts the collective at the time of the last row. */
  void start(int row, boolean shared, int latency) {
    Meetings.Gathering here = gathering(row);
    here.startPicos = network.now();
    network.passes(here.waiting.getInt(0), shared, here.bytes, table.picos.first(latency));
  }

  /** In the order of time: ends the collective when the network has finished its work. */
  void ended(int row) {
    gathering(row).latest.set(0, 0, network.now());
    release(row, RankStates.NONE);
  }

  /** Ends the collective of the last row to come. That row continues, and the others are ready. */
  void end(int row, boolean shared, int latency) {
    LaneTimes end = gathering(row).latest;
    if (shared) {
      end.raise(0, free, 0, follow);
      end.add(0, gathering(row).busy, 0);
      free.put(0, end, 0);
    }
    end.add(0, table.picos, latency);
    release(row, row);
  }

  private void release(int row, int running) {
    Meetings.Gathering here = gathering(row);
    for (int i = 0; i < here.waiting.size(); i++) {
      int other = here.waiting.getInt(i);
      ranks.clock().put(other, here.latest, 0);
      if (other != running) {
        ranks.waits().ready(other);
      }
    }
    meetings[ranks.meeting(row)].end(ranks.collective(row));
  }

  /** The collective that a row waits for. */
  private Meetings.Gathering gathering(int row) {
    return meetings[ranks.meeting(row)].gathering(ranks.collective(row));
  }

  /** The number of collectives that a member has reached. */
  long reached(int member) {
    return numbers[member];
  }

  /** The number of collectives that only some ranks have reached. */
  int open() {
    return Arrays.stream(meetings).mapToInt(Meetings::open).sum();
  }

  /** Describes where all members are, and the collectives that have not ended. */
  void describe(Strands strands, StateSink sink) {
    for (Meetings each : meetings) {
      each.describe(strands, sink);
    }
    for (int member = 0; member < numbers.length; member++) {
      sink.number(meetings[meetingOfMember[member]].ahead(numbers[member]));
    }
    sink.times(free, 0, true);
  }

  /** Describes the last collective that a rank or a strand has reached. */
  void describeOf(int row, StateSink sink) {
    if (meetings.length > 0) {
      describe(ranks.meeting(row), ranks.collective(row), sink);
    }
  }

  /** Describes a collective of a communicator, numbered relative to the open collectives. */
  void describe(int meeting, long number, StateSink sink) {
    sink.number(meeting);
    sink.number(meetings[meeting].ahead(number));
  }
}
