package io.github.tracecast.simulate.network;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import org.junit.jupiter.api.Test;

class FreeTest {
  private final LaneProgram program = Lowering.inRounds(Programs.of(new TraceSketch(2)
      .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 8)
      .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 8)
      .trace()));
  private final Slots slots = new Slots(1);
  private final Delivered delivered = new Delivered();
  private final Free network = new Free(program, slots);

  @Test
  void aMessageArrivesOneFlightAfterItsStart() {
    network.deliverTo(delivered);
    int message = slots.create(Slots.FLYING, 1);
    slots.setCost(message, 0);
    slots.since().set(message, 0, 1_000);

    network.starts(message);

    assertThat(delivered.arrived.toIntArray()).containsExactly(message);
    assertThat(slots.since().first(message))
        .isEqualTo(1_000 + program.costs().flight.first(0));
  }

  @Test
  void ranksThatStandContinueInTheirOrderWhenNobodyElseCan() {
    network.deliverTo(delivered);
    network.resumeAt(1, 500);
    network.resumeAt(0, 100);

    assertThat(network.next()).isTrue();
    assertThat(delivered.resumed.toIntArray()).containsExactly(1, 0);
    assertThat(network.next()).isFalse();
  }
}
