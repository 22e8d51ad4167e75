package io.github.tracecast.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.system.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFolderTest {
  /** A process number above all numbers of Linux. */
  private static final String NOBODY = "99999999";

  @TempDir
  Path folder;

  @Test
  void aFolderIsNamedAfterItsTraceAndNeverUsedTwice() throws Exception {
    Path trace = folder.resolve("heat.ctrace");
    try (RecordingFolder first = RecordingFolder.create(trace, "a", "b");
        RecordingFolder second = RecordingFolder.create(trace, "a", "b")) {
      assertThat(first.path()).isEqualTo(folder.resolve("heat.ctrace.recording"));
      assertThat(second.path()).isEqualTo(folder.resolve("heat.ctrace.recording.2"));
      assertThat(folder.toFile().list()).hasSize(2);
    }
  }

  @Test
  void whatAKilledCommandLeftIsReportedWithWhatToDo() throws Exception {
    Path recording = ended();
    Path run = recording.resolve("run");
    Files.writeString(run, Files.readString(run).replaceFirst("pid \\d+", "pid " + NOBODY));
    Files.writeString(recording.resolve("rank.0.log"), "");
    Path empty = Files.createDirectory(folder.resolve("x.ctrace.recording.3"));
    Path part = Files.writeString(folder.resolve(".heat.ctrace." + NOBODY + ".part"), "");
    Files.writeString(folder.resolve("notes.part"), "");
    Files.createDirectory(folder.resolve("other"));

    assertThat(RecordingFolder.leftovers(folder))
        .containsExactly(
            part + " is a half-written file of a command that was killed; remove it",
            recording + " is a recording without a trace; run tracecast import " + recording
                + " -o FILE, then remove it",
            empty + " remains from a run that recorded nothing; remove it");
  }

  @Test
  void whatIsStillWrittenToIsNotReported() throws Exception {
    ended();
    Files.writeString(
        folder.resolve(".heat.ctrace." + ProcessHandle.current().pid() + ".part"), "");

    assertThat(RecordingFolder.leftovers(folder)).isEmpty();
  }

  /** The number of a process in another container has no meaning here, but its lock has. */
  @Test
  void aFolderInUseIsKnownByItsLock() throws Exception {
    try (RecordingFolder used = RecordingFolder.create(folder.resolve("heat.ctrace"), "a", "b")) {
      Path run = used.path().resolve("run");
      Files.writeString(run, Files.readString(run).replaceFirst("pid \\d+", "pid " + NOBODY));

      assertThat(RecordingFolder.leftovers(folder)).isEmpty();
    }
    assertThat(RecordingFolder.leftovers(folder)).hasSize(1);
  }

  private Path ended() throws IOException {
    try (RecordingFolder recording =
        RecordingFolder.create(folder.resolve("heat.ctrace"), "mpirun ./heat", "Tracecast 1")) {
      return recording.path();
    }
  }

  @Test
  void aFolderThatIsGoneIsRemovedWithoutComplaint() throws Exception {
    Path recording = ended();
    ScratchFolder.delete(recording);
    ScratchFolder.delete(recording);
    assertThat(folder).isEmptyDirectory();
  }
}
