package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;

/**
 * The parts of a replay whose state goes on from one moment to the next.
 *
 * @param engine what times them
 */
record ReplayState(
    RankProcess[] processes,
    PointToPoint transport,
    Collectives collectives,
    CallProfile profile,
    ComputeTimes computeTimes,
    TimingEngine engine) {

  /**
   * Writes the state down, at a moment when nobody is ready to go on before the engine does.
   *
   * @param before the image taken last, or null
   * @param skippedPicos simulated time that was skipped so far
   */
  StateImage image(StateImage before, long skippedPicos) {
    StateWriter state = new StateWriter(transport.requests, collectives.bases(), before);
    for (RankProcess process : processes) {
      process.describe(state);
    }
    collectives.describe(state);
    int[] messageIds = transport.describe(state);
    if (engine.exact()) {
      engine.pending(new Alarms(state, messageIds));
    }
    return state.image(engine.nowPicos(), accounts(skippedPicos));
  }

  Accounts accounts(long skippedPicos) {
    return new Accounts(processes, profile, transport.channels, computeTimes, skippedPicos);
  }

  /** Adds to all accounts what was between two moments, times a factor; see {@link Accounts#addInProportion}. */
  void accountInProportion(
      double factor, Accounts from, Accounts to, boolean[] takesPart, long picos) {
    Accounts.addInProportion(
        factor, from, to, takesPart, picos, processes, profile, transport.channels);
  }

  /** Repeats what was between two moments in all accounts. */
  void account(long times, Accounts from, Accounts to) {
    Accounts.addTimes(times, from, to, processes, profile, transport.channels, computeTimes);
  }

  /** Writes down what the engine has under way. */
  private final class Alarms implements TimingEngine.Pending {
    private final StateWriter state;
    private final int[] messageIds;

    Alarms(StateWriter state, int[] messageIds) {
      this.state = state;
      this.messageIds = messageIds;
    }

    @Override
    public void ends(int token, long atPicos, boolean arrival) {
      int row = Token.row(token);
      state.put(2L * Token.kind(token) + (arrival ? 1 : 0));
      state.time(atPicos);
      switch (Token.kind(token)) {
        case Token.READY, Token.DATA, Token.MESSAGE -> state.put(messageIds[row]);
        case Token.REQUEST -> state.request(row);
        case Token.GATHERED, Token.NETWORK -> collectives.name(row, state);
        default -> state.put(row);
      }
    }

    @Override
    public void busy(int resource, long untilPicos) {
      state.put(resource);
      state.time(untilPicos);
    }
  }
}
