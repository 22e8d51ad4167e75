package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeparturesTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final int SENDERS = 5;

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  private record Message(int sender, long readyPicos) {}

  private static TraceSketch sketch() {
    TraceSketch sketch = new TraceSketch(1 + SENDERS);
    for (int sender = 1; sender <= SENDERS; sender++) {
      sketch.call(MpiCall.SEND, sender, DESTINATION, 0, COUNT, 8);
      sketch.call(MpiCall.IRECV, 0, SOURCE, Term.ANY, COUNT, 8);
    }
    return sketch;
  }

  private static void send(Parts parts, Message message) {
    for (int lane = 0; lane < parts.ranks.lanes(); lane++) {
      parts.ranks.clock().set(message.sender, lane, message.readyPicos);
    }
    int channel = parts.channel(message.sender, 0);
    parts.transport.send(message.sender, channel, 0, Op.EAGER);
  }

  private static List<Integer> sendersInOrder(Parts parts, int count) {
    while (parts.network.next()) {}
    assertThat(parts.delivered.mayMeet.size()).isEqualTo(count);
    return IntStream.range(0, count)
        .map(i -> parts.transport.receive(0, Op.patternOperand(0)))
        .mapToObj(slot -> parts.program.channels().source(parts.slots.channel(slot)))
        .toList();
  }

  /** Few times and senders, so that messages often leave at the same time. */
  @ParameterizedTest
  @MethodSource("seeds")
  void messagesAreGivenByTimeAndThenBySender(int seed) {
    Random random = new Random(seed);
    Parts parts = new Parts(sketch());
    List<Message> messages = new ArrayList<>();
    for (int sender = 1; sender <= SENDERS; sender++) {
      long ready = 0;
      for (int i = 0; i < 20; i++) {
        ready += 10_000_000L * (1 + random.nextInt(3));
        messages.add(new Message(sender, ready));
      }
    }
    List<Message> order = new ArrayList<>(messages);
    Collections.shuffle(order, random);
    order.sort(Comparator.comparingLong(Message::readyPicos));
    // a rank sends its messages in order, but ranks take turns in any order
    Collections.sort(order, Comparator.comparingInt(message -> message.sender % (1 + seed % 3)));
    order.forEach(message -> send(parts, message));
    List<Integer> expected = messages.stream()
        .sorted(Comparator.comparingLong(Message::readyPicos).thenComparingInt(Message::sender))
        .map(Message::sender)
        .toList();
    assertThat(sendersInOrder(parts, messages.size())).isEqualTo(expected);
  }

  @Test
  void lanesThatDisagreeAreDropped() {
    Parts parts =
        new Parts(sketch(), List.of(Map.of(), Map.of(), Map.of("mpi.send_overhead", "90us")));
    // on the third machine, the second message of rank 1 leaves after the message of rank 2
    send(parts, new Message(1, 1_000_000));
    parts.transport.send(1, parts.channel(1, 0), 0, Op.EAGER);
    send(parts, new Message(2, 10_000_000));
    assertThat(sendersInOrder(parts, 3)).containsExactly(1, 1, 2);
    assertThat(parts.ranks.live().all()).containsExactly(0, 1);
  }

  @Test
  void nothingIsGivenThatAnEarlierMessageCouldPrecede() {
    Parts parts = new Parts(sketch());
    send(parts, new Message(2, 500_000_000));
    parts.ranks.waits().stand(1);
    parts.network.resumeAt(1, 0); // at time 0, so it may still send first
    assertThat(parts.network.next()).isTrue();
    assertThat(parts.delivered.resumed.toIntArray()).containsExactly(1);
    assertThat(parts.delivered.mayMeet.toIntArray()).isEmpty();
    assertThat(parts.network.next()).isTrue();
    assertThat(parts.delivered.mayMeet.size()).isEqualTo(1);
  }
}
