package io.github.tracecast.tools.pattern;

import io.github.tracecast.platform.collective.Algorithm;
import io.github.tracecast.platform.collective.CollectiveCall;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.platform.collective.Steps;
import io.github.tracecast.trace.text.UsageException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * One round of an algorithm for all ranks: a packed list of messages sent and one of messages
 * received, in the order of ranks.
 */
final class CollectiveRound {
  /**
   * The largest number of messages in one step of the pattern, over all rounds. A trace with more
   * messages would be too large to be useful.
   */
  static final long MOST_MESSAGES = 20_000_000;

  /** The messages that ranks receive, or the messages that they send. */
  static final class Messages {
    /**
     * For each rank, the index of its first message. The last element is the number of messages.
     */
    final int[] starts;

    private final IntArrayList peers = new IntArrayList();
    private final LongArrayList bytes = new LongArrayList();

    Messages(int ranks) {
      starts = new int[ranks + 1];
    }

    private void add(int peer, long size) {
      peers.add(peer);
      bytes.add(size);
    }

    int of(int rank) {
      return starts[rank + 1] - starts[rank];
    }

    long[] peers(int rank) {
      return IntStream.range(starts[rank], starts[rank + 1])
          .mapToLong(peers::getInt)
          .toArray();
    }

    long[] bytes(int rank) {
      return Arrays.copyOfRange(bytes.elements(), starts[rank], starts[rank + 1]);
    }
  }

  final Messages received;
  final Messages sent;

  private CollectiveRound(int ranks) {
    received = new Messages(ranks);
    sent = new Messages(ranks);
  }

  /** Returns the round of all ranks, or null if the algorithm has ended at all ranks. */
  static @Nullable CollectiveRound of(
      Algorithm algorithm, PatternRequest request, int round, long messagesBefore) {
    int ranks = request.ranks();
    CollectiveRound all = new CollectiveRound(ranks);
    Steps steps = new Steps() {
      @Override
      public void receive(int peer, long bytes) {
        all.received.add(peer, bytes);
      }

      @Override
      public void send(int peer, long bytes) {
        all.sent.add(peer, bytes);
      }
    };
    boolean any = false;
    for (int rank = 0; rank < ranks; rank++) {
      CollectiveCall call =
          new OneRank(request.pattern().operation(), ranks, rank, 0, request.bytes());
      any |= algorithm.round(call, round, steps);
      all.received.starts[rank + 1] = all.received.peers.size();
      all.sent.starts[rank + 1] = all.sent.peers.size();
      if (messagesBefore + all.sent.peers.size() > MOST_MESSAGES) {
        throw UsageException.of(
            "algorithm",
            "found " + request.algorithm().orElseThrow() + " on " + ranks
                + " ranks, which needs more than " + MOST_MESSAGES
                + " messages per step; expected fewer ranks. Without this option, the rules of the machine apply");
      }
    }
    return any ? all : null;
  }

  long messages() {
    return sent.peers.size();
  }

  /** References to the most recent requests, oldest first: {@code count}, ..., 2, 1. */
  static long[] mostRecent(int count) {
    return LongStream.iterate(count, i -> i > 0, i -> i - 1).toArray();
  }

  /** The arguments of one rank in the collective. The root is rank 0. */
  private record OneRank(Operation operation, int size, int rank, int root, long bytes)
      implements CollectiveCall {}
}
