package io.github.tracecast.simulate.flows;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Flows that wait for the end of their latency. Flows of equal latency end their latency in the
 * order of their starts. Each latency therefore has a separate queue, and only the first flow of
 * each queue is ordered by time. A machine has few latencies. One thread.
 */
public final class LatencyQueues {
  private final Long2IntOpenHashMap queueOf = new Long2IntOpenHashMap();
  private final AlarmQueue heads = new AlarmQueue();
  private IntArrayFIFOQueue[] queues = new IntArrayFIFOQueue[0];
  private long lastLatency = -1;
  private int lastQueue;
  private long added;

  /** By flow: when its latency ends, ps, and its number in the order of starts. */
  private long[] times = new long[64];

  private long[] numbers = new long[64];

  /** The time at which the next latency ends, or {@link Long#MAX_VALUE} if no flow waits. */
  public long earliest() {
    return heads.earliest();
  }

  /** Adds a flow that waits for a latency from now on. */
  public void add(int flow, long nowPicos, long latencyPicos) {
    if (flow >= times.length) {
      times = Arrays.copyOf(times, Math.max(flow + 1, 2 * times.length));
      numbers = Arrays.copyOf(numbers, times.length);
    }
    times[flow] = nowPicos + latencyPicos;
    numbers[flow] = added++;
    int at = queue(latencyPicos);
    if (queues[at].isEmpty()) {
      heads.add(times[flow], numbers[flow], at);
    }
    queues[at].enqueue(flow);
  }

  private int queue(long latencyPicos) {
    if (latencyPicos == lastLatency) {
      return lastQueue;
    }
    int at = queueOf.getOrDefault(latencyPicos, queues.length);
    if (at == queues.length) {
      queueOf.put(latencyPicos, at);
      queues = Arrays.copyOf(queues, at + 1);
      queues[at] = new IntArrayFIFOQueue();
    }
    lastLatency = latencyPicos;
    lastQueue = at;
    return at;
  }

  /** Removes the flow with the earliest end of its latency. There must be one. */
  public int remove() {
    int at = heads.remove();
    int flow = queues[at].dequeueInt();
    if (!queues[at].isEmpty()) {
      int next = queues[at].firstInt();
      heads.add(times[next], numbers[next], at);
    }
    return flow;
  }

  /** Visits all waiting flows and the ends of their latencies, in order. */
  public void forEach(AlarmQueue.Visitor visitor) {
    AlarmQueue all = new AlarmQueue();
    for (IntArrayFIFOQueue queue : queues) {
      for (int left = queue.size(); left > 0; left--) {
        int flow = queue.dequeueInt();
        all.add(times[flow], numbers[flow], flow);
        queue.enqueue(flow);
      }
    }
    all.forEach(visitor);
  }
}
