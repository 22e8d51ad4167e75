package io.github.tracecast.predict.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnmodelledWarningsTest {
  @TempDir
  private Path folder;

  /** The warnings of a trace with these events, of two ranks. */
  private List<String> of(String... events) throws IOException {
    StringBuilder text = new StringBuilder(
        "tracecast-trace 7\nranks 2\nrequests 1\norigin \"a test\"\n\nsite 0 \"here\"\n\n");
    int count = 0;
    for (String event : events) {
      text.append(event.startsWith(" ") ? event : "event " + count++ + " " + event)
          .append('\n');
    }
    Path file =
        Files.writeString(folder.resolve("t.txt"), text.append("end " + count + " events\n"));
    Trace trace = TraceFiles.read(file);
    return UnmodelledWarnings.of(trace, EventTable.of(trace));
  }

  @Test
  void eachCallIsNamedOnceWithItsFirstEvent() throws IOException {
    assertThat(of(
            "MPI_Init site 0",
            "MPI_Win_fence site 0",
            "MPI_Put site 0 ranks 1 0 0",
            "MPI_Win_fence site 0"))
        .containsExactly(
            "MPI_Win_fence is not modelled; 0 s is assumed for its 2 events; the first is event 1",
            "MPI_Put is not modelled; 0 s is assumed for its 1 events; the first is event 2");
  }

  @Test
  void callsWithRecordedTimesAreNamedTogether() throws IOException {
    String time = "  inside microseconds count 1 min 7.0 avg 7.0 max 7.0";
    assertThat(of(
            "MPI_File_open site 0", time, "MPI_File_write site 0", time, "MPI_File_close site 0"))
        .containsExactly(
            "MPI_File_open, MPI_File_write are not modelled and keep their recorded time on every machine",
            "MPI_File_close is not modelled; 0 s is assumed for its 1 events; the first is event 2");
  }

  @Test
  void callsThatAreModelledOrTakeNoTimeAreNotNamed() throws IOException {
    assertThat(of(
            "MPI_Init site 0",
            "MPI_Comm_rank site 0",
            "MPI_Comm_idup site 0",
            "MPI_Type_commit site 0",
            "MPI_Alloc_mem site 0",
            "MPI_Finalize site 0"))
        .isEmpty();
  }

  @Test
  void anIprobeThatDoesNotSayWhatItFoundIsNamed() throws IOException {
    assertThat(of(
            "MPI_Iprobe site 0 source any tag any",
            "MPI_Iprobe site 0 source any tag any outcomes [0]"))
        .containsExactly("1 events of MPI_Iprobe have no recorded result; no message is assumed");
  }

  @Test
  void anInterCommunicatorThatTheTraceLacksIsNamed() throws IOException {
    assertThat(of("MPI_Intercomm_create site 0"))
        .singleElement()
        .asString()
        .startsWith("MPI_Intercomm_create is not modelled; 0 s is assumed");
  }
}
