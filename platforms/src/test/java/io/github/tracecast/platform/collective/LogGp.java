package io.github.tracecast.platform.collective;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * When the ranks of a call that all start at 0 are done, by LogGP with g at most o and eager
 * messages: a sender is busy o for each message, which arrives L + (m - 1) G after it has left; a
 * receiver is busy o for each message, in the order in which they arrive. Nanoseconds.
 */
record LogGp(long latency, long overhead, long gapPerByte) {
  /** LogGOPSim's defaults. */
  static final LogGp DEFAULTS = new LogGp(2_500, 1_500, 6);

  /** D(m): one message, from the call of the send to the end of the receive. */
  long message(long bytes) {
    return latency + 2 * overhead + (bytes - 1) * gapPerByte;
  }

  /** The last rank's end. */
  long time(Algorithm algorithm, CollectiveCall[] calls) {
    long last = 0;
    for (long end : ends(algorithm, calls)) {
      last = Math.max(last, end);
    }
    return last;
  }

  /** Each rank's end. */
  long[] ends(Algorithm algorithm, CollectiveCall[] calls) {
    int size = calls.length;
    List<List<Messages.Round>> ranks = Messages.of(algorithm, calls).ranks();
    List<List<Deque<Long>>> arrivals = new ArrayList<>();
    for (int to = 0; to < size; to++) {
      arrivals.add(new ArrayList<>());
      for (int from = 0; from < size; from++) {
        arrivals.get(to).add(new ArrayDeque<>());
      }
    }
    long[] clock = new long[size];
    int[] round = new int[size];
    boolean[] sent = new boolean[size];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int rank = 0; rank < size; rank++) {
        if (round[rank] == ranks.get(rank).size()) {
          continue;
        }
        Messages.Round now = ranks.get(rank).get(round[rank]);
        if (!sent[rank]) {
          for (Messages.Message message : now.sends()) {
            clock[rank] += overhead;
            long wire = latency + Math.max(0, message.bytes() - 1) * gapPerByte;
            arrivals.get(message.peer()).get(rank).add(clock[rank] + wire);
          }
          sent[rank] = true;
          moved = true;
        }
        List<Deque<Long>> mine = arrivals.get(rank);
        if (arrived(now, from -> mine.get(from).size())) {
          clock[rank] = receive(clock[rank], now, mine);
          round[rank]++;
          sent[rank] = false;
          moved = true;
        }
      }
    }
    return clock;
  }

  private static boolean arrived(Messages.Round round, IntUnaryOperator waiting) {
    return round.receives().stream().allMatch(receive -> waiting.applyAsInt(receive.peer()) > 0);
  }

  private long receive(long start, Messages.Round round, List<Deque<Long>> arrivals) {
    List<Long> times = new ArrayList<>();
    for (Messages.Message message : round.receives()) {
      times.add(arrivals.get(message.peer()).remove());
    }
    times.sort(Comparator.naturalOrder());
    long clock = start;
    for (long time : times) {
      clock = Math.max(clock, time) + overhead;
    }
    return clock;
  }
}
