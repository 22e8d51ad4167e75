package io.github.tracecast.simulate.flows;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Flows that wait for the end of their latency. Flows of equal latency end their latency in the
 * order of their starts. Each latency therefore has a separate ring, and only the first flow of
 * each ring is ordered by time. A machine has few latencies. One thread.
 */
public final class LatencyQueues {
  private final Long2IntOpenHashMap ringOf = new Long2IntOpenHashMap();
  private final AlarmQueue heads = new AlarmQueue();
  private Ring[] rings = new Ring[0];
  private long lastLatency = -1;
  private int lastRing;
  private long added;

  /** Flows, when their latency ends, and their number in the order of their starts. */
  private static final class Ring {
    private long[] times = new long[16];
    private long[] numbers = new long[16];
    private int[] flows = new int[16];
    private int first;
    private int count;

    private void add(int flow, long time, long number) {
      if (count == flows.length) {
        grow();
      }
      int at = first + count++ & flows.length - 1;
      times[at] = time;
      numbers[at] = number;
      flows[at] = flow;
    }

    private void grow() {
      int length = flows.length;
      long[] longerTimes = new long[2 * length];
      long[] longerNumbers = new long[2 * length];
      int[] longerFlows = new int[2 * length];
      for (int i = 0; i < count; i++) {
        int at = first + i & length - 1;
        longerTimes[i] = times[at];
        longerNumbers[i] = numbers[at];
        longerFlows[i] = flows[at];
      }
      times = longerTimes;
      numbers = longerNumbers;
      flows = longerFlows;
      first = 0;
    }

    private int remove() {
      int flow = flows[first];
      first = first + 1 & flows.length - 1;
      count--;
      return flow;
    }
  }

  /** The time at which the next latency ends, or {@link Long#MAX_VALUE} if no flow waits. */
  public long earliest() {
    return heads.earliest();
  }

  /** Adds a flow that waits for a latency from now on. */
  public void add(int flow, long nowPicos, long latencyPicos) {
    int at = ring(latencyPicos);
    Ring ring = rings[at];
    long number = added++;
    ring.add(flow, nowPicos + latencyPicos, number);
    if (ring.count == 1) {
      heads.add(nowPicos + latencyPicos, number, at);
    }
  }

  private int ring(long latencyPicos) {
    if (latencyPicos == lastLatency) {
      return lastRing;
    }
    int at = ringOf.getOrDefault(latencyPicos, rings.length);
    if (at == rings.length) {
      ringOf.put(latencyPicos, at);
      rings = Arrays.copyOf(rings, at + 1);
      rings[at] = new Ring();
    }
    lastLatency = latencyPicos;
    lastRing = at;
    return at;
  }

  /** Removes the flow with the earliest end of its latency. There must be one. */
  public int remove() {
    int at = heads.remove();
    Ring ring = rings[at];
    int flow = ring.remove();
    if (ring.count > 0) {
      heads.add(ring.times[ring.first], ring.numbers[ring.first], at);
    }
    return flow;
  }

  /** Visits all waiting flows and the ends of their latencies, in order. */
  public void forEach(AlarmQueue.Visitor visitor) {
    AlarmQueue all = new AlarmQueue();
    for (Ring ring : rings) {
      for (int i = 0; i < ring.count; i++) {
        int at = ring.first + i & ring.flows.length - 1;
        all.add(ring.times[at], ring.numbers[at], ring.flows[at]);
      }
    }
    all.forEach(visitor);
  }
}
