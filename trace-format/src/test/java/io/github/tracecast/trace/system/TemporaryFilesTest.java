package io.github.tracecast.trace.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
  void whatAKilledProcessLeftIsDeletedAndWhatALivingOneUsesStays() throws Exception {
    Path own = TemporaryFiles.file(List.of(folder), "a", ".b");
    Process killed = new ProcessBuilder("sleep", "600").start();
    String there = own.getFileName()
        .toString()
        .replace("-" + ProcessHandle.current().pid() + "-", "-" + killed.pid() + "-");
    Path file = Files.writeString(folder.resolve(there), "left");
    Path inside = Files.createDirectories(folder.resolve(there + "-folder/below"));
    Path linked = Files.writeString(folder.resolve("of a user"), "kept");
    Files.createSymbolicLink(inside.resolve("link"), linked);
    Path ofAnotherSystem = Files.writeString(
        folder.resolve(there.replaceFirst("tracecast-[0-9a-f]+-", "tracecast-0-")), "");

    AbandonedFiles.delete(folder);
    assertThat(file).exists();
    killed.destroyForcibly().waitFor();
    AbandonedFiles.delete(folder);

    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(own, linked, ofAnotherSystem);
    }
    assertThat(linked).hasContent("kept");
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
