package io.github.tracecast.platform.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlgorithmsTest {
  @Test
  void anUnknownNameIsRefusedWithTheLegalOnes() {
    assertThatThrownBy(() -> Algorithms.named(Operation.ALLREDUCE, "rings"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no algorithm \"rings\" for allreduce; expected one of "
            + String.join(", ", Algorithms.names(Operation.ALLREDUCE)));
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
  void partsAreFoundWhileTheirAlgorithmIsMade() {
    for (int segment = 1; segment <= 3000; segment++) {
      String name = "reduce-bcast:chain:" + segment + "+chain:" + segment;
      assertThat(Algorithms.named(Operation.ALLREDUCE, name))
          .isSameAs(Algorithms.named(Operation.ALLREDUCE, name));
    }
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

  /** However the parts divide the data, they move all of it. */
  @Test
  void aPartOfAnotherCollectiveMovesTheWholeVector() {
    for (int size = 2; size <= 20; size++) {
      TestCall[] scatter = TestCall.uniform(Operation.SCATTER, size, 0, 1000);
      TestCall[] reduceScatter = TestCall.random(Operation.REDUCE_SCATTER, size, new Random(size));
      for (String part : List.of("binary-tree", "binomial-tree", "knomial")) {
        assertThat(bytes("bcast:" + part, scatter))
            .as(part)
            .isEqualTo(bytes("bcast:binomial", scatter));
        assertThat(bytes("reduce-scatterv:" + part + "+linear", reduceScatter))
            .as(part)
            .isEqualTo(bytes("reduce-scatterv", reduceScatter));
      }
    }
  }

  /** Whatever the root and however full the last node is, one rank of each node speaks to other nodes. */
  @Test
  void ofTwoLevelsOnlyLeadersSendToOtherNodes() {
    int perNode = 4;
    for (Operation operation : List.of(
        Operation.BCAST,
        Operation.REDUCE,
        Operation.ALLREDUCE,
        Operation.BARRIER,
        Operation.ALLGATHER)) {
      boolean rooted = operation == Operation.BCAST || operation == Operation.REDUCE;
      for (int size = 1; size <= 21; size++) {
        for (int root = 0; root < (rooted ? size : 1); root++) {
          TestCall[] calls = TestCall.uniform(operation, size, root, 1000);
          List<List<Messages.Round>> ranks = Messages.of(
                  Algorithms.named(operation, "two-level:" + perNode), calls)
              .ranks();
          Map<Integer, Set<Integer>> speakers = new TreeMap<>();
          int within = 0;
          int between = 0;
          for (int rank = 0; rank < size; rank++) {
            for (Messages.Round round : ranks.get(rank)) {
              for (Messages.Message sent : round.sends()) {
                if (sent.peer() / perNode == rank / perNode) {
                  within++;
                } else {
                  between++;
                  speakers.computeIfAbsent(rank / perNode, n -> new TreeSet<>()).add(rank);
                }
              }
            }
          }
          int nodes = (size + perNode - 1) / perNode;
          assertThat(speakers.values())
              .as("%s %d %d", operation, size, root)
              .allSatisfy(ranksOfNode -> assertThat(ranksOfNode).hasSize(1));
          assertThat(within).isEqualTo((size - nodes) * (rooted ? 1 : 2));
          if (rooted) {
            assertThat(between).isEqualTo(nodes - 1);
          }
        }
      }
    }
  }

  private static long bytes(String name, TestCall[] calls) {
    return Messages.of(Algorithms.named(calls[0].operation(), name), calls).ranks().stream()
        .flatMap(rounds -> rounds.stream().flatMap(round -> round.sends().stream()))
        .mapToLong(Messages.Message::bytes)
        .sum();
  }
}
