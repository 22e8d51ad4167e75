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
import io.github.tracecast.trace.Term;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundNetworkTest {
  private static final int SENDERS = 5;

  private final LaneProgram program = gathering();
  private final Slots slots = new Slots(1);
  private final RoundNetwork network = new RoundNetwork(program, slots);

  /** Rank 0 receives from all others. */
  private static LaneProgram gathering() {
    TraceSketch sketch = new TraceSketch(1 + SENDERS);
    for (int sender = 1; sender <= SENDERS; sender++) {
      sketch.call(MpiCall.SEND, sender, DESTINATION, 0, COUNT, 8);
      sketch.call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8);
    }
    return Lowering.inRounds(Programs.of(sketch.trace()));
  }

  private int send(int sender) {
    int channel = IntStream.range(0, program.channels().count())
        .filter(of -> program.channels().source(of) == sender)
        .findFirst()
        .orElseThrow();
    int slot = slots.create(Slots.ARRIVED, 1);
    network.sent(slot, channel);
    network.starts(slot);
    return slot;
  }

  @Test
  void messagesOfARoundArriveInTheOrderOfTheirSenders() {
    int third = send(3);
    int first = send(1);
    int fifth = send(5);
    IntArrayList arrived = new IntArrayList();

    network.next(arrived::add);

    assertThat(arrived.toIntArray()).containsExactly(first, third, fifth);
    assertThat(arrived.intStream().map(network::sender).toArray()).containsExactly(1, 3, 5);
    assertThat(network.isEmpty()).isTrue();
  }

  @Test
  void aMessageThatIsSentWhileOthersArriveComesInTheNextRound() {
    send(2);
    IntArrayList arrived = new IntArrayList();

    network.next(slot -> {
      arrived.add(slot);
      send(1);
    });
    assertThat(arrived.toIntArray()).hasSize(1);
    assertThat(network.isEmpty()).isFalse();

    network.next(arrived::add);
    assertThat(arrived.intStream().map(network::sender).toArray()).containsExactly(2, 1);
  }
}
