package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountsTest {
  private static final int EVENT = 1;

  /** Two machines, so that calls have a duration on each of two lanes. */
  private final Parts parts = parts();

  private final Accounts accounts = parts.accounts;

  private static Parts parts() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.BARRIER, sketch.all()).call(MpiCall.BARRIER, sketch.all());
    return new Parts(sketch, List.of(Map.of(), Map.of("network.link_bandwidth", "1GBps")));
  }

  /** A call of rank 0, whose own work is half of it. */
  private void call(long first, long second) {
    accounts.begin(0);
    parts.ranks.clock().add(0, 0, first);
    parts.ranks.clock().add(0, 1, second);
    parts.ranks.overhead().add(0, 0, first / 2);
    parts.ranks.overhead().add(0, 1, second / 2);
    accounts.end(0, EVENT);
  }

  private void assertInside(double first, double second) {
    assertThat(times(EVENT, 0).callSeconds()).isEqualTo(Picos.seconds(first));
    assertThat(times(EVENT, 1).callSeconds()).isEqualTo(Picos.seconds(second));
    assertThat(times(0, 0).callSeconds()).isZero();
  }

  private ReplayResult.EventTimes times(int event, int lane) {
    return accounts.times(event, 1, lane);
  }

  @Test
  void callsAddUpAndTheLongestIsKept() {
    call(10, 40);
    call(30, 20);
    assertInside(40, 60);
    assertThat(times(EVENT, 1).waitSeconds()).isEqualTo(Picos.seconds(60 - 30));
    assertThat(times(EVENT, 0).longestSeconds()).isEqualTo(Picos.seconds(30));
    assertThat(times(EVENT, 1).longestSeconds()).isEqualTo(Picos.seconds(40));
  }

  @Test
  void whatWasAddedSinceAMomentCanBeAddedAgain() {
    call(100, 200);
    accounts.computed(1, EVENT, new long[] {5, 0});
    Accounts.Moment moment = accounts.moment();
    call(10, 40);
    accounts.computed(1, EVENT, new long[] {7, 0});
    moment.repeat(3);
    assertInside(100 + 4 * 10, 200 + 4 * 40);
    assertThat(accounts.computePicos(1, 0)).isEqualTo(5 + 4 * 7);
    assertThat(accounts.computePicos(0, 0)).isZero();
    assertThat(times(EVENT, 0).longestSeconds()).isEqualTo(Picos.seconds(100));
  }

  @Test
  void aShareIsAddedInProportionAndComputationUpToALimit() {
    Accounts.Moment moment = accounts.moment();
    call(10, 40);
    accounts.computed(0, EVENT, new long[] {100, 0});
    moment.addInProportion(2.5, new boolean[2], 0);
    assertInside(10 + 25, 40 + 100);
    accounts.begin(0);
    moment.addInProportion(2.5, new boolean[] {true}, 260);
    assertThat(accounts.computePicos(0, 0)).isEqualTo(100 + 250);
    assertThat(parts.ranks.ownPicos(0, 0)).isEqualTo(5 + 10);
    moment.addInProportion(1, new boolean[] {true}, 30);
    assertThat(accounts.computePicos(0, 0)).isEqualTo(350 + 30);
    assertThat(parts.ranks.ownPicos(0, 0)).isEqualTo(15);
  }

  @Test
  void messagesAndBytesAreCountedByPair() {
    Parts one = new Parts(new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 100)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 100));
    one.accounts.message(one.channel(0, 1), one.cost(100));
    Accounts.Moment moment = one.accounts.moment();
    assertThat(moment.isQuiet(one.channel(0, 1))).isTrue();
    one.accounts.message(one.channel(0, 1), one.cost(100));
    moment.repeat(2);
    assertThat(moment.isQuiet(one.channel(0, 1))).isFalse();
    List<Long> sent = new ArrayList<>();
    one.accounts.forEachPair((from, to, ofCollective, messages, bytes) -> {
      if (from == 0 && to == 1) {
        sent.addAll(List.of(messages, bytes));
      }
    });
    assertThat(sent).containsExactly(4L, 400L);
  }
}
