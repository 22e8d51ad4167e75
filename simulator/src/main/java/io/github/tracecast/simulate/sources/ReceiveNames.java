package io.github.tracecast.simulate.sources;

import io.github.tracecast.simulate.state.StateWriter;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Numbers the receives in a description of a state, in the order of their first appearance. One
 * use, one thread.
 */
final class ReceiveNames {
  private final StateWriter state;
  private final Map<StepReceive, Integer> names = new IdentityHashMap<>();

  ReceiveNames(StateWriter state) {
    this.state = state;
  }

  int of(StepReceive receive) {
    Integer next = names.size();
    Integer before = names.putIfAbsent(receive, next);
    return before == null ? next : before;
  }

  /** Writes the state of a receive. */
  void describe(StepReceive receive) {
    state.put(of(receive));
    state.put(receive.wanted);
    state.put(receive.done() ? 1 : 0);
  }
}
