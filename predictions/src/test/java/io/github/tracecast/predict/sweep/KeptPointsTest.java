package io.github.tracecast.predict.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptPointsTest {
  @TempDir
  private Path folder;

  @Test
  void anInterruptedSweepSaysHowManyPointsAreKept() {
    try (KeptPoints kept = new KeptPoints(40, done -> {}, System.err)) {
      kept.accept(2);
      assertThat(kept.lastWords())
          .isEqualTo("2 of 40 points kept; run the same command again to continue");
    }
  }

  @Test
  void journalsLieInTheCacheOrInTheCurrentFolder() throws IOException {
    assertThat(KeptPoints.file("j", folder.toString(), null))
        .contains(folder.resolve("tracecast/sweeps/j"));
    assertThat(KeptPoints.file("j", "", folder.toString()))
        .contains(folder.resolve(".cache/tracecast/sweeps/j"));
    assertThat(KeptPoints.file("j", null, null)).contains(Path.of("j"));
    Path file = Files.writeString(folder.resolve("no-folder"), "");
    assertThat(KeptPoints.file("j", file.toString(), null)).contains(Path.of("j"));
    assertThat(KeptPoints.file("j", "/proc/self", null)).contains(Path.of("j"));
  }

  @Test
  void theJournalOfASuccessIsRemoved() throws IOException {
    Path journal = Files.writeString(folder.resolve("j"), "");
    KeptPoints.remove(journal);
    assertThat(journal).doesNotExist();
    KeptPoints.remove(journal);
  }
}
