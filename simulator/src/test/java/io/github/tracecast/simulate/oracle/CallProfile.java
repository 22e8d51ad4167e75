package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;

/** Where time goes by event, over all ranks; one column a figure, row number = event. One thread. */
final class CallProfile {
  private final long[] calls;
  private final WideSums inside;
  private final WideSums overhead;
  private final WideSums compute;
  private final long[] longestPicos;

  CallProfile(int events) {
    this(
        new long[events],
        new WideSums(events),
        new WideSums(events),
        new WideSums(events),
        new long[events]);
  }

  private CallProfile(
      long[] calls, WideSums inside, WideSums overhead, WideSums compute, long[] longestPicos) {
    this.calls = calls;
    this.inside = inside;
    this.overhead = overhead;
    this.compute = compute;
    this.longestPicos = longestPicos;
  }

  void add(int event, long computePicos, long insidePicos, long overheadPicos) {
    calls[event]++;
    compute.add(event, computePicos);
    inside.add(event, insidePicos);
    overhead.add(event, overheadPicos);
    longestPicos[event] = Math.max(longestPicos[event], insidePicos);
  }

  /** Calls of all events. */
  long totalCalls() {
    long total = 0;
    for (long number : calls) {
      total += number;
    }
    return total;
  }

  CallProfile copy() {
    return new CallProfile(
        calls.clone(), inside.copy(), overhead.copy(), compute.copy(), longestPicos.clone());
  }

  /** Adds {@code times} times what was added between two copies. */
  void addTimes(long times, CallProfile from, CallProfile to) {
    for (int event = 0; event < calls.length; event++) {
      calls[event] = Math.addExact(
          calls[event], Math.multiplyExact(times, to.calls[event] - from.calls[event]));
    }
    inside.addTimes(times, from.inside, to.inside);
    overhead.addTimes(times, from.overhead, to.overhead);
    compute.addTimes(times, from.compute, to.compute);
  }

  /** Adds what was added between two copies, times a factor; numbers of calls too, rounded. */
  void addInProportion(double factor, CallProfile from, CallProfile to) {
    for (int event = 0; event < calls.length; event++) {
      calls[event] += Math.round(factor * (to.calls[event] - from.calls[event]));
    }
    inside.addInProportion(factor, from.inside, to.inside);
    overhead.addInProportion(factor, from.overhead, to.overhead);
    compute.addInProportion(factor, from.compute, to.compute);
  }

  /** Sets how often an event was called, where that is known better. */
  void setCalls(int event, long number) {
    calls[event] = number;
  }

  ReplayResult.EventTimes times(int event) {
    return new ReplayResult.EventTimes(
        event,
        calls[event],
        Picos.seconds(compute.value(event)),
        Picos.seconds(inside.value(event)),
        Picos.seconds(inside.value(event) - overhead.value(event)),
        Picos.seconds(longestPicos[event]));
  }
}
