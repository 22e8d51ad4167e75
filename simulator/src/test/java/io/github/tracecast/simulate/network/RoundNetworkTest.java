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
    slots.setChannel(slot, channel);
    network.order(slot);
    return slot;
  }

  @Test
  void messagesOfARoundArriveInTheOrderOfTheirSenders() {
    int third = send(3);
    int first = send(1);
    int fifth = send(5);
    Delivered delivered = new Delivered();
    network.deliverTo(delivered);

    assertThat(network.next()).isTrue();

    assertThat(delivered.mayMeet.toIntArray()).containsExactly(first, third, fifth);
    assertThat(delivered.resumed.toIntArray()).containsExactly(1, 3, 5);
    assertThat(network.next()).isFalse();
  }

  @Test
  void aMessageThatIsSentWhileOthersArriveComesInTheNextRound() {
    send(2);
    Delivered delivered = new Delivered() {
      @Override
      public void mayMeet(int message, int channel) {
        super.mayMeet(message, channel);
        if (mayMeet.size() == 1) {
          send(1);
        }
      }
    };
    network.deliverTo(delivered);

    network.next();
    assertThat(delivered.resumed.toIntArray()).containsExactly(2);
    network.next();
    assertThat(delivered.resumed.toIntArray()).containsExactly(2, 1);
  }
}
