package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.MutatedFiles;
import io.github.tracecast.imports.otf2.CollectiveOperation;
import io.github.tracecast.imports.otf2.EventWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutatedOtf2Test {
  /** Each case starts a process, which takes as long as many cases of another format. */
  private static final int CASES = Math.max(1, MutatedFiles.CASES / 20);

  @TempDir
  private Path folder;

  private Path anchor() {
    Path run = folder.resolve("run");
    try (SmallArchive archive = new SmallArchive(run, 2)) {
      int half = archive.comm("half", 0);
      for (int rank = 0; rank < 2; rank++) {
        EventWriter events = archive.events(rank);
        int peer = 1 - rank;
        archive.call(rank, 10, "MPI_Send", () -> events.send(11, peer, SmallArchive.WORLD, 1, 8));
        archive.call(
            rank, 30, "MPI_Recv", () -> events.receive(31, peer, SmallArchive.WORLD, 1, 8));
      }
      EventWriter first = archive.events(0);
      archive.call(
          0,
          50,
          "MPI_Allreduce",
          () -> first.endCollective(51, CollectiveOperation.ALLREDUCE.number(), half, -1, 8, 8));
    }
    return run.resolve("traces.otf2");
  }

  @Test
  void damagedDefinitionsAreReadOrRefused() throws IOException {
    Path anchor = anchor();
    MutatedFiles.check(anchor, anchor.getParent(), CASES);
  }

  @Test
  void damagedEventsAreReadOrRefused() throws IOException {
    Path anchor = anchor();
    MutatedFiles.check(anchor, anchor.resolveSibling("traces"), CASES);
  }
}
