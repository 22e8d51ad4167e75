package io.github.tracecast.simulate.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import org.junit.jupiter.api.Test;

class CollectiveRolesTest {
  @Test
  void theCollectivesOfTheTableAreThoseThatHaveAnOperation() {
    for (MpiCall call : MpiCall.values()) {
      boolean collective =
          call.role() == MpiCall.Role.COLLECTIVE || call.role() == MpiCall.Role.START_COLLECTIVE;
      assertThat(CollectiveArguments.operation(call) != null)
          .as(call.mpiName())
          .isEqualTo(collective);
      if (collective) {
        assertThat(call.makesRequest())
            .as(call.mpiName())
            .isEqualTo(call.role() == MpiCall.Role.START_COLLECTIVE);
      }
    }
  }
}
