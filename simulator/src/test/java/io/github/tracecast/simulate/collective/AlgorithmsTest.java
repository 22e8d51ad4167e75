package io.github.tracecast.simulate.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AlgorithmsTest {
  @Test
  void anUnknownNameIsRefusedWithTheLegalOnes() {
    assertThatThrownBy(() -> Algorithms.named(Operation.ALLREDUCE, "rings"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no algorithm \"rings\" for allreduce; expected one of recursive-doubling, rabenseifner, ring, binomial");
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

  @ParameterizedTest
  @EnumSource
  void theFallbackIsALegalNameForAnySizes(Operation operation) {
    for (int size = 1; size <= 65_536; size = 2 * size + size % 3) {
      for (long bytes = 0; bytes <= 1L << 40; bytes = 2 * bytes + 1) {
        assertThat(Algorithms.names(operation))
            .contains(Algorithms.fallback(operation, bytes, size));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BARRIER, 0, 8, dissemination",
    "BCAST, 12287, 8, binomial",
    "BCAST, 12288, 8, scatter-ring-allgather",
    "BCAST, 1048576, 7, binomial",
    "BCAST, 1048576, 65536, binomial",
    "REDUCE, 2048, 16, binomial",
    "REDUCE, 4096, 16, rabenseifner",
    "ALLREDUCE, 8, 64, recursive-doubling",
    "ALLREDUCE, 65536, 64, rabenseifner",
    "ALLREDUCE, 65536, 65536, recursive-doubling",
    "ALLREDUCE, 1048576, 12, ring",
    "ALLGATHER, 1024, 16, recursive-doubling",
    "ALLGATHER, 1024, 12, bruck",
    "ALLGATHER, 65536, 16, ring",
    "ALLGATHER, 8, 65536, recursive-doubling",
    "ALLTOALL, 256, 8, bruck",
    "ALLTOALL, 257, 8, linear",
    "ALLTOALL, 32769, 8, pairwise",
    "ALLTOALL, 257, 1024, pairwise",
    "REDUCE_SCATTER_BLOCK, 1024, 8, recursive-halving",
    "REDUCE_SCATTER_BLOCK, 65536, 8, pairwise",
    "ALLTOALLV, 0, 8, linear",
    "GATHERV, 0, 8, linear"
  })
  void theFallbackFollowsSizeAndRanks(Operation operation, long bytes, int size, String name) {
    assertThat(Algorithms.fallback(operation, bytes, size)).isEqualTo(name);
  }
}
