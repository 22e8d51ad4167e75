package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random programs that cannot deadlock: phases, each of which receives all that it sends, some of
 * them in loops. The seed is the size: a larger one makes more ranks and more phases. One use.
 */
final class RandomProgram {
  private static final MpiCall[] STARTS = {
    MpiCall.ISEND, MpiCall.ISSEND, MpiCall.IBSEND, MpiCall.IRSEND
  };
  private static final MpiCall[] COLLECTIVES = {
    MpiCall.BARRIER,
    MpiCall.BCAST,
    MpiCall.REDUCE,
    MpiCall.ALLREDUCE,
    MpiCall.GATHER,
    MpiCall.SCATTER,
    MpiCall.ALLGATHER,
    MpiCall.ALLTOALL,
    MpiCall.SCAN,
    MpiCall.EXSCAN,
    MpiCall.REDUCE_SCATTER_BLOCK
  };

  private final Random random;
  private final int ranks;
  private final long longer;
  private final boolean wildcards;
  private final boolean overlaps;
  private final TraceSketch sketch;
  private final RandomRaces races;

  /**
   * @param longer bytes that are added to each message of the program
   * @param wildcards whether some receives take any source or any tag, some of them with a choice
   */
  RandomProgram(int seed, long longer, boolean wildcards) {
    this(seed, longer, wildcards, true, 4, 4);
  }

  /** With loops of up to so many iterations, half of the phases in loops, and another loop around about half of each. */
  static RandomProgram ofLoops(int seed, int mostIterations) {
    return new RandomProgram(seed, 0, seed % 3 > 0, true, 2, mostIterations);
  }

  /** Likewise, but no receive takes any source, and no collective is non-blocking. */
  static RandomProgram ofPlainLoops(int seed, int mostIterations) {
    return new RandomProgram(seed, 0, false, false, 2, mostIterations);
  }

  private RandomProgram(
      int seed,
      long longer,
      boolean wildcards,
      boolean overlaps,
      int oneLoopIn,
      int mostIterations) {
    this.random = new Random(seed);
    this.ranks = 1 + random.nextInt(2 + seed / 4);
    this.longer = longer;
    this.wildcards = wildcards;
    this.overlaps = overlaps;
    this.sketch = new TraceSketch(ranks);
    this.races = new RandomRaces(random, sketch, ranks);
    int phases = 1 + random.nextInt(1 + seed / 3);
    int first = 0;
    int from = 0;
    for (int phase = 0; phase < phases; phase++) {
      if (random.nextInt(3) == 0) {
        first = sketch.size();
      }
      int last = sketch.size();
      phase();
      if (first >= from && sketch.size() > first && random.nextInt(oneLoopIn) == 0) {
        if (mostIterations > 4 && sketch.size() > last && random.nextBoolean()) {
          sketch.loop(last, sketch.all(), 1 + random.nextInt(mostIterations / 4));
        }
        sketch.loop(first, sketch.all(), 1 + random.nextInt(mostIterations));
        from = sketch.size();
      }
    }
  }

  TraceSketch sketch() {
    return sketch;
  }

  private void phase() {
    if (random.nextBoolean()) {
      sketch.compute(1 + random.nextInt(100));
    }
    switch (random.nextInt(wildcards ? 10 : 7)) {
      case 0 -> shift();
      case 1 -> shiftByStartedRequests();
      case 2 -> messages();
      case 3 -> toOne();
      case 4 -> collective();
      case 5 -> {
        if (overlaps) {
          nonBlockingCollectives();
        } else {
          messages();
        }
      }
      case 6 -> persistent();
      default -> races.phase();
    }
  }

  private long bytes() {
    long bytes = random.nextInt(4) == 0 ? 60_000 + random.nextInt(100_000) : random.nextInt(2_000);
    return bytes + longer;
  }

  private void shift() {
    int by = random.nextInt(ranks);
    sketch.call(
        MpiCall.SENDRECV,
        sketch.all(),
        DESTINATION,
        Term.rankPlusMod(by),
        SOURCE,
        Term.rankPlusMod(-by),
        COUNT,
        bytes(),
        TAG,
        5,
        RECEIVE_TAG,
        5);
  }

  private void shiftByStartedRequests() {
    int by = random.nextInt(ranks);
    long bytes = bytes();
    boolean any = wildcards && random.nextBoolean();
    sketch
        .call(
            MpiCall.IRECV,
            sketch.all(),
            SOURCE,
            any ? Term.ANY : Term.rankPlusMod(-by),
            TAG,
            any ? 0 : 6,
            COUNT,
            bytes)
        .call(
            STARTS[random.nextInt(STARTS.length)],
            sketch.all(),
            DESTINATION,
            Term.rankPlusMod(by),
            COUNT,
            bytes,
            TAG,
            any ? 0 : 6);
    if (random.nextBoolean()) {
      sketch.compute(random.nextInt(50));
    }
    sketch.call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {1, 2});
    if (any) {
      sketch.call(
          MpiCall.BARRIER, sketch.all()); // so that no message of a later phase can be taken
    }
  }

  /** Messages between random ranks: all receives first, then all sends, then all waits. */
  private void messages() {
    int count = 1 + random.nextInt(10);
    List<long[]> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(
          new long[] {random.nextInt(ranks), random.nextInt(ranks), bytes(), random.nextInt(3)});
    }
    long[] requests = new long[ranks];
    for (long[] m : list) {
      sketch.call(MpiCall.IRECV, (int) m[1], SOURCE, m[0], COUNT, m[2], TAG, m[3]);
      requests[(int) m[1]]++;
    }
    for (long[] m : list) {
      MpiCall start = STARTS[random.nextInt(STARTS.length)];
      sketch.call(start, (int) m[0], DESTINATION, m[1], COUNT, m[2], TAG, m[3]);
      requests[(int) m[0]]++;
    }
    boolean newestFirst = count % 2 == 0;
    for (int rank = 0; rank < ranks; rank++) {
      long[] offsets = new long[(int) requests[rank]];
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = newestFirst ? 1 + i : offsets.length - i;
      }
      sketch.call(MpiCall.WAITALL, rank, REQUESTS, offsets);
    }
  }

  private void toOne() {
    int root = random.nextInt(ranks);
    long bytes = bytes();
    RankList others = sketch.all().minus(RankList.of(root));
    if (!others.isEmpty()) {
      sketch.call(MpiCall.SEND, others, DESTINATION, root, COUNT, bytes, TAG, 7);
      for (int rank = 0; rank < ranks; rank++) {
        if (rank != root) {
          sketch.call(
              MpiCall.RECV,
              root,
              SOURCE,
              wildcards ? Term.ANY : Term.constant(rank),
              COUNT,
              bytes,
              TAG,
              7);
        }
      }
    }
  }

  private Object[] arguments() {
    int bytes = random.nextInt(10) == 0 ? 100_000 : random.nextInt(3_000);
    return new Object[] {COUNT, bytes, RECEIVE_COUNT, bytes, ROOT, random.nextInt(ranks)};
  }

  private void collective() {
    sketch.call(COLLECTIVES[random.nextInt(COLLECTIVES.length)], sketch.all(), arguments());
  }

  /** Several collectives at once, often together with other messages. */
  private void nonBlockingCollectives() {
    int count = 1 + random.nextInt(3);
    long[] offsets = new long[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = 1 + i;
      MpiCall call = COLLECTIVES[random.nextInt(COLLECTIVES.length)];
      sketch.call(MpiCall.valueOf("I" + call.name()), sketch.all(), arguments());
    }
    sketch.compute(random.nextInt(50));
    switch (random.nextInt(4)) {
      case 0 -> shift();
      case 1 -> collective();
      default -> {}
    }
    sketch.call(MpiCall.WAITALL, sketch.all(), REQUESTS, offsets);
  }

  private void persistent() {
    int by = random.nextInt(ranks);
    long bytes = bytes();
    sketch
        .call(MpiCall.RECV_INIT, sketch.all(), SOURCE, Term.rankPlusMod(-by), COUNT, bytes, TAG, 8)
        .call(
            MpiCall.SEND_INIT,
            sketch.all(),
            DESTINATION,
            Term.rankPlusMod(by),
            COUNT,
            bytes,
            TAG,
            8);
    sketch
        .call(MpiCall.STARTALL, sketch.all(), REQUESTS, new long[] {1, 2})
        .call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {2, 1});
    if (random.nextBoolean()) {
      sketch
          .call(MpiCall.REQUEST_FREE, sketch.all(), REQUEST, 1)
          .call(MpiCall.REQUEST_FREE, sketch.all(), REQUEST, 2);
    }
  }
}
