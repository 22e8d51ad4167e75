package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.exports.requests.CancelledReceives;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.io.IOException;
import java.util.function.LongConsumer;

/** Passes one rank's calls in order to an export. Each instance is used once. Not thread-safe. */
abstract class CallWalk {
  private static final int REPORT = 1 << 16;

  final TaskCursor cursor;
  final Exported exported;
  final EventTable table;
  final CallArguments arguments;
  final RequestNumbers numbers = new RequestNumbers();
  final CancelledReceives.OfRank cancelled;

  CallWalk(Exported exported, int rank) {
    this.cursor = exported.programs.cursor(rank);
    this.exported = exported;
    this.table = exported.table;
    this.arguments = exported.arguments;
    this.cancelled = exported.cancelled.ofRank(rank);
  }

  /**
   * Passes on all calls.
   *
   * @param progress receives the number of calls since its last call from time to time
   */
  final void walk(LongConsumer progress) throws IOException {
    int taken = 0;
    while (cursor.next() && reaches()) {
      ExecutedCall call = table.at(cursor);
      numbers.called(call.call());
      take(call);
      if (++taken == REPORT) {
        progress.accept(taken);
        taken = 0;
      }
    }
    progress.accept(taken);
  }

  /** Whether the export includes the call at the cursor. If not, it ends before this call. */
  boolean reaches() {
    return true;
  }

  /** If the completions of a Wait or Test call were not recorded, notes that it completes nothing in the export. */
  final void noteCompletion(ExecutedCall call, boolean recorded) {
    if (!recorded) {
      exported.lost.add(
          call.call().mpiName()
              + " completes no request, because the trace does not record which requests this call completed");
    }
  }

  /** Writes the call at the cursor. */
  abstract void take(ExecutedCall call) throws IOException;
}
