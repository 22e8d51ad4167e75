package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Phases of random programs in which time decides which message a receive gets. Each receives all
 * that it sends whatever that is, and ends with a barrier, so that no message of a later phase
 * takes part.
 */
final class RandomRaces {
  private static final MpiCall[] SENDS = {MpiCall.SEND, MpiCall.ISEND, MpiCall.ISSEND};

  /** Ranks that take part, so that loops of such phases stay small. */
  private static final int MOST = 6;

  private final Random random;
  private final TraceSketch sketch;
  private final int ranks;

  RandomRaces(Random random, TraceSketch sketch, int ranks) {
    this.random = random;
    this.sketch = sketch;
    this.ranks = Math.min(ranks, MOST);
  }

  void phase() {
    switch (random.nextInt(5)) {
      case 0 -> toOne();
      case 1 -> toAll();
      case 2 -> probed();
      case 3 -> replies();
      default -> answers();
    }
    sketch.call(MpiCall.BARRIER, sketch.all());
  }

  private long bytes() {
    return random.nextInt(5) == 0 ? 60_000 + random.nextInt(50_000) : random.nextInt(3_000);
  }

  /** All send to one rank, which names some of them first, and asks for the rest as it comes. */
  private void toOne() {
    int root = random.nextInt(ranks);
    int messages = 1 + random.nextInt(3);
    boolean[] named = new boolean[ranks];
    int total = (ranks - 1) * messages;
    int asked = 0;
    boolean started = random.nextBoolean();
    MpiCall receive = started ? MpiCall.IRECV : MpiCall.RECV;
    for (int rank = 0; rank < ranks && started; rank++) {
      if (rank != root && random.nextInt(4) == 0) {
        named[rank] = true;
        sketch.call(receive, root, SOURCE, rank, COUNT, 9, TAG, Term.ANY);
        asked++;
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != root) {
        sends(rank, root, messages);
      }
    }
    int rest = total - asked;
    if (rest > 0 && random.nextBoolean()) {
      int first = sketch.size();
      sketch.call(receive, root, SOURCE, Term.ANY, COUNT, 9, TAG, Term.ANY);
      sketch.loop(first, RankList.of(root), rest);
    } else {
      for (int i = 0; i < rest; i++) {
        sketch.compute(random.nextInt(9));
        sketch.call(receive, root, SOURCE, Term.ANY, COUNT, 9, TAG, Term.ANY);
      }
    }
    if (started) {
      waitForAll(root, total);
    }
  }

  private void sends(int rank, int root, int messages) {
    MpiCall send = SENDS[random.nextInt(SENDS.length)];
    for (int i = 0; i < messages; i++) {
      sketch.compute(random.nextInt(3) * 7);
      sketch.call(send, rank, DESTINATION, root, COUNT, bytes(), TAG, random.nextInt(3));
    }
    if (send != MpiCall.SEND) {
      waitForAll(rank, messages);
    }
  }

  private void waitForAll(int rank, int requests) {
    long[] offsets = LongStream.rangeClosed(1, requests).toArray();
    if (requests > 0) {
      sketch.call(MpiCall.WAITALL, rank, REQUESTS, offsets);
    }
  }

  /** Every rank receives a message of one tag from each other rank in any order, and messages of another tag from named ranks. */
  private void toAll() {
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 1; i < ranks; i++) {
        sketch.call(MpiCall.IRECV, rank, SOURCE, Term.ANY, COUNT, 9, TAG, 3);
      }
    }
    int by = random.nextInt(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      int from = (rank + ranks - by) % ranks;
      sketch.call(MpiCall.IRECV, rank, SOURCE, from, COUNT, 9, TAG, 4);
    }
    for (int rank = 0; rank < ranks; rank++) {
      sketch.compute(random.nextInt(20));
      for (int i = 1; i < ranks; i++) {
        int to = (rank + i) % ranks;
        sketch.call(MpiCall.ISEND, rank, DESTINATION, to, COUNT, bytes(), TAG, 3);
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      int to = (rank + by) % ranks;
      sketch.call(MpiCall.ISEND, rank, DESTINATION, to, COUNT, bytes(), TAG, 4);
      waitForAll(rank, 2 * ranks);
    }
  }

  /** One rank sees that a message is there before it takes it. */
  private void probed() {
    int root = random.nextInt(ranks);
    boolean matched = random.nextBoolean();
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != root) {
        sends(rank, root, 1);
        sketch.compute(random.nextInt(30));
        if (matched) {
          sketch
              .call(MpiCall.MPROBE, root, SOURCE, Term.ANY, TAG, Term.ANY)
              .call(MpiCall.MRECV, root, COUNT, 9);
        } else {
          sketch
              .call(MpiCall.PROBE, root, SOURCE, Term.ANY, TAG, Term.ANY)
              .call(MpiCall.RECV, root, SOURCE, Term.ANY, COUNT, 9, TAG, Term.ANY);
        }
      }
    }
  }

  /** A master replies to the sender of whatever message comes next; the workers send different numbers of messages. */
  private void replies() {
    int root = random.nextInt(ranks);
    List<long[]> matches = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != root) {
        int messages = 1 + random.nextInt(4);
        int first = sketch.size();
        sketch
            .compute(1 + random.nextInt(30))
            .call(MpiCall.SEND, rank, DESTINATION, root, COUNT, bytes(), TAG, 2)
            .call(MpiCall.RECV, rank, SOURCE, root, COUNT, 9, TAG, Term.ANY);
        sketch.loop(first, RankList.of(rank), messages);
        matches.addAll(Collections.nCopies(messages, new long[] {rank}));
      }
    }
    Collections.shuffle(matches, random);
    if (matches.size() > 1) {
      int first = sketch.size();
      long[][] all = matches.toArray(long[][]::new);
      sketch
          .call(MpiCall.RECV, root, SOURCE, Term.ANY, COUNT, 9, TAG, 2, MATCHED_SOURCE, all)
          .compute(random.nextInt(5))
          .call(
              MpiCall.SEND,
              root,
              DESTINATION,
              Term.matched(1),
              COUNT,
              new long[][] {{bytes() % 50_000}, {7}},
              TAG,
              random.nextInt(2));
      sketch.loop(first, RankList.of(root), all.length);
    } else if (matches.size() == 1) {
      int worker = (int) matches.getFirst()[0];
      sketch
          .call(MpiCall.RECV, root, SOURCE, worker, COUNT, 9, TAG, 2)
          .call(MpiCall.SEND, root, DESTINATION, worker, COUNT, 7, TAG, 1);
    }
  }

  /** A master hands out work, takes what comes back first, and hands out more. */
  private void answers() {
    int root = random.nextInt(ranks);
    int rounds = 1 + random.nextInt(3);
    int first = sketch.size();
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != root) {
        sketch.call(MpiCall.SEND, root, DESTINATION, rank, COUNT, bytes() % 50_000, TAG, 1);
      }
    }
    for (int i = 1; i < ranks; i++) {
      sketch.call(MpiCall.RECV, root, SOURCE, Term.ANY, COUNT, 9, TAG, 2);
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != root) {
        sketch
            .call(MpiCall.RECV, rank, SOURCE, root, COUNT, 9, TAG, 1)
            .compute(1 + random.nextInt(20))
            .call(MpiCall.SEND, rank, DESTINATION, root, COUNT, bytes(), TAG, 2);
      }
    }
    if (ranks > 1) {
      sketch.loop(first, RankList.range(0, ranks), rounds);
    }
  }
}
