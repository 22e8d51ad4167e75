package io.github.tracecast.simulate.flows;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Flows that wait for the end of their latency. Flows of equal latency end their latency in the
 * order of their starts. Each latency therefore has a separate queue, and only the first flow of
 * each queue is ordered by time. A machine has few latencies. One thread.
 */
public final class LatencyQueues {
  private static final int NONE = -1;

  private final Long2IntOpenHashMap queueOf = new Long2IntOpenHashMap();
  private final AlarmQueue heads = new AlarmQueue();

  /** By queue: its first flow, or NONE, and its last one. */
  private int[] first = new int[0];

  private int[] last = new int[0];
  private long lastLatency = -1;
  private int lastQueue;
  private long added;

  /** By flow: when its latency ends, ps, its number in the order of starts, and the next in its queue. */
  private long[] times = new long[64];

  private long[] numbers = new long[64];
  private int[] next = new int[64];

  /** The time at which the next latency ends, or {@link Long#MAX_VALUE} if no flow waits. */
  public long earliest() {
    return heads.earliest();
  }

  /** Adds a flow that waits for a latency from now on. */
  public void add(int flow, long nowPicos, long latencyPicos) {
    if (flow >= times.length) {
      times = Arrays.copyOf(times, Math.max(flow + 1, 2 * times.length));
      numbers = Arrays.copyOf(numbers, times.length);
      next = Arrays.copyOf(next, times.length);
    }
    times[flow] = nowPicos + latencyPicos;
    numbers[flow] = added++;
    int at = queue(latencyPicos);
    if (first[at] == NONE) {
      first[at] = flow;
      heads.add(times[flow], numbers[flow], at);
    } else {
      next[last[at]] = flow;
    }
    last[at] = flow;
    next[flow] = NONE;
  }

  private int queue(long latencyPicos) {
    if (latencyPicos == lastLatency) {
      return lastQueue;
    }
    int at = queueOf.getOrDefault(latencyPicos, first.length);
    if (at == first.length) {
      queueOf.put(latencyPicos, at);
      first = Arrays.copyOf(first, at + 1);
      last = Arrays.copyOf(last, at + 1);
      first[at] = NONE;
    }
    lastLatency = latencyPicos;
    lastQueue = at;
    return at;
  }

  /** Removes the flow with the earliest end of its latency. There must be one. */
  public int remove() {
    int at = heads.remove();
    int flow = first[at];
    int head = next[flow];
    first[at] = head;
    if (head != NONE) {
      heads.add(times[head], numbers[head], at);
    }
    return flow;
  }

  /** Visits all waiting flows and the ends of their latencies, in order. */
  public void forEach(AlarmQueue.Visitor visitor) {
    AlarmQueue all = new AlarmQueue();
    for (int head : first) {
      for (int flow = head; flow != NONE; flow = next[flow]) {
        all.add(times[flow], numbers[flow], flow);
      }
    }
    all.forEach(visitor);
  }
}
