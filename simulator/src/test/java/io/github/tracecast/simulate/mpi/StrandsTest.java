package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StrandsTest {
  private final Parts parts = new Parts(new TraceSketch(2)
      .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 8)
      .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 8));
  private final Strands strands = parts.strands;

  @Test
  void aStrandBeginsAtItsRanksTimeAndEndsItsRequest() {
    parts.ranks.clock().set(1, 0, 77);
    int row = strands.start(1, 0);
    parts.ranks.clock().set(1, 0, 99);
    assertThat(strands.owner(row)).isEqualTo(1);
    assertThat(parts.ranks.clock().first(row)).isEqualTo(77);
    int slot = strands.request(row);
    assertThat(parts.slots.state(slot)).isEqualTo(Slots.RUNNING);
    assertThat(strands.of(1).toIntArray()).containsExactly(row);
    strands.end(row);
    assertThat(parts.slots.state(slot)).isEqualTo(Slots.ARRIVED);
    assertThat(parts.slots.since().first(slot)).isEqualTo(77);
    assertThat(strands.of(1).isEmpty()).isTrue();
  }

  @Test
  void aRanksStrandsKeepTheirOrderWhicheverEnds() {
    Random random = new Random(1);
    List<Integer> expected = new ArrayList<>();
    for (int step = 0; step < 2_000; step++) {
      if (expected.size() < 40 && random.nextInt(3) > 0) {
        expected.add(strands.start(0, 0));
      } else if (!expected.isEmpty()) {
        strands.end(expected.remove(random.nextInt(expected.size())));
      }
      assertThat(List.copyOf(strands.of(0))).isEqualTo(expected);
      assertThat(strands.of(1).isEmpty()).isTrue();
    }
  }
}
