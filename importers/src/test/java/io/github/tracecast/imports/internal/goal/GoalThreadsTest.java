package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.imports.ThreadsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoalThreadsTest extends ThreadsContract {
  @TempDir
  private Path folder;

  @Test
  void aFaultWhereARankBeginsIsThatOfOneThread() throws IOException {
    assertSameErrorOfHeads(
        folder,
        (text, rank) -> rank == RANKS
            ? text.replace("num_ranks " + RANKS, "num_ranks " + (RANKS + 1))
            : text.replace("rank " + rank + " {", "rank " + Math.abs(rank - 1) + " ("));
  }

  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    StringBuilder text = new StringBuilder("num_ranks " + RANKS + "\n");
    for (int rank = 0; rank < RANKS; rank++) {
      text.append("rank " + rank + " {\nl1: calc " + 100 * rank + "\n");
      int last = 1;
      for (int step = 0; step < steps(rank); step++) {
        text.append("l" + (last + 1) + ": send " + (8 + rank) + "b to " + (rank + 1) % RANKS
            + " tag " + step % 3 + "\n");
        text.append("l" + (last + 1) + " requires l" + last + "\n");
        last++;
      }
      text.append(damaged.contains(rank) ? "l1 jumps l2\n}\n" : "}\n");
    }
    return Files.writeString(into.resolve("run.goal"), text);
  }
}
