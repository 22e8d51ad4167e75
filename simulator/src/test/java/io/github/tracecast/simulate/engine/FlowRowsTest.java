package io.github.tracecast.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.flows.FairShares;
import org.junit.jupiter.api.Test;

/** Equal flows as one row move the same bytes as single flows. */
class FlowRowsTest {
  private final FlowRows rows = new FlowRows();

  /**
   * Flow 0 moves 4 B/ps for 100 ps alone, then 2 B/ps beside flow 1 for 100 ps, then both move 1 B/ps
   * beside a third flow. Of 1,000 B, flow 0 has 600 and then 400 left; flow 1 has 800.
   */
  @Test
  void eachBatchKeepsItsOwnBytes() {
    twoBatches();
    assertThat(rows.rest(0)).isEqualTo(400);
    assertThat(rows.since(0)).isEqualTo(200);
    assertThat(rows.left(5, 0, 300)).isEqualTo(300);
    rows.update(5);
    assertThat(rows.rest(1)).isEqualTo(800);
    assertThat(rows.since(1)).isEqualTo(200);
  }

  private void twoBatches() {
    rows.add(5, 0, 1000);
    rows.change(5, 4, 0);
    rows.add(9, 1, 1000);
    rows.change(5, 2, 100);
    rows.change(9, 2, 100);
    rows.append(5, 9);
    rows.change(5, 1, 200);
  }

  /** Flow 0 ends at 200 + 400 = 600 ps, when flow 1 has 800 - 400 = 400 B left. */
  @Test
  void theNextBatchContinuesWhenTheFirstEnds() {
    twoBatches();
    rows.removeFirst(5);
    assertThat(rows.first(5)).isEqualTo(1);
    assertThat(rows.following(1)).isEqualTo(FlowRows.NONE);
    assertThat(rows.left(5, 1, 600)).isEqualTo(400);
  }

  /**
   * 300 changes of speed are more than a row remembers, so it brings all batches up to date meanwhile.
   * Three flows end; the row then brings the next batches up to date together.
   */
  @Test
  void aRowOfBatchesEqualsSingleFlowsToTheLastBit() {
    int batches = 12;
    int row = 40;
    FlowRows single = new FlowRows();
    rows.add(row, 0, 1e6);
    single.add(0, 0, 1e6);
    for (int step = 0; step < 300; step++) {
      double speed = 1.0 / (3 + step % 7);
      long picos = 10L * step * step;
      int known = Math.min(1 + step / 20, batches);
      rows.change(row, speed, picos);
      for (int flow = 0; flow < known; flow++) {
        single.change(flow, speed, picos);
      }
      if (step % 20 == 19 && known < batches) {
        int own = row + known;
        rows.add(own, known, 1e6);
        rows.change(own, speed, picos);
        rows.append(row, own);
        single.add(known, known, 1e6);
        single.change(known, speed, picos);
      }
      if (step == 250 || step == 260 || step == 270) {
        rows.removeFirst(row);
        int first = rows.first(row);
        assertThat(rows.left(row, first, picos)).isEqualTo(single.left(first, first, picos));
      }
    }
    rows.update(row);
    assertThat(rows.first(row)).isEqualTo(3);
    for (int flow = 3; flow < batches; flow++) {
      assertThat(rows.rest(flow))
          .as("flow " + flow)
          .isEqualTo(single.rest(flow))
          .isLessThan(1e6);
      assertThat(rows.since(flow)).isEqualTo(single.since(flow));
    }
  }

  /** Of 120 B/s, three flows of weight 1 and one of weight 3 get 120 / 6 x 1 = 20 and x 3 = 60 B/s. */
  @Test
  void equalFlowsAsOneRowGetTheSharesOfSingleFlows() {
    FairShares row = onOneLink();
    row.join(0);
    row.joinRow(0);
    row.joinRow(0);
    row.join(3);
    row.solve();
    FairShares single = onOneLink();
    for (int flow = 0; flow < 4; flow++) {
      single.join(flow);
    }
    single.solve();
    assertThat(row.flows(0)).isEqualTo(3);
    assertThat(row.bytesPerSecond(0)).isCloseTo(20, within(1e-9));
    assertThat(row.bytesPerSecond(3)).isCloseTo(60, within(1e-9));
    for (int flow = 0; flow < 4; flow++) {
      assertThat(single.bytesPerSecond(flow)).isEqualTo(row.bytesPerSecond(flow < 3 ? 0 : 3));
    }
  }

  private static FairShares onOneLink() {
    FairShares shares = new FairShares(new double[] {120}, false);
    for (int flow = 0; flow < 4; flow++) {
      shares.place(flow, new int[] {0}, new double[] {1}, 1, flow < 3 ? 1 : 3);
    }
    return shares;
  }
}
