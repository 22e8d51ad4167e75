package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Values;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MixedCollectivesTest {
  private static final RankList FIRST = RankList.range(0, 1);
  private static final RankList SECOND = RankList.range(1, 2);
  private static final RankList BOTH = RankList.range(0, 2);

  private final Traces traces = new Traces(2);

  private void call(MpiCall call, RankList who, long... communicators) {
    traces.event(
        call,
        who,
        Map.of(Parameter.COMMUNICATOR, Values.uniform(who, Sequence.scalars(communicators))));
  }

  private int[] mixed() {
    MixedCollectives mixed = MixedCollectives.of(Programs.of(traces.build()));
    return IntStream.range(0, traces.events.size()).filter(mixed::has).toArray();
  }

  @Test
  void aBlockingCallThatMeetsANonblockingOneIsMixed() {
    call(MpiCall.GATHER, FIRST, 0);
    call(MpiCall.IGATHER, SECOND, 0);
    call(MpiCall.BARRIER, BOTH, 0);

    assertThat(mixed()).containsExactly(0);
  }

  @Test
  void formsThatAllRanksMakeInOneOrderAreNotMixed() {
    call(MpiCall.GATHER, BOTH, 0);
    call(MpiCall.IGATHER, BOTH, 0);
    call(MpiCall.IBARRIER, BOTH, 0);

    assertThat(mixed()).isEmpty();
  }

  @Test
  void equallyManyCallsInAnotherOrderAreMixed() {
    call(MpiCall.NEIGHBOR_ALLTOALL, FIRST, 0);
    call(MpiCall.INEIGHBOR_ALLTOALL, BOTH, 0);
    call(MpiCall.NEIGHBOR_ALLTOALL, SECOND, 0);

    assertThat(mixed()).containsExactly(0, 2);
  }

  @Test
  void othersThatMeetTheCallsOfAMixedEventAreMixedToo() {
    int copy = traces.communicator(0, 1);
    traces.loop(0, 0, FIRST, 2);
    call(MpiCall.BCAST, FIRST, 0, copy);
    call(MpiCall.IBCAST, SECOND, 0);
    call(MpiCall.BARRIER, BOTH, copy);
    call(MpiCall.BCAST, SECOND, copy);

    assertThat(mixed()).containsExactly(0, 3);
  }
}
