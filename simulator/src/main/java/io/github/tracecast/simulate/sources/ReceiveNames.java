package io.github.tracecast.simulate.sources;

import io.github.tracecast.simulate.state.StateSink;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Numbers the receives in a description of a state, in the order of their first appearance. One
 * use, one thread.
 */
final class ReceiveNames {
  private final StateSink sink;
  private final Map<StepReceive, Integer> names = new IdentityHashMap<>();

  ReceiveNames(StateSink sink) {
    this.sink = sink;
  }

  int of(StepReceive receive) {
    Integer next = names.size();
    Integer before = names.putIfAbsent(receive, next);
    return before == null ? next : before;
  }

  /** Writes the state of a receive. */
  void describe(StepReceive receive) {
    sink.number(of(receive));
    sink.number(receive.wanted);
    sink.number(receive.done() ? 1 : 0);
  }
}
