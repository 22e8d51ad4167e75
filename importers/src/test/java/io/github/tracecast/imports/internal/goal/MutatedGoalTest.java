package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.imports.MutatedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutatedGoalTest {
  @TempDir
  private Path folder;

  /** A ring with requests. */
  static String ring() {
    StringBuilder text = new StringBuilder("num_ranks 4\n// a ring\n");
    for (int rank = 0; rank < 4; rank++) {
      text.append("rank ").append(rank).append(" {\nl0: calc 100 cpu 0\n");
      for (int step = 0; step < 5; step++) {
        int l = 3 * step + 1;
        text.append("l" + l + ": recv 8b from " + (rank + 3) % 4 + " tag 1\n");
        text.append("l" + l + " requires l" + (l - 1) + "\n");
        text.append("l" + (l + 1) + ": send 8b to " + (rank + 1) % 4 + " tag 1 cpu 0 nic 0\n");
        text.append("l" + (l + 1) + " irequires l" + l + "\n");
        text.append("l" + (l + 2) + ": calc 50\n");
        text.append("l" + (l + 2) + " requires l" + l + "\n");
        text.append("l" + (l + 2) + " requires l" + (l + 1) + "\n");
      }
      text.append("}\n");
    }
    return text.toString();
  }

  @Test
  void damagedFilesAreReadOrRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("ring.goal"), ring());
    MutatedFiles.check(file, folder, MutatedFiles.CASES);
  }

  @Test
  void damagedBinaryFilesAreReadOrRefused() throws IOException {
    Path file = Files.write(folder.resolve("two.bin"), GoalImporterTest.binary());
    MutatedFiles.check(file, folder, MutatedFiles.CASES);
  }
}
