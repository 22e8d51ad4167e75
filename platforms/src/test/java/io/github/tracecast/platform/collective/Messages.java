package io.github.tracecast.platform.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** All that an algorithm emits for a call: by rank, by round, receives and sends in order. */
record Messages(List<List<Round>> ranks) {
  record Message(int peer, long bytes) {}

  record Round(List<Message> receives, List<Message> sends) {}

  static Messages of(Algorithm algorithm, CollectiveCall[] calls) {
    List<List<Round>> ranks = new ArrayList<>();
    for (CollectiveCall call : calls) {
      List<Round> rounds = new ArrayList<>();
      while (true) {
        Round round = new Round(new ArrayList<>(), new ArrayList<>());
        if (!algorithm.round(call, rounds.size(), recorder(call, round))) {
          assertThat(round.receives()).as("receives of a round that is none").isEmpty();
          assertThat(round.sends()).as("sends of a round that is none").isEmpty();
          assertThat(algorithm.round(call, rounds.size() + 1, recorder(call, round)))
              .isFalse();
          break;
        }
        rounds.add(round);
      }
      ranks.add(rounds);
    }
    return new Messages(ranks);
  }

  private static Steps recorder(CollectiveCall call, Round round) {
    return new Steps() {
      @Override
      public void receive(int peer, long bytes) {
        assertThat(round.sends())
            .as("sends ahead of a receive of the same round")
            .isEmpty();
        round.receives().add(checked(peer, bytes));
      }

      @Override
      public void send(int peer, long bytes) {
        round.sends().add(checked(peer, bytes));
      }

      private Message checked(int peer, long bytes) {
        if (peer < 0 || peer >= call.size() || peer == call.rank() || bytes < 0) {
          throw new AssertionError(
              "message with rank " + peer + " of " + bytes + " bytes in " + call);
        }
        return new Message(peer, bytes);
      }
    };
  }

  /** The sizes of the messages that a rank sends or receives, by rank and by peer, in order. */
  List<List<List<Long>>> sizes(Function<Round, List<Message>> direction) {
    List<List<List<Long>>> sizes = new ArrayList<>();
    for (List<Round> rounds : ranks) {
      List<List<Long>> byPeer = new ArrayList<>();
      for (int peer = 0; peer < ranks.size(); peer++) {
        byPeer.add(new ArrayList<>());
      }
      for (Round round : rounds) {
        for (Message message : direction.apply(round)) {
          byPeer.get(message.peer()).add(message.bytes());
        }
      }
      sizes.add(byPeer);
    }
    return sizes;
  }

  long bytes() {
    long bytes = 0;
    for (List<Round> rounds : ranks) {
      for (Round round : rounds) {
        for (Message message : round.sends()) {
          bytes += message.bytes();
        }
      }
    }
    return bytes;
  }

  /**
   * Whether all ranks end if every send blocks until its receive is posted and the sends of a round
   * follow one another. This is the strictest behaviour that MPI allows.
   */
  boolean endsWithBlockingSends() {
    int size = ranks.size();
    int[] round = new int[size];
    int[] sends = new int[size];
    int[][] posted = new int[size][size];
    int[][] sent = new int[size][size];
    for (int rank = 0; rank < size; rank++) {
      post(rank, round, posted);
    }
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int rank = 0; rank < size; rank++) {
        while (round[rank] < ranks.get(rank).size()) {
          List<Message> toSend = ranks.get(rank).get(round[rank]).sends();
          if (sends[rank] < toSend.size()) {
            int to = toSend.get(sends[rank]).peer();
            if (sent[rank][to] == posted[to][rank]) {
              break;
            }
            sent[rank][to]++;
            sends[rank]++;
          } else {
            if (!allArrived(rank, posted[rank], sent)) {
              break;
            }
            round[rank]++;
            sends[rank] = 0;
            post(rank, round, posted);
          }
          moved = true;
        }
      }
    }
    for (int rank = 0; rank < size; rank++) {
      if (round[rank] < ranks.get(rank).size()) {
        return false;
      }
    }
    return true;
  }

  private void post(int rank, int[] round, int[][] posted) {
    if (round[rank] < ranks.get(rank).size()) {
      for (Message receive : ranks.get(rank).get(round[rank]).receives()) {
        posted[rank][receive.peer()]++;
      }
    }
  }

  private static boolean allArrived(int rank, int[] awaited, int[][] sent) {
    for (int from = 0; from < awaited.length; from++) {
      if (sent[from][rank] < awaited[from]) {
        return false;
      }
    }
    return true;
  }
}
