package io.github.tracecast.trace.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.WorkedExamplesTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceFilesTest {
  @TempDir
  Path folder;

  @ParameterizedTest
  @EnumSource
  void aFileIsReadWithoutBeingToldItsEncodingAndReplacedAsAWhole(Encoding encoding)
      throws IOException {
    Path file = Files.writeString(folder.resolve("ring.ctrace"), "what was there before");
    TraceFiles.write(WorkedExamplesTest.ring(), file, encoding);
    assertThat(TraceFiles.read(file)).isEqualTo(WorkedExamplesTest.ring());
    assertThat(TraceFiles.isTrace(Arrays.copyOf(Files.readAllBytes(file), TraceFiles.HEAD)))
        .isTrue();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void otherFilesAreNotTakenForTraces() {
    assertThat(TraceFiles.isTrace("RANKS: 1 -1 0 2 1\n".getBytes())).isFalse();
    assertThat(TraceFiles.isTrace(new byte[0])).isFalse();
    assertThat(TraceFiles.isTrace("tracecast".getBytes())).isFalse();
  }

  @Test
  void aMissingFileAndAMissingFolderAreNamed() {
    Path missing = folder.resolve("no.ctrace");
    assertThatThrownBy(() -> TraceFiles.read(missing))
        .isInstanceOf(TraceException.class)
        .hasMessage(missing + ": no such file; expected a trace");
    Path inside = folder.resolve("no").resolve("a.ctrace");
    assertThatThrownBy(() -> TraceFiles.write(WorkedExamplesTest.ring(), inside, Encoding.TEXT))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            inside
                + ": cannot be written: its folder does not exist; create it, or choose another folder");
  }

  @Test
  void aFolderIsNotReplacedAndNothingIsLeftBesideIt() throws IOException {
    Path target = Files.createDirectory(folder.resolve("a.ctrace"));
    assertThatThrownBy(() -> TraceFiles.write(WorkedExamplesTest.ring(), target, Encoding.BINARY))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(target + ": cannot be written: ");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(target);
    }
  }

  @Test
  void aSymbolicLinkIsFollowedAndNotReplaced() throws IOException {
    Path file = folder.resolve("there.ctrace");
    Files.writeString(file, "what was there before");
    Path link = Files.createSymbolicLink(folder.resolve("link.ctrace"), file);

    TraceFiles.write(WorkedExamplesTest.ring(), link, Encoding.BINARY);

    assertThat(link).isSymbolicLink();
    assertThat(TraceFiles.read(file)).isEqualTo(WorkedExamplesTest.ring());
  }

  @Test
  void aDeviceIsWrittenAsItStandsAndNotReplaced() throws IOException {
    Path device = Path.of("/dev/full");
    assumeTrue(Files.isWritable(device), "this system has no /dev/full");
    Path link = Files.createSymbolicLink(folder.resolve("full.ctrace"), device);

    assertThatThrownBy(() -> TraceFiles.write(WorkedExamplesTest.ring(), link, Encoding.BINARY))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("No space left on device");
    assertThat(link).isSymbolicLink();
    assertThat(Files.isRegularFile(device)).isFalse();
    Files.delete(link); // JUnit would warn of a link out of its folder
  }
}
