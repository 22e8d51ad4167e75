package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.CommonPeriods;
import io.github.tracecast.simulate.costs.ComputeTimes;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTable;
import io.github.tracecast.simulate.lanes.Share;
import java.util.Arrays;

/**
 * Lowers the computation before a call. If it always takes the same time, the result is that time.
 * One thread.
 */
final class ComputeLowering {
  final ComputeTimes[] times;
  final LaneTable table;
  final PairTable sites = new PairTable();

  /** Number of executions after which all computation repeats. */
  long period = 1;

  private final CodeBuffer code;
  private final LaneFigures figures;
  private final long[] picos;

  ComputeLowering(ComputeTimes[] times, LaneFigures figures, CodeBuffer code) {
    this.times = times;
    this.code = code;
    this.table = new LaneTable(figures.lanes());
    this.figures = figures;
    this.picos = new long[figures.lanes()];
  }

  /**
   * Lowers the computation of a rank before an event. One of the previous events comes right before
   * it.
   */
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
      return;
    }
    int[] rows = new int[previous.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(event, rank, previous[i]);
    }
    if (Arrays.stream(rows).allMatch(row -> row == rows[0])) {
      if (!free(rows[0])) {
        code.add(Op.COMPUTE, rows[0], sites.of(event, rows[0]));
      }
      return;
    }
    code.add(Op.COMPUTE_AFTER, event, rows.length);
    for (int i = 0; i < rows.length; i++) {
      code.operand(previous[i]);
      code.operand(rows[i]);
      code.operand(sites.of(event, rows[i]));
    }
  }

  private boolean recordedAndSteady(int event, int rank, int[] previous) {
    for (int before : previous) {
      for (ComputeTimes lane : times) {
        if (lane.period(event, rank, before) > 1) {
          return false;
        }
      }
      if (times[0].missing(event, rank, before)) {
        return false;
      }
    }
    return true;
  }

  private int row(int event, int rank, int previous) {
    Arrays.fill(picos, 0);
    figures.add(picos, 0, Share.COMPUTE, event, rank, k -> {
      int index = times[k].find(event, rank, previous, 0);
      return index == ComputeTimes.NONE ? 0 : times[k].picos(index, event, rank, 0);
    });
    return table.row(picos);
  }

  private boolean free(int row) {
    for (int k = 0; k < picos.length; k++) {
      if (table.picos.get(row, k) != 0) {
        return false;
      }
    }
    return true;
  }
}
