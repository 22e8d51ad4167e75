package io.github.tracecast.platform.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Properties of every algorithm of every operation on 1 to 33 ranks, with random roots and sizes. */
class SchedulesTest {
  private static final int MAX_SIZE = 33;
  private static final int CASES_EACH = 4;

  @FunctionalInterface
  private interface Check {
    void of(String algorithm, TestCall[] calls, Messages messages);
  }

  private static void forAll(Operation operation, Check check) {
    for (String name : Algorithms.names(operation)) {
      for (int size = 1; size <= MAX_SIZE; size++) {
        for (int i = 0; i < CASES_EACH; i++) {
          TestCall[] calls = TestCall.random(operation, size, new Random(size * 1_000L + i));
          check.of(name, calls, Messages.of(Algorithms.named(operation, name), calls));
        }
      }
    }
  }

  @FunctionalInterface
  private interface PairCheck {
    void of(int from, int to);
  }

  private static void forAllPairs(int size, PairCheck check) {
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        check.of(from, to);
      }
    }
  }

  private static String describe(String algorithm, TestCall call) {
    return call.operation().key() + " " + algorithm + ", " + call.size() + " ranks, root "
        + call.root() + ", bytes "
        + (call.sizes() == null ? "" + call.uniform() : Arrays.deepToString(call.sizes()));
  }

  @ParameterizedTest
  @EnumSource
  void everySendHasItsReceiveOfTheSameSizeInOrder(Operation operation) {
    forAll(operation, (name, calls, messages) -> {
      List<List<List<Long>>> sent = messages.sizes(Messages.Round::sends);
      List<List<List<Long>>> received = messages.sizes(Messages.Round::receives);
      forAllPairs(
          calls.length,
          (from, to) -> assertThat(received.get(to).get(from))
              .as(() -> describe(name, calls[0]) + ", from " + from + " to " + to)
              .isEqualTo(sent.get(from).get(to)));
    });
  }

  @ParameterizedTest
  @EnumSource
  void allRanksEndEvenWhenASendBlocksUntilItsReceiveIsPosted(Operation operation) {
    forAll(
        operation,
        (name, calls, messages) -> assertThat(messages.endsWithBlockingSends())
            .as(() -> describe(name, calls[0]))
            .isTrue());
  }

  @ParameterizedTest
  @EnumSource
  void theBytesOfAllMessagesAreTheKnownVolume(Operation operation) {
    forAll(
        operation,
        (name, calls, messages) -> assertThat(messages.bytes())
            .as(() -> describe(name, calls[0]))
            .isEqualTo(Volumes.of(name, calls[0])));
  }

  @ParameterizedTest
  @EnumSource
  void roundsThatAreAlikeHaveTheSameMessages(Operation operation) {
    forAll(operation, (name, calls, messages) -> {
      Algorithm algorithm = Algorithms.named(operation, name);
      for (int rank = 0; rank < calls.length; rank++) {
        List<Messages.Round> rounds = messages.ranks().get(rank);
        for (int round = 0; round < rounds.size(); round++) {
          int alike = algorithm.alike(calls[rank], round);
          assertThat(alike).isBetween(1, rounds.size() - round);
          assertThat(rounds.subList(round, round + alike))
              .as(() -> describe(name, calls[0]))
              .containsOnly(rounds.get(round));
        }
        assertThat(algorithm.alike(calls[rank], rounds.size())).isEqualTo(1);
      }
    });
  }

  @ParameterizedTest
  @EnumSource
  void oneRankAloneSendsNothing(Operation operation) {
    for (String name : Algorithms.names(operation)) {
      TestCall[] calls = TestCall.random(operation, 1, new Random(1));
      for (Messages.Round round :
          Messages.of(Algorithms.named(operation, name), calls).ranks().getFirst()) {
        assertThat(round.sends()).as(name).isEmpty();
        assertThat(round.receives()).as(name).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.MATCH_ANY,
      names = {"ALLTOALL.*", "NEIGHBOR_.*"})
  void aBlockGoesStraightFromItsSenderToItsReceiverOnce(Operation operation) {
    forAll(operation, (name, calls, messages) -> {
      if (name.endsWith("bruck")) {
        return;
      }
      List<List<List<Long>>> sizes = messages.sizes(Messages.Round::sends);
      forAllPairs(calls.length, (from, to) -> {
        long bytes = calls[from].sendBytes(to);
        boolean sent = from != to && (bytes > 0 || operation == Operation.ALLTOALL);
        assertThat(sizes.get(from).get(to))
            .as(() -> describe(name, calls[0]) + ", from " + from + " to " + to)
            .isEqualTo(sent ? List.of(bytes) : List.of());
      });
    });
  }
}
