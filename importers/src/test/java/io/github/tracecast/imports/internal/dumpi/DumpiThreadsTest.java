package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.ThreadsContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class DumpiThreadsTest extends ThreadsContract {
  private static final int WORLD = 2;
  private static final int INT = 9;

  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      DumpiBuilder calls = new DumpiBuilder().call("Init", (Object) new String[0]);
      for (int step = 0; step < steps(rank); step++) {
        calls.compute(5 + rank).call("Send", 3, INT, (rank + 1) % RANKS, step % 3, WORLD);
      }
      if (damaged.contains(rank)) {
        calls.call("Send", -1, INT); // the record ends before its other fields
      }
      ranks[rank] = calls.call("Barrier", WORLD).call("Finalize");
    }
    return DumpiBuilder.run(into, ranks);
  }
}
