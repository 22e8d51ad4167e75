package io.github.tracecast.predict.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFolderTest {
  /** Above what Linux gives to any process. */
  private static final String NOBODY = "99999999";

  @TempDir
  Path folder;

  @Test
  void aFolderIsNamedAfterItsTraceAndNeverUsedTwice() throws Exception {
    Path trace = folder.resolve("heat.ctrace");
    assertThat(RecordingFolder.create(trace)).isEqualTo(folder.resolve("heat.ctrace.recording"));
    assertThat(RecordingFolder.create(trace)).isEqualTo(folder.resolve("heat.ctrace.recording.2"));
  }

  @Test
  void whatAKilledCommandLeftIsReportedWithWhatToDo() throws Exception {
    Path recording = RecordingFolder.create(folder.resolve("heat.ctrace"));
    RecordingFolder.describe(recording, "mpirun ./heat", "Tracecast 1");
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
            empty + " is left over from a run that recorded nothing; remove it");
  }

  @Test
  void whatIsStillWrittenToIsNotReported() throws Exception {
    RecordingFolder.describe(
        RecordingFolder.create(folder.resolve("heat.ctrace")), "mpirun ./heat", "Tracecast 1");
    Files.writeString(
        folder.resolve(".heat.ctrace." + ProcessHandle.current().pid() + ".part"), "");

    assertThat(RecordingFolder.leftovers(folder)).isEmpty();
  }

  @Test
  void aFolderThatIsGoneIsRemovedWithoutComplaint() throws Exception {
    Path recording = RecordingFolder.create(folder.resolve("heat.ctrace"));
    RecordingFolder.describe(recording, "a", "b");
    RecordingFolder.remove(recording);
    RecordingFolder.remove(recording);
    assertThat(folder).isEmptyDirectory();
  }
}
