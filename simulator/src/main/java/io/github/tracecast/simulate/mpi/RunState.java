package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Token;
import io.github.tracecast.simulate.state.StateSink;

/**
 * Describes everything on which the rest of a run depends. Each part of the run describes itself;
 * this class puts them in order. One thread.
 */
public final class RunState {
  private final Interpreter run;

  RunState(Interpreter run) {
    this.run = run;
  }

  /** Describes the whole state, as far as the sink needs it. */
  public void describe(StateSink sink) {
    run.slots.beginDescription();
    for (int rank = 0; rank < run.ranks.count && sink.goesOn(); rank++) {
      place(rank, sink);
    }
    if (sink.goesOn()) {
      messages(sink);
    }
    for (int rank = 0; rank < run.ranks.count && sink.goesOn(); rank++) {
      strands(rank, sink);
      run.requests.describe(rank, sink);
    }
    if (sink.goesOn()) {
      run.networks.describe(run.strands, sink);
    }
    if (sink.goesOn()) {
      run.network.pending(new Pending(sink));
    }
  }

  /** Describes what has not met: messages and receives, those in mailboxes first, and ranks. */
  void unmet(StateSink sink) {
    run.slots.beginDescription();
    run.mailboxes.describe(sink);
    run.transport.describe(run.networks, sink);
    run.networks.describe(run.strands, sink);
  }

  /** Describes what has not met, and where ranks wait. */
  void stuck(StateSink sink) {
    unmet(sink);
    for (int rank = 0; rank < run.ranks.count; rank++) {
      place(rank, sink);
      strands(rank, sink);
      run.requests.describe(rank, sink);
    }
  }

  private void place(int rank, StateSink sink) {
    sink.number(run.ranks.at[rank]);
    boolean ended = run.program.code()[run.ranks.at[rank]] == Op.HALT;
    if (!ended) {
      run.ranks.describe(rank, run.live.live(), sink);
      run.networks.describeOf(rank, sink);
    }
    run.looks.describe(rank, sink);
    if (run.processors != null && !ended) {
      run.processors.describe(rank, sink);
      run.processors.describeAsked(rank, sink);
    }
  }

  private void messages(StateSink sink) {
    run.transport.describe(run.networks, sink);
    run.network.describe(sink);
    run.mailboxes.describe(sink);
  }

  /** Describes the non-blocking collectives that a rank has in progress. */
  private void strands(int rank, StateSink sink) {
    boolean idle = sink.isIdle(rank);
    for (int row = run.strands.firstOf(rank); row != Strands.NONE; row = run.strands.after(row)) {
      int slot = run.strands.request(row);
      sink.strand(row, rank, run.ranks.at[row], slot);
      run.slots.describe(slot, idle, sink);
      sink.number(run.ranks.at[row]);
      run.networks.describeOf(row, sink);
      run.ranks.describeClock(row, idle, sink);
      run.requests.describeExpected(row, rank, idle, sink);
      if (run.processors != null) {
        run.processors.describeAsked(row, sink);
      }
    }
    sink.number(Strands.NONE);
  }

  /** Describes the events that an engine has in progress. */
  private final class Pending implements TimingEngine.Pending {
    private final StateSink sink;

    Pending(StateSink sink) {
      this.sink = sink;
    }

    @Override
    public void ends(int token, long atPicos, boolean arrival) {
      int row = Token.row(token);
      sink.number(2L * Token.kind(token) + (arrival ? 1 : 0));
      sink.time(atPicos);
      switch (Token.kind(token)) {
        case Token.READY, Token.DATA, Token.LEAVES, Token.MESSAGE, Token.REQUEST ->
          run.slots.describe(row, false, sink);
        case Token.GATHERED, Token.NETWORK -> run.networks.describe(row, sink);
        default -> sink.number(row);
      }
    }

    @Override
    public void busy(int resource, long untilPicos) {
      sink.number(resource);
      sink.time(untilPicos);
    }

    @Override
    public void number(long value) {
      sink.number(value);
    }
  }
}
