package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.CollectiveRule;
import io.github.tracecast.platform.collective.Operation;
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

    assertThat(rules.choose(Operation.of(operation), bytes, ranks, world)).isEqualTo(algorithm);
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

    assertThat(rules.choose(Operation.of(operation), bytes, ranks, true)).isEqualTo(algorithm);
  }

  @Test
  void everyCallOnEveryMachineFindsALegalAlgorithm() {
    Random random = new Random(1);
    for (String name : PlatformCatalogue.names()) {
      CollectiveRules rules = PlatformCatalogue.load(name, Map.of()).collectives();
      for (Operation operation : Operation.values()) {
        for (int call = 0; call < 200; call++) {
          long bytes = random.nextLong(1L << random.nextInt(40));
          int ranks = 1 + random.nextInt(1 << random.nextInt(17));
          String chosen = rules.choose(operation, bytes, ranks, random.nextBoolean());
          assertThat(Algorithms.namesWithNetworks(operation))
              .contains(Algorithms.withoutParameter(chosen));
        }
      }
    }
  }

  @Test
  void theFirstRuleThatMatchesWins() {
    CollectiveRules rules = new CollectiveRules(List.of(
        new CollectiveRule(
            Operation.BCAST,
            new CollectiveRule.Condition(
                new CollectiveRule.Range(0, 11),
                CollectiveRule.Range.ALL,
                new CollectiveRule.Range(0, 5),
                false,
                false),
            "linear"),
        new CollectiveRule(Operation.BCAST, CollectiveRule.Condition.NONE, "binomial")));

    assertThat(rules.choose(Operation.BCAST, 10, 4, false)).isEqualTo("linear");
    assertThat(rules.choose(Operation.BCAST, 11, 4, false)).isEqualTo("binomial");
    assertThatThrownBy(() -> rules.choose(Operation.SCAN, 1, 2, true))
        .hasMessage("no collective rule for scan of 1 B on 2 ranks");
  }

  @ParameterizedTest
  @CsvSource({
    "open-mpi-4.1, allreduce, 4096, 2, ring",
    "open-mpi-4.1, allreduce, 8192, 2, recursive-doubling",
    "open-mpi-4.1, allreduce, 8191, 8, recursive-doubling",
    "open-mpi-4.1, allreduce, 8192, 8, rabenseifner",
    "open-mpi-4.1, allreduce, 64, 512, reduce-bcast",
    "open-mpi-4.1, allgather, 102400, 16, recursive-doubling",
    "open-mpi-4.1, allgather, 102400, 17, bruck",
    "open-mpi-4.1, allgather, 32767, 32, recursive-doubling",
    "open-mpi-4.1, allgather, 32768, 32, neighbor-exchange",
    "open-mpi-4.1, bcast, 1048576, 16, scatter-doubling-allgather",
    "open-mpi-4.1, gather, 4096, 300, linear:1",
    "mpich-4, allreduce, 8, 32, recursive-doubling",
    "mpich-4, allreduce, 128, 32, rabenseifner",
    "mpich-4, allreduce, 124, 32, recursive-doubling",
    "mpich-4, bcast, 12289, 16, scatter-doubling-allgather",
    "mpich-4, bcast, 12289, 17, scatter-ring-allgather",
    "mpich-4, alltoall, 257, 16, linear:32",
    "mpich-4, scan, 8, 16, recursive-doubling",
    "cray-mpich-8, allreduce, 2048, 16, recursive-doubling",
    "cray-mpich-8, allgather, 1048576, 16, recursive-doubling",
    "cray-mpich-8, gather, 8, 16, binomial"
  })
  void aNamedSetChoosesAsItsLibraryDoes(
      String set, String operation, long bytes, int ranks, String algorithm) {
    CollectiveRules rules =
        PlatformCatalogue.load("cluster", Map.of("mpi.collectives", set)).collectives();

    assertThat(rules.choose(Operation.of(operation), bytes, ranks, true)).isEqualTo(algorithm);
  }

  @Test
  void aRuleOfTheMachineReplacesThatOfItsSet() {
    CollectiveRules rules = PlatformCatalogue.load(
            "cluster",
            Map.of(
                "mpi.collectives", "open-mpi-4.1",
                "collectives.allreduce", "ring below 4B a rank; binomial on powers of two; linear",
                "collectives.bcast", "mpich-4"))
        .collectives();

    assertThat(rules.choose(Operation.ALLREDUCE, 39, 10, true)).isEqualTo("ring");
    assertThat(rules.choose(Operation.ALLREDUCE, 40, 10, true)).isEqualTo("linear");
    assertThat(rules.choose(Operation.ALLREDUCE, 40, 8, true)).isEqualTo("binomial");
    assertThat(rules.choose(Operation.BCAST, 12289, 17, true)).isEqualTo("scatter-ring-allgather");
    assertThat(rules.choose(Operation.GATHER, 4096, 300, true)).isEqualTo("linear:1");
  }

  @Test
  void everySetHasLegalRulesForEveryCall() {
    Random random = new Random(2);
    for (String mpi : List.of(
        "", "Open MPI v4.1.4, package: Debian", "MPICH Version:\t4.0.2", "CRAY MPICH 8.1.29")) {
      CollectiveRules rules = CollectiveRules.ofMpi(mpi);
      for (Operation operation : Operation.values()) {
        for (int call = 0; call < 200; call++) {
          String chosen = rules.choose(
              operation,
              random.nextLong(1L << random.nextInt(40)),
              1 + random.nextInt(1 << random.nextInt(17)),
              random.nextBoolean());
          assertThat(Algorithms.names(operation))
              .as(mpi)
              .contains(Algorithms.withoutParameter(chosen));
        }
      }
    }
  }

  @Test
  void aMachineWithoutASetTakesThatOfTheTracesMpi() {
    Platform cluster = PlatformCatalogue.load("cluster", Map.of("collectives.bcast", "chain"));
    Platform asRecorded = cluster.withCollectivesOf("Open MPI 4.1.4");

    assertThat(asRecorded.figures()).containsEntry("mpi.collectives", "open-mpi-4.1");
    assertThat(asRecorded.collectives().choose(Operation.ALLREDUCE, 8192, 2, true))
        .isEqualTo("recursive-doubling");
    assertThat(asRecorded.collectives().choose(Operation.BCAST, 8, 2, true)).isEqualTo("chain");
    assertThat(CollectiveRules.setOfMpi("Open MPI v4.1.4, package: Debian"))
        .isEqualTo("open-mpi-4.1");
    assertThat(CollectiveRules.setOfMpi("MPICH Version:\t4.0.2")).isEqualTo("mpich-4");
    assertThat(CollectiveRules.setOfMpi("CRAY MPICH 8.1.29")).isEqualTo("cray-mpich-8");
    assertThat(cluster.withCollectivesOf("an MPI of tomorrow")).isEqualTo(cluster);
    Platform chosen = PlatformCatalogue.load("cluster", Map.of("mpi.collectives", "usual"));
    assertThat(chosen.withCollectivesOf("Open MPI 4.1.4")).isEqualTo(chosen);
  }

  @Test
  void twoLevelsAreTheNodesOfTheMachineUnlessTheRuleSaysOtherwise() {
    Platform four = PlatformCatalogue.load(
        "cluster",
        Map.of(
            "node.ranks_per_node", "4",
            "collectives.allreduce", "two-level",
            "collectives.bcast", "two-level:2"));

    assertThat(four.collectives().choose(Operation.ALLREDUCE, 8, 64, true))
        .isEqualTo("two-level:4");
    assertThat(four.collectives().choose(Operation.BCAST, 8, 64, true)).isEqualTo("two-level:2");
    assertThat(four.figures()).containsEntry("collectives.allreduce", "two-level");
  }
}
