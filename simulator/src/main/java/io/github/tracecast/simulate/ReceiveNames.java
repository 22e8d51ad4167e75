package io.github.tracecast.simulate;

import java.util.IdentityHashMap;
import java.util.Map;

/** Names receives in a description of a state by the order in which they come up there. One use, one thread. */
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

  /** Writes down all that matters of a receive. */
  void describe(StepReceive receive) {
    state.put(of(receive));
    state.put(receive.wanted);
    state.put(receive.done() ? 1 : 0);
  }
}
