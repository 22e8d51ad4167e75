package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static io.github.tracecast.trace.Parameter.TAG;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MailboxesTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final int SENDERS = 3;

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  /** Rank 0 asks by source, by tag, by both and by neither; all others send with both tags. */
  private static Parts parts() {
    TraceSketch sketch = new TraceSketch(1 + SENDERS);
    for (int sender = 1; sender <= SENDERS; sender++) {
      for (int tag = 1; tag <= 2; tag++) {
        sketch.call(MpiCall.ISEND, sender, DESTINATION, 0, COUNT, 8, TAG, tag);
        sketch.call(MpiCall.IRECV, 0, SOURCE, Term.ANY, COUNT, 8, TAG, Term.ANY);
      }
    }
    for (int tag = 1; tag <= 2; tag++) {
      sketch.call(MpiCall.IRECV, 0, SOURCE, Term.ANY, COUNT, 8, TAG, tag);
      sketch.call(MpiCall.IRECV, 0, SOURCE, 2, COUNT, 8, TAG, tag);
    }
    sketch.call(MpiCall.IRECV, 0, SOURCE, 3, COUNT, 8, TAG, Term.ANY);
    return new Parts(sketch);
  }

  /** MPI's rule by two lists: the first receive that fits, the first message that fits. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theFirstThatFitsIsTaken(int seed) {
    Parts parts = parts();
    int patterns = 1
        + IntStream.of(parts.program.addresses())
            .filter(address -> address <= Op.patternOperand(0))
            .map(Op::patternOperand)
            .max()
            .orElseThrow();
    assertThat(patterns).isEqualTo(6);
    Random random = new Random(seed);
    List<Integer> messages = new ArrayList<>();
    List<Integer> receives = new ArrayList<>();
    Map<Integer, Integer> channelOf = new HashMap<>();
    Map<Integer, Integer> patternOf = new HashMap<>();
    for (int step = 0; step < 1_000; step++) {
      if (random.nextBoolean()) {
        int channel = random.nextInt(parts.program.channels().count());
        int message = parts.slots.create(Slots.ARRIVED, 1);
        parts.slots.setChannel(message, channel);
        parts.slots.setCost(message, 0);
        parts.slots.since().set(message, 0, step);
        Integer taker = receives.stream()
            .filter(receive -> fits(parts, patternOf.get(receive), channel))
            .findFirst()
            .orElse(null);
        parts.transport.mayMeet(message, channel);
        if (taker == null) {
          messages.add(message);
          channelOf.put(message, channel);
        } else {
          receives.remove(taker);
          assertThat(parts.slots.state(taker)).isEqualTo(Slots.ARRIVED);
          assertThat(parts.slots.since().first(taker)).isEqualTo(step);
          parts.slots.release(taker);
        }
      } else {
        int pattern = random.nextInt(patterns);
        Integer taken = messages.stream()
            .filter(message -> fits(parts, pattern, channelOf.get(message)))
            .findFirst()
            .orElse(null);
        int slot = parts.transport.receive(0, Op.patternOperand(pattern));
        if (taken != null) {
          assertThat(slot).isEqualTo(taken);
          messages.remove(taken);
          parts.slots.release(slot);
        } else if (random.nextInt(4) == 0) {
          assertThat(parts.transport.withdraw(slot)).isTrue();
          parts.slots.release(slot);
        } else {
          receives.add(slot);
          patternOf.put(slot, pattern);
        }
      }
    }
  }

  private static boolean fits(Parts parts, int pattern, int channel) {
    int source = parts.program.mail().pattern(pattern).source();
    int tag = parts.program.mail().pattern(pattern).tag();
    return (source < 0 || source == parts.program.channels().source(channel))
        && (tag < 0 || tag == parts.program.channels().tag(channel));
  }
}
