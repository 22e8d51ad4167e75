package io.github.tracecast.predict;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Writes a random program as a time-independent trace: in each step, ranks send each other messages
 * of random sizes, compute in between, and wait for all of them.
 */
final class RandomMessages {
  private static final int[] SIZES = {0, 8, 100, 1000, 5000, 100_000};

  private final Random random;
  private final List<List<String>> calls;

  private RandomMessages(long seed, int ranks) {
    random = new Random(seed);
    calls = Stream.generate(() -> (List<String>) new ArrayList<>(List.of("init")))
        .limit(ranks)
        .toList();
  }

  /** Writes the program of a seed; returns the path of its index. */
  static String write(Path folder, long seed, int ranks, int steps) {
    RandomMessages program = new RandomMessages(seed, ranks);
    for (int step = 0; step < steps; step++) {
      program.step(step);
    }
    return program.write(folder);
  }

  private void step(int step) {
    int ranks = calls.size();
    int[] requests = new int[ranks];
    int messages = ranks / 2 + random.nextInt(2 * ranks);
    for (int i = 0; i < messages; i++) {
      int from = random.nextInt(ranks);
      int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
      int size = random.nextInt(SIZES.length + 1);
      int bytes = size < SIZES.length ? SIZES[size] : 1 + random.nextInt(100_000);
      calls.get(to).add("irecv " + from + " " + step + " " + bytes + " 6");
      calls.get(from).add("isend " + to + " " + step + " " + bytes + " 6");
      requests[to]++;
      requests[from]++;
      if (random.nextInt(3) == 0) {
        calls.get(from).add("compute " + random.nextInt(100_000));
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (requests[rank] > 0) {
        calls.get(rank).add("waitall " + requests[rank]);
      }
    }
    if (random.nextInt(3) == 0) {
      calls.forEach(own -> own.add("allreduce 800 0 6"));
    }
  }

  private String write(Path folder) {
    try {
      List<String> names = new ArrayList<>();
      for (int rank = 0; rank < calls.size(); rank++) {
        Path file = folder.resolve("rank-" + rank + ".tit");
        String prefix = rank + " ";
        Files.write(
            file,
            Stream.concat(calls.get(rank).stream(), Stream.of("finalize"))
                .map(prefix::concat)
                .toList());
        names.add(file.toString());
      }
      return Files.write(folder.resolve("random.tit"), names).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
