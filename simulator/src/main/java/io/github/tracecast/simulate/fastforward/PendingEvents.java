package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.Meetings;
import io.github.tracecast.simulate.network.Token;
import io.github.tracecast.simulate.state.StateWriter;

/**
 * Describes the events that an engine has in progress.
 *
 * @param run the evaluation of the events
 * @param state state in which slots already have names
 */
record PendingEvents(Interpreter run, StateWriter state) implements TimingEngine.Pending {
  @Override
  public void ends(int token, long atPicos, boolean arrival) {
    int row = Token.row(token);
    state.put(2L * Token.kind(token) + (arrival ? 1 : 0));
    state.time(atPicos);
    switch (Token.kind(token)) {
      case Token.READY, Token.DATA, Token.MESSAGE, Token.REQUEST -> state.first(row);
      case Token.GATHERED, Token.NETWORK -> {
        Meetings.Gathering gathering = run.networks.inRow(row);
        state.put(gathering.waiting.getInt(0));
        state.put(gathering.meetings.ahead(gathering.number));
      }
      default -> state.put(row);
    }
  }

  @Override
  public void busy(int resource, long untilPicos) {
    state.put(resource);
    state.time(untilPicos);
  }
}
