package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransportTest {
  private static final long BYTES = 100;
  private static final long LONG = 1_000_000;

  private final Parts parts = new Parts(
      new TraceSketch(2)
          .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, BYTES)
          .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, LONG)
          .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, BYTES)
          .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, LONG),
      List.of(Map.of("mpi.eager_limit", "64KiB")));
  private final int channel = parts.channel(0, 1);

  private static long picos(long nanoseconds) {
    return 1_000 * nanoseconds;
  }

  @Test
  void anEagerMessageArrivesAfterOverheadLatencyAndGaps() {
    int slot = parts.transport.send(0, channel, parts.cost(BYTES), Op.EAGER);
    assertThat(parts.slots.state(slot)).isEqualTo(Slots.ARRIVED);
    assertThat(parts.ranks.clock().first(0)).isEqualTo(picos(Replays.O));
    assertThat(parts.slots.since().first(slot)).isEqualTo(picos(Replays.arrival(Replays.O, BYTES)));
  }

  @Test
  void messagesOfAChannelKeepTheirOrderWhicheverSideIsFirst() {
    int cost = parts.cost(BYTES);
    int first = parts.transport.send(0, channel, cost, Op.EAGER);
    int second = parts.transport.send(0, channel, cost, Op.EAGER);
    assertThat(parts.transport.receive(1, channel)).isEqualTo(first);
    assertThat(parts.transport.receive(1, channel)).isEqualTo(second);
    int early = parts.transport.receive(1, channel);
    int late = parts.transport.receive(1, channel);
    assertThat(parts.slots.state(early)).isEqualTo(Slots.POSTED);
    assertThat(parts.transport.send(0, channel, cost, Op.EAGER)).isEqualTo(early);
    assertThat(parts.transport.send(0, channel, cost, Op.EAGER)).isEqualTo(late);
    assertThat(parts.transport.unmet(0)).isZero();
  }

  @Test
  void aRendezvousStartsWhenBothSidesAreReady() {
    long way = parts.program.costs().handshake.first(parts.cost(LONG));
    parts.ranks.clock().set(1, 0, picos(1_000_000));
    int slot = parts.transport.send(0, channel, parts.cost(LONG), Op.RENDEZVOUS);
    assertThat(parts.slots.state(slot)).isEqualTo(Slots.OFFERED);
    assertThat(parts.transport.unmet(0)).isEqualTo(1);
    assertThat(parts.transport.receive(1, channel)).isEqualTo(slot);
    assertThat(parts.slots.since().first(slot))
        .isEqualTo(picos(Replays.arrival(1_000_000, LONG)) + way);
    assertThat(parts.slots.users(slot)).isEqualTo(2);
  }

  @Test
  void aLateSenderFindsThePostedReceive() {
    long way = parts.program.costs().handshake.first(parts.cost(LONG));
    int posted = parts.transport.receive(1, channel);
    parts.ranks.clock().set(0, 0, picos(5_000_000));
    assertThat(parts.transport.send(0, channel, parts.cost(LONG), Op.RENDEZVOUS))
        .isEqualTo(posted);
    assertThat(parts.slots.since().first(posted))
        .isEqualTo(picos(Replays.arrival(5_000_000 + Replays.O, LONG)) + 2 * way);
  }

  @Test
  void onlyAReceiveWithoutAMessageCanBeWithdrawn() {
    int kept = parts.transport.receive(1, channel);
    int withdrawn = parts.transport.receive(1, channel);
    int last = parts.transport.receive(1, channel);
    assertThat(parts.transport.withdraw(withdrawn)).isTrue();
    assertThat(parts.transport.withdraw(withdrawn)).isFalse();
    assertThat(parts.transport.send(0, channel, parts.cost(BYTES), Op.EAGER)).isEqualTo(kept);
    assertThat(parts.transport.send(0, channel, parts.cost(BYTES), Op.EAGER)).isEqualTo(last);
  }
}
