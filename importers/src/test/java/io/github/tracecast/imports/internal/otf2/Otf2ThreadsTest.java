package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.ThreadsContract;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

class Otf2ThreadsTest extends ThreadsContract {
  @Override
  protected int repeats() {
    return 1; // each import starts a process
  }

  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    Path archive = into.resolve("archive");
    try (SmallArchive small = new SmallArchive(archive, RANKS)) {
      for (int rank = 0; rank < RANKS; rank++) {
        long time = 100;
        small.call(rank, time, "MPI_Init");
        for (int step = 0; step < steps(rank); step++) {
          time += 10 + rank;
          small.call(rank, time, step % 3 == 0 ? "MPI_Barrier" : "MPI_Comm_size");
        }
        small.call(rank, time + 10, "MPI_Finalize");
      }
    }
    for (int rank : damaged) {
      Path events = archive.resolve("traces").resolve(rank + ".evt");
      byte[] bytes = Files.readAllBytes(events);
      Files.write(events, Arrays.copyOf(bytes, bytes.length / 2));
    }
    return archive.resolve(ArchiveWriter.ANCHOR);
  }
}
