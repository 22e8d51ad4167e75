package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.network.Token;
import io.github.tracecast.simulate.state.StateSink;

/**
 * Describes the whole state that decides the rest of a run. Each part of the run describes itself;
 * this class puts them in order. One thread.
 */
public final class RunState {
  private final RunParts parts;

  RunState(RunParts parts) {
    this.parts = parts;
  }

  /** Describes the whole state, as far as the sink needs it. */
  public void describe(StateSink sink) {
    parts.slots().beginDescription();
    for (int rank = 0; rank < parts.ranks().count() && sink.goesOn(); rank++) {
      place(rank, sink);
    }
    if (sink.goesOn()) {
      messages(sink);
    }
    for (int rank = 0; rank < parts.ranks().count() && sink.goesOn(); rank++) {
      strands(rank, sink);
      parts.requests().describe(rank, sink);
    }
    if (sink.goesOn()) {
      parts.networks().describe(parts.strands(), sink);
    }
    if (sink.goesOn()) {
      parts.network().pending(new Pending(sink));
    }
  }

  private void place(int rank, StateSink sink) {
    sink.number(parts.ranks().next(rank));
    boolean ended = parts.ranks().hasEnded(rank);
    if (!ended) {
      parts.ranks().describe(rank, parts.transport().unmet(rank), sink);
      parts.networks().describeOf(rank, sink);
    }
    parts.looks().describe(rank, sink);
    if (!ended) {
      parts.processors().describe(rank, sink);
      parts.processors().describeAsked(rank, sink);
    }
  }

  private void messages(StateSink sink) {
    parts.transport().describe(parts.networks(), sink);
    parts.network().describe(sink);
    parts.mailboxes().describe(sink);
  }

  /** Describes the non-blocking collectives that a rank has in progress. */
  private void strands(int rank, StateSink sink) {
    boolean idle = sink.isIdle(rank);
    for (int row : parts.strands().of(rank)) {
      parts.slots().describe(parts.strands().request(row), idle, sink);
      sink.number(parts.ranks().next(row));
      parts.networks().describeOf(row, sink);
      parts.ranks().describeClock(row, idle, sink);
      parts.requests().describeExpected(row, rank, idle, sink);
      parts.processors().describeAsked(row, sink);
    }
    sink.number(RankStates.NONE);
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
        case Token.MEETS, Token.STARTS, Token.LEAVES, Token.ARRIVES, Token.REQUEST ->
          parts.slots().describe(row, false, sink);
        case Token.GATHERED, Token.NETWORK -> parts.networks().describeAwaited(row, sink);
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
