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
            "no algorithm \"rings\" for allreduce; expected one of recursive-doubling, rabenseifner, ring,"
                + " segmented-ring, allgather-reduce, binomial, linear");
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
}
