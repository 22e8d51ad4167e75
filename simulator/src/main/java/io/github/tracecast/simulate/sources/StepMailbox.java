package io.github.tracecast.simulate.sources;

import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Messages of a {@link LockStep} that no receive has taken, and receives without a message. No
 * stored message fits a stored receive. One thread.
 */
final class StepMailbox {
  /** Whether messages arrive one round after they are sent. */
  final boolean nextRound;

  private final ArrayDeque<StepReceive> posted = new ArrayDeque<>();
  private final IntArrayList came = new IntArrayList();

  StepMailbox(boolean nextRound) {
    this.nextRound = nextRound;
  }

  /** Delivers a message. Returns the receive that takes it, or null if the message stays. */
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

  /** Writes the contents, with receives by their names. */
  void describe(StateSink sink, ReceiveNames names) {
    sink.number(posted.size());
    posted.forEach(receive -> sink.number(names.of(receive)));
    sink.number(came.size());
    came.forEach(sink::number);
  }
}
