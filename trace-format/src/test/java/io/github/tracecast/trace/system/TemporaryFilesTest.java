package io.github.tracecast.trace.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
  @TempDir
  Path folder;

  @Test
  void aFolderThatCannotBeUsedIsReplacedByTheNext() throws IOException {
    Path plain = Files.writeString(folder.resolve("plain"), "");
    Path next = Files.createDirectory(folder.resolve("next"));

    Path made = TemporaryFiles.file(List.of(plain, folder.resolve("none"), next), "a", ".b");

    assertThat(made).hasParent(next).isEmptyFile();
  }

  @Test
  void whereNoFolderTakesAFileTheFirstIsNamedAndTheVariableThatNamesAnother() throws IOException {
    Path plain = Files.writeString(folder.resolve("plain"), "");

    assertThatThrownBy(() -> TemporaryFiles.file(List.of(plain), "a", ".b"))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(plain.toString(), "temporary folder", "TMPDIR");
  }

  @Test
  void aFolderThatTakesNoContentIsNotUsed() throws IOException {
    assertThat(TemporaryFiles.takes(folder.resolve("new/folder"))).isTrue();
    assertThat(folder.resolve("new/folder")).isEmptyDirectory();
    assertThat(TemporaryFiles.takes(Files.writeString(folder.resolve("plain"), "")))
        .isFalse();
    assertThat(TemporaryFiles.takes(Path.of("/proc/self"))).isFalse();
  }

  @Test
  void whatTheSystemDoesNotTellAboutFreeSpaceIsNoLimit() {
    assertThat(TemporaryFiles.freeBytes(folder)).isPositive().isLessThan(Long.MAX_VALUE);
    assertThat(TemporaryFiles.freeBytes(folder.resolve("none"))).isEqualTo(Long.MAX_VALUE);
  }
}
