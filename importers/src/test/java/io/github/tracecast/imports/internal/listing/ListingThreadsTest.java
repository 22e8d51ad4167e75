package io.github.tracecast.imports.internal.listing;

import io.github.tracecast.imports.ThreadsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingThreadsTest extends ThreadsContract {
  @TempDir
  private Path folder;

  @Test
  void aFaultWhereARankBeginsIsThatOfOneThread() throws IOException {
    assertSameErrorOfHeads(
        folder,
        (text, rank) -> rank == RANKS
            ? text.replace("ranks " + RANKS, "ranks " + (RANKS + 1))
                .replace("(0 1 " + RANKS, "(0 1 " + (RANKS + 1))
            : text.replace("rank " + rank + "\n", "rank " + Math.abs(rank - 1) + " \n"));
  }

  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    StringBuilder text = new StringBuilder("ranks " + RANKS + "\n");
    text.append("datatype 8 MPI_DOUBLE\ngroup 0 (0 1 " + RANKS + ")\n");
    text.append("communicator 0 group 0 MPI_COMM_WORLD\ncommunicator 1 self MPI_COMM_SELF\n");
    for (int rank = 0; rank < RANKS; rank++) {
      text.append("rank " + rank + "\n0 MPI_Init compute=12.50us site=main.c:1 main\n");
      int call = 1;
      for (int step = 0; step < steps(rank); step++) {
        int to = (rank + 1) % RANKS;
        text.append(call++ + " MPI_Send compute=" + (500 + rank)
            + " instructions communicator=0 destination=" + to + " (world " + to + ") tag="
            + step % 3 + " count=3 datatype=MPI_DOUBLE bytes=24 site=send\n");
      }
      text.append(call + (damaged.contains(rank) ? " MPI_Jump" : " MPI_Finalize") + " site=end\n");
    }
    return Files.writeString(into.resolve("run.txt"), text);
  }
}
