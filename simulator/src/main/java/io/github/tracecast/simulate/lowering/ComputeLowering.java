package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.CommonPeriods;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.simulate.costs.ComputeTimes;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.Trace;
import java.util.Arrays;

/**
 * Translates the computation before a call into an instruction. Computation that always takes the
 * same time becomes an instruction with this time. One thread.
 */
final class ComputeLowering {
  final ComputeTimes[] times;

  /** Number of executions after which the computation before every call repeats. */
  long period = 1;

  private final ProgramDraft draft;
  private final CodeBuffer code;

  ComputeLowering(ProgramDraft draft) {
    this.draft = draft;
    this.code = draft.code;
    Trace trace = draft.programs.trace();
    DeltaTable deltas = DeltaTable.of(trace);
    this.times = draft.lanes.stream()
        .map(lane ->
            new ComputeTimes(trace, draft.programs.table(), deltas, lane.options(), lane.machine()))
        .toArray(ComputeTimes[]::new);
  }

  /** Translates the computation of a rank before an event that directly follows one of the events {@code previous}. */
  void lower(int event, int rank, int[] previous) {
    if (!recordedAndSteady(event, rank, previous)) {
      if (previous.length == 1) {
        code.add(Op.PREVIOUS, previous[0]);
      }
      code.add(Op.FIND, event);
      for (int before : previous) {
        for (ComputeTimes lane : times) {
          period = CommonPeriods.common(period, lane.period(event, rank, before));
        }
      }
      code.endComputation(event);
      return;
    }
    int[] rows = new int[previous.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(event, rank, previous[i]);
    }
    if (Arrays.equals(rows, 1, rows.length, rows, 0, rows.length - 1)) { // all rows are equal
      if (!draft.takesNoTime()) {
        code.add(Op.COMPUTE, rows[0], draft.computeSites.of(event, rows[0]));
        code.endComputation(event);
      }
      return;
    }
    code.add(Op.COMPUTE_AFTER, event, rows.length);
    for (int i = 0; i < rows.length; i++) {
      code.operand(previous[i]);
      code.operand(rows[i]);
      code.operand(draft.computeSites.of(event, rows[i]));
    }
    code.endComputation(event);
  }

  private boolean recordedAndSteady(int event, int rank, int[] previous) {
    for (int before : previous) {
      for (ComputeTimes lane : times) {
        if (lane.period(event, rank, before) > 1) {
          return false;
        }
      }
      if (times[0].find(event, rank, before, 0) == ComputeTimes.MISSING) {
        return false;
      }
    }
    return true;
  }

  private int row(int event, int rank, int previous) {
    int index = times[0].find(event, rank, previous, 0);
    return draft.row(
        draft.computes, Share.COMPUTE, event, rank, k -> times[k].picos(index, event, rank, 0));
  }
}
