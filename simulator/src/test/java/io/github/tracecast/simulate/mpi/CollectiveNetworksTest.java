package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CollectiveNetworksTest {
  private static final int BARRIER = 0;
  private static final int BCAST = 1;
  private final CollectiveNetworks networks = networks();

  private static CollectiveNetworks networks() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.BARRIER, sketch.all()).call(MpiCall.BCAST, sketch.all(), ROOT, 0, COUNT, 8);
    return new Parts(sketch).networks;
  }

  @Test
  void aCollectiveIsOpenUntilAllRanksHaveCome() {
    networks.come(0, 0, 0, BARRIER);
    networks.come(0, 0, 0, BCAST);
    assertThat(networks.open()).isEqualTo(2);
    networks.come(1, 0, 1, BARRIER);
    assertThat(networks.open()).isEqualTo(1);
    networks.come(1, 0, 1, BCAST);
    assertThat(networks.open()).isZero();
  }

  /** A list that loses its first element each time takes minutes. */
  @Test
  @Timeout(60)
  void aRootMayBeAMillionBroadcastsAhead() {
    for (int rank = 0; rank < 2; rank++) {
      for (int i = 0; i < 1_000_000; i++) {
        networks.come(rank, 0, rank, BCAST);
      }
      assertThat(networks.open()).isEqualTo(rank == 0 ? 1_000_000 : 0);
    }
  }

  @Test
  void ranksThatComeToDifferentCollectivesAreNamed() {
    networks.come(0, 0, 0, BARRIER);
    assertThatThrownBy(() -> networks.come(1, 0, 1, BCAST))
        .isInstanceOf(ReplayException.class)
        .hasMessageMatching("found bcast .* as collective 0 of communicator 0; expected barrier .*,"
            + " as on rank 0");
  }
}
