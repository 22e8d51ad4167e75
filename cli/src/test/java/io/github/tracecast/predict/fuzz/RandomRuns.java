package io.github.tracecast.predict.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Random programs that cannot deadlock, as time-independent traces. Each of their phases receives
 * all that it sends, and some are repeated, so that loops come out.
 */
final class RandomRuns {
  /** The calls that a phase and its repetitions may add to a rank. */
  private static final int MOST_CALLS = 200;

  private static final int[] SIZES = {0, 1, 8, 100, 1000, 5000, 100_000};

  private final Random random;
  private final List<List<String>> calls;
  private int tag;

  private RandomRuns(Random random) {
    this.random = random;
    calls = Stream.generate(() -> (List<String>) new ArrayList<>(List.of("init")))
        .limit(2 + random.nextInt(random.nextBoolean() ? 6 : 30))
        .toList();
  }

  static byte[] of(Random random) {
    RandomRuns program = new RandomRuns(random);
    for (int phases = 1 + random.nextInt(5); phases > 0; phases--) {
      program.phase();
    }
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < program.calls.size(); rank++) {
      for (String call : program.calls.get(rank)) {
        text.append(rank).append(' ').append(call).append('\n');
      }
      text.append(rank).append(" finalize\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void phase() {
    int[] before = calls.stream().mapToInt(List::size).toArray();
    tag++;
    switch (random.nextInt(5)) {
      case 0 -> messages();
      case 1 -> shift();
      case 2 -> toOne();
      default -> collective();
    }
    int longest = 1;
    for (int rank = 0; rank < calls.size(); rank++) {
      longest = Math.max(longest, calls.get(rank).size() - before[rank]);
    }
    int more = random.nextBoolean() ? random.nextInt(MOST_CALLS / longest + 1) : 0;
    for (int rank = 0; rank < calls.size(); rank++) {
      List<String> own = calls.get(rank);
      List<String> added = List.copyOf(own.subList(before[rank], own.size()));
      for (int i = 0; i < more; i++) {
        own.addAll(added);
      }
    }
  }

  private void call(int rank, String call) {
    if (random.nextInt(4) == 0) {
      calls.get(rank).add("compute " + random.nextInt(100_000));
    }
    calls.get(rank).add(call);
  }

  private int rank() {
    return random.nextInt(calls.size());
  }

  private int bytes() {
    int size = random.nextInt(SIZES.length + 1);
    return size < SIZES.length ? SIZES[size] : 1 + random.nextInt(100_000);
  }

  /** Messages between random ranks, and a wait for all of them. */
  private void messages() {
    int[] requests = new int[calls.size()];
    for (int messages = 1 + random.nextInt(2 * calls.size()); messages > 0; messages--) {
      int from = rank();
      int to = (from + 1 + random.nextInt(calls.size() - 1)) % calls.size();
      int bytes = bytes();
      call(to, "irecv " + from + " " + tag + " " + bytes + " 6");
      call(from, "isend " + to + " " + tag + " " + bytes + " 6");
      requests[to]++;
      requests[from]++;
    }
    for (int rank = 0; rank < calls.size(); rank++) {
      if (requests[rank] > 0) {
        call(rank, "waitall " + requests[rank]);
      }
    }
  }

  /** Each rank sends to the rank at a fixed distance. */
  private void shift() {
    int by = 1 + random.nextInt(calls.size() - 1);
    int bytes = bytes();
    for (int rank = 0; rank < calls.size(); rank++) {
      int from = (rank + calls.size() - by) % calls.size();
      call(rank, "irecv " + from + " " + tag + " " + bytes + " 6");
      call(rank, "send " + (rank + by) % calls.size() + " " + tag + " " + bytes + " 6");
      call(rank, "wait " + from + " " + rank + " " + tag);
    }
  }

  private void toOne() {
    int root = rank();
    int bytes = bytes();
    for (int rank = 0; rank < calls.size(); rank++) {
      if (rank != root) {
        call(rank, "send " + root + " " + tag + " " + bytes + " 6");
        call(root, "recv " + rank + " " + tag + " " + bytes + " 6");
      }
    }
  }

  private void collective() {
    int bytes = bytes();
    int root = rank();
    String call = switch (random.nextInt(9)) {
      case 0 -> "barrier";
      case 1 -> "bcast " + bytes + " " + root + " 6";
      case 2 -> "reduce " + bytes + " " + random.nextInt(1000) + " " + root + " 6";
      case 3 -> "allreduce " + bytes + " " + random.nextInt(1000) + " 6";
      case 4 -> "alltoall " + bytes % 3000 + " " + bytes % 3000 + " 6 6";
      case 5 -> "allgather " + bytes % 3000 + " " + bytes % 3000 + " 6 6";
      case 6 -> "gather " + bytes % 3000 + " " + bytes % 3000 + " " + root + " 6 6";
      case 7 -> "scatter " + bytes % 3000 + " " + bytes % 3000 + " " + root + " 6 6";
      default -> "scan " + bytes + " " + random.nextInt(1000) + " 6";
    };
    for (int rank = 0; rank < calls.size(); rank++) {
      call(rank, call);
    }
  }
}
