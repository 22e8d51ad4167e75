package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.imports.ThreadsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

class AllprofThreadsTest extends ThreadsContract {
  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      String world = "0," + rank + "," + RANKS;
      StringBuilder text = new StringBuilder("MPI_Init:-:1:2:900.0\n");
      double time = 901;
      for (int step = 0; step < steps(rank); step++) {
        text.append("MPI_Send:" + time + ":900:3:2,4,4:" + (rank + 1) % RANKS + ":" + step % 3 + ":"
            + world + ":" + (time + 1 + rank) + "\n");
        time += 10;
      }
      String communicator = damaged.contains(rank) ? "0,0,x" : world;
      text.append("MPI_Barrier:" + time + ":" + communicator + ":" + (time + 2) + "\n");
      text.append("MPI_Finalize:" + (time + 5) + ":-\n");
      Files.writeString(into.resolve("run-" + rank + ".txt"), text);
    }
    return into.resolve("run-0.txt");
  }
}
