package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.CompressOptions.Matches;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MatchCountsTest {
  private static final int SENDERS = 3;

  /** The trace of a rank that receives messages in each step, in an order of its own. */
  private static Trace steps(int steps, Matches matches, int mostSender) {
    Compressor compressor = new Compressor(
        SENDERS + 1, CompressOptions.DEFAULT.withDeltas(Deltas.NONE).withMatches(matches));
    Random random = new Random(steps);
    EventSink task = compressor.task(0);
    int receive = task.site("receive");
    for (int step = 0; step < steps; step++) {
      int most = mostSender + step % 2;
      List<Integer> senders = IntStream.rangeClosed(1, SENDERS)
          .map(sender -> Math.min(sender, most))
          .boxed()
          .collect(Collectors.toList());
      Collections.shuffle(senders, random);
      for (int sender : senders) {
        task.begin(MpiCall.RECV, receive)
            .any(Parameter.SOURCE)
            .any(Parameter.TAG)
            .number(Parameter.MATCHED_SOURCE, sender)
            .number(Parameter.MATCHED_TAG, 10 + sender)
            .end();
      }
      barrier(task);
    }
    for (int sender = 1; sender <= SENDERS; sender++) {
      EventSink other = compressor.task(sender);
      IntStream.range(0, steps).forEach(step -> barrier(other));
    }
    return compressor.trace("", List.of());
  }

  private static void barrier(EventSink task) {
    task.begin(MpiCall.BARRIER, task.site("barrier")).end();
  }

  private static int bytes(int steps, Matches matches) {
    return BinaryCodec.write(steps(steps, matches, SENDERS)).length;
  }

  @Test
  void aTraceGrowsNotWithStepsThatDifferOnlyInTheOrderOfMatches() {
    int more = bytes(2000, Matches.COUNTS) - bytes(20, Matches.COUNTS);

    assertThat(more).isLessThan(10); // the digits of numbers
    assertThat(bytes(2000, Matches.EXACT) - bytes(20, Matches.EXACT)).isGreaterThan(500);
    assertThat(bytes(20, Matches.NONE)).isLessThan(bytes(20, Matches.COUNTS));
  }

  @Test
  void eachStepKeepsTheMessagesThatItGot() {
    List<String> calls = new Expanded(steps(50, Matches.COUNTS, SENDERS)).events(0);

    assertThat(calls).hasSize(50 * (SENDERS + 1));
    for (int i = 0; i < calls.size(); i++) {
      int sender = 1 + i % (SENDERS + 1);
      if (sender <= SENDERS) {
        assertThat(calls.get(i))
            .contains("matched_source=[" + sender + "] matched_tag=[" + (10 + sender) + "]");
      }
    }
  }

  @Test
  void matchesThatDifferBetweenStepsStayAsTheyWere() {
    assertThat(steps(51, Matches.COUNTS, SENDERS - 1))
        .isEqualTo(steps(51, Matches.EXACT, SENDERS - 1));
  }

  @Test
  void withoutMatchesOnlyTheWildcardIsKept() {
    assertThat(new Expanded(steps(3, Matches.NONE, SENDERS)).events(0).getFirst())
        .contains("source=[any] tag=[any]")
        .doesNotContain("matched");
  }
}
