package io.github.tracecast.simulate.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlgorithmsTest {
  @Test
  void anUnknownNameIsRefusedWithTheLegalOnes() {
    assertThatThrownBy(() -> Algorithms.named(Operation.ALLREDUCE, "rings"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no algorithm \"rings\" for allreduce; expected one of recursive-doubling, rabenseifner, binomial,"
                + " ring, segmented-ring, allgather-reduce, linear, reduce-bcast");
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationHasAlgorithmsByItsNames(Operation operation) {
    assertThat(Algorithms.names(operation)).isNotEmpty().doesNotHaveDuplicates();
    for (String name : Algorithms.names(operation)) {
      assertThat(Algorithms.named(operation, name)).isNotNull();
    }
  }

  @Test
  void keysAreMpisNames() {
    assertThat(Operation.ALLREDUCE.key()).isEqualTo("allreduce");
    assertThat(Operation.REDUCE_SCATTER_BLOCK.key()).isEqualTo("reduce_scatter_block");
    assertThat(Operation.NEIGHBOR_ALLTOALLW.key()).isEqualTo("neighbor_alltoallw");
  }

  @Test
  void anAlgorithmWithoutAParameterTakesNone() {
    assertThatThrownBy(() -> Algorithms.named(Operation.ALLREDUCE, "ring:8"))
        .hasMessageStartingWith("no algorithm \"ring:8\" for allreduce");
    assertThat(Algorithms.named(Operation.BCAST, "chain:1024"))
        .isNotSameAs(Algorithms.named(Operation.BCAST, "chain"));
  }

  @Test
  void anAlgorithmOfTwoCollectivesSendsWhatTheySend() {
    for (int size = 1; size <= 20; size++) {
      for (String bcast : Algorithms.names(Operation.BCAST)) {
        TestCall[] calls = TestCall.uniform(Operation.ALLREDUCE, size, 0, 1000);
        long reduced = bytes("reduce-bcast:rabenseifner+binomial", calls)
            - bytes("reduce-bcast:binomial+binomial", calls);
        assertThat(bytes("reduce-bcast:rabenseifner+" + bcast, calls)
                - bytes("reduce-bcast:binomial+" + bcast, calls))
            .as(bcast)
            .isEqualTo(reduced);
      }
    }
    assertThatThrownBy(() -> Algorithms.named(Operation.ALLREDUCE, "reduce-bcast:binomial"))
        .hasMessageStartingWith("no algorithm \"reduce-bcast:binomial\" for allreduce");
  }

  private static long bytes(String name, TestCall[] calls) {
    return Messages.of(Algorithms.named(Operation.ALLREDUCE, name), calls).ranks().stream()
        .flatMap(rounds -> rounds.stream().flatMap(round -> round.sends().stream()))
        .mapToLong(Messages.Message::bytes)
        .sum();
  }
}
