package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveRulesTest {

  @ParameterizedTest
  @CsvSource({
    "barrier, 0, 64, true, interrupt",
    "barrier, 0, 64, false, dissemination",
    "bcast, 9999999, 64, true, tree",
    "bcast, 9999999, 64, false, binomial",
    "allreduce, 8, 64, true, tree",
    "allreduce, 2047, 64, false, recursive-doubling",
    "allreduce, 2048, 64, false, rabenseifner",
    "scatter, 1999, 64, true, binomial",
    "scatter, 2000, 64, true, tree",
    "scatter, 2000, 64, false, binomial",
    "gather, 8, 64, true, tree",
    "alltoall, 8, 64, true, linear",
    "scan, 8, 64, true, recursive-doubling"
  })
  void blueGenesNetworksServeTheWorldOnly(
      String operation, long bytes, int ranks, boolean world, String algorithm) {
    CollectiveRules rules = PlatformCatalogue.load("bluegene-l", Map.of()).collectives();

    assertThat(rules.choose(operation, bytes, ranks, world)).isEqualTo(algorithm);
  }

  @ParameterizedTest
  @CsvSource({
    "bcast, 12287, 64, binomial", "bcast, 12288, 7, binomial",
        "bcast, 12288, 8, scatter-ring-allgather",
    "alltoall, 255, 8, bruck", "alltoall, 255, 7, linear", "alltoall, 32768, 4, pairwise"
  })
  void machinesWithoutRulesOfTheirOwnChooseBySizeAndRanks(
      String operation, long bytes, int ranks, String algorithm) {
    CollectiveRules rules = PlatformCatalogue.load("graphene", Map.of()).collectives();

    assertThat(rules.choose(operation, bytes, ranks, true)).isEqualTo(algorithm);
  }

  @Test
  void everyCallOnEveryMachineFindsALegalAlgorithm() {
    Random random = new Random(1);
    for (String name : PlatformCatalogue.names()) {
      CollectiveRules rules = PlatformCatalogue.load(name, Map.of()).collectives();
      CollectiveRules.legalAlgorithms().forEach((operation, legal) -> {
        for (int call = 0; call < 200; call++) {
          long bytes = random.nextLong(1L << random.nextInt(40));
          int ranks = 1 + random.nextInt(1 << random.nextInt(17));
          assertThat(legal).contains(rules.choose(operation, bytes, ranks, random.nextBoolean()));
        }
      });
    }
  }

  @Test
  void aStarStandsForEveryOperation() {
    CollectiveRules rules = new CollectiveRules(List.of(
        new CollectiveRules.Rule("bcast", 0, 10, 0, 4, false, "linear"),
        new CollectiveRules.Rule("*", 0, Long.MAX_VALUE, 0, Integer.MAX_VALUE, false, "binomial")));

    assertThat(rules.choose("bcast", 10, 4, false)).isEqualTo("linear");
    assertThat(rules.choose("bcast", 11, 4, false)).isEqualTo("binomial");
    assertThat(rules.choose("reduce", 1, 4, false)).isEqualTo("binomial");
    assertThatThrownBy(() -> new CollectiveRules(List.of()).choose("scan", 1, 2, true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
