package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTable;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.CollectiveTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectAVLTreeMap;
import java.util.Arrays;

/**
 * Checks that all ranks call the same collectives, and computes the times of collectives on
 * separate networks. One thread.
 */
public final class CollectiveNetworks {
  /** The open collectives of each communicator. */
  private final Meeting[] meetings;

  /** The time at which the shared network is free again; one row. */
  private final LaneTimes free;

  /** For each member (a pair of communicator and rank), the number of collectives that it has reached. */
  private final long[] numbers;

  private final CollectiveTable table;
  private final RankStates ranks;
  private final LaneTable times;
  private final boolean follow;
  private final int lanes;
  private final Network network;

  /** The open collectives of one communicator: some ranks have reached them, and other ranks have not. */
  private static final class Meeting {
    private final int size;
    private final IntArrayList signatures = new IntArrayList();
    private final IntArrayList reachedBy = new IntArrayList();
    private final IntArrayList firstRanks = new IntArrayList();

    /** The number of the first open collective. */
    private long first;

    /**
     * Number of ended collectives that are still at the start of the lists. A root may be millions
     * of broadcasts ahead, so the lists are not copied each time to remove their first element.
     */
    private int ended;

    /** The collectives on the separate network that have waiting ranks, in the order of their numbers. */
    private final Long2ObjectAVLTreeMap<Gathering> gatherings = new Long2ObjectAVLTreeMap<>();

    Meeting(int size) {
      this.size = size;
    }

    int open() {
      return reachedBy.size() - ended;
    }

    /** Closes the first open collective. */
    void close() {
      first++;
      ended++;
      if (2 * ended > reachedBy.size()) {
        signatures.removeElements(0, ended);
        reachedBy.removeElements(0, ended);
        firstRanks.removeElements(0, ended);
        ended = 0;
      }
    }
  }

  /**
   * A collective on the separate network: the waiting ranks and strands, the latest of their times,
   * and the duration. Each table of times has one row.
   */
  private static final class Gathering {
    private final IntArrayList waiting = new IntArrayList();
    private final LaneTimes latest;
    private final LaneTimes busy;

    /** Bytes that pass through the network. */
    private long bytes;

    /** The start of the collective, ps; only for a run in order of simulated time. */
    private long startPicos;

    Gathering(int lanes) {
      latest = new LaneTimes(1, lanes);
      busy = new LaneTimes(1, lanes);
    }
  }

  CollectiveNetworks(LaneProgram program, RankStates ranks, Network network) {
    this.network = network;
    this.ranks = ranks;
    table = program.collectives();
    times = program.collectiveTimes();
    lanes = program.lanes();
    follow = program.figures().follow();
    free = new LaneTimes(1, lanes);
    meetings = table.communicators.all().stream()
        .map(communicator -> new Meeting(program.table().communicators().size(communicator)))
        .toArray(Meeting[]::new);
    numbers = new long[table.members.count()];
  }

  /** Checks that a member's next collective matches the other members' calls, and counts the collective. */
  void come(int rank, int meeting, int member, int signature) {
    long number = numbers[member]++;
    ranks.come(rank, meeting, number);
    Meeting here = meetings[meeting];
    int at = here.ended + (int) (number - here.first);
    if (at == here.signatures.size()) {
      here.signatures.add(signature);
      here.reachedBy.add(0);
      here.firstRanks.add(rank);
    } else if (here.signatures.getInt(at) != signature) {
      throw new CallException("found " + table.signatures.get(signature) + " as collective "
          + number + " of communicator " + table.communicators.get(meeting) + "; expected "
          + table.signatures.get(here.signatures.getInt(at)) + ", as on rank "
          + here.firstRanks.getInt(at));
    }
    here.reachedBy.set(at, here.reachedBy.getInt(at) + 1);
    if (at == here.ended && here.reachedBy.getInt(at) == here.size) {
      here.close();
    }
  }

  // ---- collectives on the separate network

  /** Whether all ranks have reached the collective for which a rank or strand waits. */
  boolean isGathered(int row) {
    return gathering(row).waiting.size() == meetings[ranks.meeting(row)].size;
  }

  /** Makes a rank or strand wait for a collective. Returns whether all ranks have reached it. */
  boolean gather(int row, int busy, long bytes) {
    Gathering here = gathering(row);
    if (here.waiting.isEmpty()) {
      here.latest.put(0, ranks.clock(), row);
      here.busy.put(0, times.picos, busy);
    } else {
      here.latest.raise(0, ranks.clock(), row, follow);
      here.busy.raise(0, times.picos, busy, follow);
    }
    here.waiting.add(row);
    here.bytes = Math.max(here.bytes, bytes);
    return isGathered(row);
  }

  /** The time at which the last rank or strand has reached a collective, ps; only for a run in order of simulated time. */
  long latest(int row) {
    return gathering(row).latest.first(0);
  }

  /** Starts a collective when its last rank or strand has reached it; only for a run in order of simulated time. */
  void start(int row, boolean shared, int latency) {
    Gathering here = gathering(row);
    here.startPicos = network.now();
    network.passes(here.waiting.getInt(0), shared, here.bytes, times.picos.first(latency));
  }

  /** Ends a collective when it has passed the network; only for a run in order of simulated time. */
  void ended(int row) {
    gathering(row).latest.set(0, 0, network.now());
    release(row, RankStates.NONE);
  }

  /**
   * Ends a collective after its last rank or strand has reached it. The caller lets this rank or
   * strand continue; the other ranks and strands become ready.
   */
  void end(int row, boolean shared, int latency) {
    LaneTimes end = gathering(row).latest;
    if (shared) {
      end.raise(0, free, 0, follow);
      end.add(0, gathering(row).busy, 0);
      free.put(0, end, 0);
    }
    end.add(0, times.picos, latency);
    release(row, row);
  }

  private void release(int row, int running) {
    Gathering here = gathering(row);
    for (int i = 0; i < here.waiting.size(); i++) {
      int other = here.waiting.getInt(i);
      ranks.clock().put(other, here.latest, 0);
      if (other != running) {
        ranks.waits().ready(other);
      }
    }
    meetings[ranks.meeting(row)].gatherings.remove(ranks.collective(row));
  }

  /** The collective for which a rank or strand waits. */
  private Gathering gathering(int row) {
    return meetings[ranks.meeting(row)].gatherings.computeIfAbsent(
        ranks.collective(row), number -> new Gathering(lanes));
  }

  long reached(int member) {
    return numbers[member];
  }

  /** The number of collectives that only some ranks have reached. */
  int open() {
    return Arrays.stream(meetings).mapToInt(Meeting::open).sum();
  }

  // ---- the state on which the rest of a run depends

  /** Describes the progress of all members, and the collectives that have not ended. */
  void describe(Strands strands, StateSink sink) {
    for (Meeting meeting : meetings) {
      sink.number(meeting.open());
      for (int i = meeting.ended; i < meeting.reachedBy.size(); i++) {
        sink.number(meeting.signatures.getInt(i));
        sink.number(meeting.reachedBy.getInt(i));
      }
      meeting.gatherings.forEach((number, gathering) -> {
        sink.number(number - meeting.first);
        describe(gathering, strands, sink);
      });
      sink.number(Long.MIN_VALUE);
    }
    for (int member = 0; member < numbers.length; member++) {
      sink.number(numbers[member] - meetings[table.members.first(member)].first);
    }
    sink.times(free, 0, true);
  }

  private void describe(Gathering gathering, Strands strands, StateSink sink) {
    sink.number(gathering.waiting.size());
    boolean idle = true;
    for (int i = 0; i < gathering.waiting.size(); i++) {
      int rank = strands.owner(gathering.waiting.getInt(i));
      sink.number(rank);
      idle &= sink.isIdle(rank);
    }
    sink.number(gathering.bytes);
    sink.times(gathering.latest, 0, idle);
    for (int k = 0; k < lanes; k++) {
      sink.number(gathering.busy.get(0, k));
    }
    sink.number(gathering.startPicos == 0 ? 0 : 1);
    if (gathering.startPicos > 0) {
      sink.time(gathering.startPicos);
    }
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
    sink.number(number - meetings[meeting].first);
  }
}
