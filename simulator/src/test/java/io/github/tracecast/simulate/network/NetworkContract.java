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

/** What each network promises to the interpreter. */
abstract class NetworkContract {
  final LaneProgram program = Lowering.inRounds(Programs.of(new TraceSketch(2)
      .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 8)
      .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 8)
      .trace()));
  final Slots slots = new Slots(1);
  private final Delivered delivered = new Delivered();

  abstract Network network();

  private Network delivering() {
    Network network = network();
    network.deliverTo(delivered);
    return network;
  }

  private void deliverAll(Network network) {
    while (network.next()) {}
  }

  private int slot(byte state, long picos) {
    int slot = slots.create(state, 1);
    slots.setCost(slot, 0);
    slots.since().set(slot, 0, picos);
    return slot;
  }

  @Test
  void nothingIsDeliveredIfNothingIsUnderWay() {
    assertThat(delivering().next()).isFalse();
    assertThat(delivered.arrived.size()).isZero();
    assertThat(delivered.resumed.size()).isZero();
  }

  @Test
  void messagesThatStartArriveOnceAndNotBeforeTheirStart() {
    Network network = delivering();
    int first = slot(Slots.FLYING, 1_000);
    int second = slot(Slots.FLYING, 2_000);
    network.created(first, 0);
    network.starts(first);
    network.created(second, 0);
    network.starts(second);
    deliverAll(network);

    assertThat(delivered.arrived.toIntArray()).containsExactly(first, second);
    assertThat(slots.since().first(first)).isGreaterThanOrEqualTo(1_000);
    assertThat(slots.since().first(second))
        .isGreaterThanOrEqualTo(2_000)
        .isGreaterThanOrEqualTo(slots.since().first(first));
  }

  @Test
  void aRequestEndsOnceAtTheTimeOfItsSlot() {
    Network network = delivering();
    int request = slot(Slots.ARRIVED, 5_000);
    network.ends(request);
    deliverAll(network);

    assertThat(delivered.arrived.toIntArray()).containsExactly(request);
    assertThat(slots.since().first(request)).isEqualTo(5_000);
  }
}
