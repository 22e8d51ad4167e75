package io.github.tracecast.simulate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Iterator;

/** Messages of a {@link LockStep} that nobody has asked for, and receives that nobody has sent to; never such as fit each other. One thread. */
final class StepMailbox {
  /** Whether messages come in the round after that in which they are sent. */
  final boolean nextRound;

  private final ArrayDeque<StepReceive> posted = new ArrayDeque<>();
  private final IntArrayList came = new IntArrayList();

  StepMailbox(boolean nextRound) {
    this.nextRound = nextRound;
  }

  /** A message has come; returns the receive that takes it, or null if it stays. */
  StepReceive give(int source) {
    for (Iterator<StepReceive> receives = posted.iterator(); receives.hasNext(); ) {
      StepReceive receive = receives.next();
      if (receive.fits(source)) {
        receives.remove();
        receive.take(source);
        return receive;
      }
    }
    came.add(source);
    return null;
  }

  void post(StepReceive receive) {
    for (int at = 0; at < came.size(); at++) {
      if (receive.fits(came.getInt(at))) {
        receive.take(came.removeInt(at));
        return;
      }
    }
    posted.add(receive);
  }

  /** Writes down what is here; receives by their names. */
  void describe(StateWriter state, ReceiveNames names) {
    state.put(posted.size());
    posted.forEach(receive -> state.put(names.of(receive)));
    state.put(came.size());
    came.forEach(state::put);
  }
}
