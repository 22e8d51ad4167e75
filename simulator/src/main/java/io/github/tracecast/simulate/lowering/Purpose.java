package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;

/**
 * The use of a lowered program: a replay with times, or a search for lost sources. It decides which
 * instructions the program has besides messages. Chosen once for a program.
 */
abstract sealed class Purpose {
  /**
   * Whether time passes. Then ranks also differ in computation and in the messages of collectives,
   * and they wait for each other when they create a communicator.
   */
  final boolean timed;

  /** Whether receives from any source have mailboxes even where only one rank sends. */
  final boolean asksForAnySource;

  private Purpose(boolean timed, boolean asksForAnySource) {
    this.timed = timed;
    this.asksForAnySource = asksForAnySource;
  }

  /** Emits the instructions of a rank before an event, such as computation. */
  abstract void before(int event, int rank, Predecessors predecessors, int row);

  /** Emits the instructions at the beginning of a call. */
  abstract void begin(int event);

  /** Emits the instructions after the last event before a loop begins or ends. */
  abstract void after(int event);

  /** A replay on machines. */
  static final class Replaying extends Purpose {
    private final ComputeLowering computes;
    private final CodeBuffer code;

    Replaying(ComputeLowering computes, CodeBuffer code) {
      super(true, false);
      this.computes = computes;
      this.code = code;
    }

    @Override
    void before(int event, int rank, Predecessors predecessors, int row) {
      computes.lower(event, rank, predecessors.of(row));
    }

    @Override
    void begin(int event) {
      // the call says everything
    }

    @Override
    void after(int event) {
      code.add(Op.PREVIOUS, event);
    }
  }

  /** A search for lost sources: all times are 0. */
  static final class Searching extends Purpose {
    private final EventTable table;
    private final CodeBuffer code;

    Searching(EventTable table, CodeBuffer code) {
      super(false, true);
      this.table = table;
      this.code = code;
    }

    @Override
    void before(int event, int rank, Predecessors predecessors, int row) {
      // no rank computes
    }

    @Override
    void begin(int event) {
      if (MessageLowering.receives(table.call(event))) {
        code.add(Op.SEARCH, event);
      }
    }

    @Override
    void after(int event) {
      // no computation depends on the event
    }
  }
}
