package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectAVLTreeMap;
import java.util.List;

/**
 * The open collectives of one communicator. Some ranks have reached these collectives, and others have not. One
 * thread.
 */
public final class Meetings {
  private final int size;
  private final IntArrayList signatures = new IntArrayList();
  private final IntArrayList came = new IntArrayList();
  private final IntArrayList firstRanks = new IntArrayList();
  private final List<String> names;
  private final int communicator;
  private long first;

  /**
   * A collective on the separate network: the waiting ranks, the time of the last one, and the
   * duration. Each time has one row.
   */
  final class Gathering {
    final IntArrayList waiting = new IntArrayList();
    final LaneTimes latest;
    final LaneTimes busy;

    /** Bytes on the network. */
    long bytes;

    /** In the order of time: the start of the collective, ps. */
    long startPicos;

    private Gathering() {
      latest = new LaneTimes(1, lanes);
      busy = new LaneTimes(1, lanes);
    }

    void describe(Strands strands, StateSink sink) {
      sink.number(waiting.size());
      boolean idle = true;
      for (int i = 0; i < waiting.size(); i++) {
        int rank = strands.owner(waiting.getInt(i));
        sink.number(rank);
        idle &= sink.isIdle(rank);
      }
      sink.number(bytes);
      sink.times(latest, 0, idle);
      for (int k = 0; k < lanes; k++) {
        sink.number(busy.get(0, k));
      }
      sink.number(startPicos == 0 ? 0 : 1);
      if (startPicos > 0) {
        sink.time(startPicos);
      }
    }
  }

  private final int lanes;

  /** Collectives with waiting ranks, in the order of their numbers. */
  private final Long2ObjectAVLTreeMap<Gathering> gatherings = new Long2ObjectAVLTreeMap<>();

  /**
   * @param communicator the communicator of the collectives
   * @param names readable text for each signature
   */
  Meetings(int communicator, int size, int lanes, List<String> names) {
    this.communicator = communicator;
    this.names = names;
    this.size = size;
    this.lanes = lanes;
  }

  int size() {
    return size;
  }

  /** The number of collectives that only some ranks have reached. */
  int open() {
    return signatures.size();
  }

  /** The number of collectives by which a rank at this number is ahead of the first open collective. */
  long ahead(long number) {
    return number - first;
  }

  /**
   * Describes the open collectives: their numbers, the number of ranks that have reached them, and
   * the waiting ranks.
   */
  void describe(Strands strands, StateSink sink) {
    sink.number(open());
    for (int i = 0; i < signatures.size(); i++) {
      sink.number(signatures.getInt(i));
      sink.number(came.getInt(i));
    }
    gatherings.forEach((number, gathering) -> {
      sink.number(ahead(number));
      gathering.describe(strands, sink);
    });
    sink.number(Long.MIN_VALUE);
  }

  /** The collective with this number on the separate network. */
  Gathering gathering(long number) {
    return gatherings.computeIfAbsent(number, n -> new Gathering());
  }

  /** Ends the collective with a number. */
  void end(long number) {
    gatherings.remove(number);
  }

  /** Counts a rank as having reached its {@code number}-th collective, the same for all ranks. */
  void come(int rank, long number, int signature) {
    int at = (int) (number - first);
    if (at == signatures.size()) {
      signatures.add(signature);
      came.add(1);
      firstRanks.add(rank);
    } else {
      if (signatures.getInt(at) != signature) {
        throw new CallException("found " + names.get(signature) + " as collective " + number
            + " of communicator " + communicator + "; expected "
            + names.get(signatures.getInt(at)) + ", as on rank " + firstRanks.getInt(at));
      }
      came.set(at, came.getInt(at) + 1);
    }
    if (at == 0 && came.getInt(0) == size) {
      signatures.removeInt(0);
      came.removeInt(0);
      firstRanks.removeInt(0);
      first++;
    }
  }
}
