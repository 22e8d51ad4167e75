package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.MutatedFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutatedDumpiTest {
  private static final int WORLD = 2;
  private static final int INT = 9;

  @TempDir
  private Path folder;

  /** A run with most kinds of records. */
  static Path run(Path folder) throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[4];
    for (int rank = 0; rank < 4; rank++) {
      int next = (rank + 1) % 4;
      int[][] status = {{(rank + 3) % 4, 0}};
      ranks[rank] = new DumpiBuilder()
          .call("Init", (Object) new String[] {"a"})
          .call("Comm_size", WORLD, 4)
          .call("Comm_split", WORLD, rank % 2, rank, 4)
          .call("Cart_create", WORLD, 2, new int[] {2, 2}, new int[] {1, 0}, 0, 5)
          .call("Cart_sub", 2, 5, new int[] {0, 1}, 6)
          .call("Comm_group", WORLD, 3)
          .call("Group_range_incl", 3, 1, new int[] {0, 2, 2}, 4)
          .call("Comm_create", WORLD, 4, rank % 2 == 0 ? 7 : 1)
          .call("Type_vector", 3, 2, 5, INT, 40)
          .call("Type_struct", 2, new int[] {1, 2}, new int[] {0, 8}, new int[] {14, 40}, 41);
      for (int step = 0; step < 5; step++) {
        ranks[rank]
            .call("Irecv", 4, INT, -1, -1, WORLD, 5)
            .call("Isend", 4, INT, next, 0, WORLD, 6)
            .call("Waitall", 2, new int[] {5, 6}, new int[][] {status[0], status[0]})
            .call("Bcast", 2, 41, 1, 4)
            .call(
                "Alltoallv",
                4,
                new int[] {1, 2, 3, 4},
                new int[4],
                INT,
                new int[] {1, 2, 3, 4},
                new int[4],
                INT,
                WORLD)
            .call("Allreduce", 1, 14, 3, WORLD)
            .compute(10);
      }
      ranks[rank].call("Finalize");
    }
    return DumpiBuilder.run(folder, ranks);
  }

  @Test
  void damagedFilesAreReadOrRefused() throws IOException {
    MutatedFiles.check(run(folder), folder, MutatedFiles.CASES);
  }
}
