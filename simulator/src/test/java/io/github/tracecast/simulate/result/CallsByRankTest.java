package io.github.tracecast.simulate.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.lanes.Totals;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import org.junit.jupiter.api.Test;

class CallsByRankTest {
  private static CallsByRank sums() {
    TraceSketch sketch = new TraceSketch(3);
    sketch.call(MpiCall.BARRIER, sketch.all());
    sketch.call(MpiCall.SEND, 1, Parameter.DESTINATION, 0, Parameter.COUNT, 1);
    return CallsByRank.of(sketch.trace());
  }

  @Test
  void theVariationIsTheSampleDeviationDividedByTheMean() {
    CallsByRank sums = sums();
    sums.add(0, 0, 10);
    sums.add(1, 0, 5);
    sums.add(2, 0, 30);
    sums.add(1, 0, 15);
    sums.add(1, 1, 7);

    assertThat(sums.variation(0)).isCloseTo(10 / 20.0, within(1e-12));
    assertThat(sums.variation(1)).as("one rank calls it").isZero();
  }

  @Test
  void skippedIterationsCount() {
    CallsByRank sums = sums();
    sums.add(0, 0, 40);
    Totals.Moment moment = sums.totals().moment();
    sums.add(1, 0, 10);
    sums.add(2, 0, 10);
    moment.repeat(3);

    assertThat(sums.variation(0)).isZero();
  }
}
