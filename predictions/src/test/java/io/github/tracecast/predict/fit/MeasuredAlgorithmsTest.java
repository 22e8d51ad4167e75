package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredAlgorithmsTest {

  private static MeasuredTime measured(
      String collective, String algorithm, String nodes, long bytes) {
    return new MeasuredTime("m", "r", nodes, 1, collective, algorithm, bytes, 1e-6, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "allreduce, ring_ompi, 32, 124, recursive-doubling", // 31 elements on 32 ranks
    "allreduce, ring_ompi, 32, 128, ring",
    "allreduce, rabenseifner_ompi, 40, 124, linear", // 31 elements, a core of 32 ranks
    "allreduce, rabenseifner_ompi, 40, 128, rabenseifner",
    "allgather, recursive_doubling_ompi, 200, 8000, bruck", // no power of two
    "allgather, recursive_doubling_ompi, 256, 8192, recursive-doubling",
    "allgather, linear_ompi, 32, 4096, gather-bcast",
    "allreduce, non_overlapping_ompi, 32, 4096, reduce-bcast",
  })
  void aNamedAlgorithmFallsBackWhereItsLibraryDoes(
      String collective, String algorithm, String nodes, long bytes, String rule) {
    MeasuredTime measured = measured(collective, algorithm, nodes, bytes);

    assertThat(MeasuredAlgorithms.of(measured).orElseThrow().rule()).contains(rule);
    assertThat(measured.isLibrarysChoice()).isFalse();
  }

  @Test
  void theLibrarysChoiceIsToldApart() {
    MeasuredTime whole = measured("allreduce", "default_ompi", "32", 4096);
    assertThat(whole.isLibrarysChoice()).isTrue();
    assertThat(MeasuredAlgorithms.of(whole).orElseThrow().rule()).isEmpty();
    MeasuredTime unnamed = measured("allreduce", "", "32", 4096);
    assertThat(unnamed.isLibrarysChoice()).isTrue();
    MeasuredTime parts = measured("allreduce", "default-rdbc", "4x4x4", 4096);
    assertThat(parts.isLibrarysChoice()).isTrue();
    assertThat(MeasuredAlgorithms.of(parts).orElseThrow().rule()).contains("reduce-bcast");
  }

  @Test
  void anAlgorithmThatIsNotPublishedIsRefusedWithTheReason() {
    MeasuredTime own = measured("bcast", "default-trinaryx3", "4x4x4", 4096);
    assertThat(own.isLibrarysChoice()).isFalse();
    assertThat(MeasuredAlgorithms.of(own).orElseThrow().reason())
        .contains("an algorithm of the machine's own library");
  }
}
