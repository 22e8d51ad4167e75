package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  /** Above the largest number that Linux gives. */
  private static final String DEAD = "999999999";

  @TempDir
  private Path folder;

  @Test
  void whatAKilledWriterOfTheSameFileLeftIsRemovedByTheNext() throws IOException {
    assumeTrue(ProcessHandle.of(Long.parseLong(DEAD)).isEmpty());
    Path left = Files.createFile(folder.resolve(".a.csv." + DEAD + ".part"));
    Path other = Files.createFile(folder.resolve(".b.csv." + DEAD + ".part"));
    Path alive = Files.createFile(folder.resolve(
        ".a.csv." + ProcessHandle.current().parent().orElseThrow().pid() + ".part"));

    WholeFile.write(folder.resolve("a.csv"), out -> out.write('x'));

    assertThat(left).doesNotExist();
    assertThat(other).exists();
    assertThat(alive).exists();
    assertThat(folder.resolve("a.csv")).hasContent("x");
  }
}
