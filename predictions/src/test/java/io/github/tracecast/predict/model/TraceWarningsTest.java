package io.github.tracecast.predict.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Provenance.Counter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceWarningsTest {
  @TempDir
  private Path folder;

  /** Returns the warnings of a trace of two ranks with these events. */
  private List<String> of(String... events) throws IOException {
    Trace trace = trace(events);
    return TraceWarnings.assumptions(trace, EventTable.of(trace));
  }

  private Trace trace(String... events) throws IOException {
    StringBuilder text = new StringBuilder(
        "tracecast-trace 7\nranks 2\nrequests 1\norigin \"a test\"\n\nsite 0 \"here\"\n\n");
    int count = 0;
    for (String event : events) {
      text.append(event.startsWith(" ") ? event : "event " + count++ + " " + event)
          .append('\n');
    }
    Path file =
        Files.writeString(folder.resolve("t.txt"), text.append("end " + count + " events\n"));
    return TraceFiles.read(file);
  }

  @Test
  void eachCallIsNamedOnceWithItsFirstEvent() throws IOException {
    assertThat(of(
            "MPI_Init site 0",
            "MPI_Win_fence site 0",
            "MPI_Put site 0 ranks 1 0 0",
            "MPI_Win_fence site 0"))
        .containsExactly(
            "MPI_Win_fence is not modelled; 0 s is assumed for its 2 events (the first is event 1)",
            "MPI_Put is not modelled; 0 s is assumed for its 1 event (the first is event 2)");
  }

  @Test
  void callsWithRecordedTimesAreNamedTogether() throws IOException {
    String time = "  inside microseconds count 1 min 7.0 avg 7.0 max 7.0";
    assertThat(of(
            "MPI_File_open site 0", time, "MPI_File_write site 0", time, "MPI_File_close site 0"))
        .containsExactly(
            "MPI_File_open, MPI_File_write are not modelled and keep their recorded time on every machine: 2 calls, 14.00 us over all ranks",
            "MPI_File_close is not modelled; 0 s is assumed for its 1 event (the first is event 2)");
  }

  @Test
  void timesThatSharedCoresSpoiledAreNotToBeTrusted() throws IOException {
    Trace trace =
        trace("MPI_File_open site 0", "  inside microseconds count 6 min 1.0 avg 500000.0 max 9e5");
    String kept =
        "MPI_File_open is not modelled and keeps its recorded time on every machine: 6 calls, 3.000 s over all ranks";
    for (Counter counter : List.of(Counter.TIME, Counter.CPU_TIME)) {
      assertThat(recordedOn(trace, counter, 2)).containsExactly(kept);
      assertThat(recordedOn(trace, counter, 1))
          .containsExactly(
              kept + "; do not trust this time, because ranks shared cores in the recorded run");
    }
  }

  private static List<String> recordedOn(Trace trace, Counter counter, int cores) {
    Provenance.Node node = new Provenance.Node(
        "n1",
        "CPU",
        cores,
        cores,
        cores,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        RankList.range(0, 2));
    Trace there = trace.with(
        trace.events(),
        trace
            .header()
            .withProvenance(new Provenance(Instant.EPOCH, "", "", counter, "", List.of(node))));
    return TraceWarnings.assumptions(there, EventTable.of(there));
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
        .containsExactly(
            "1 event of MPI_Iprobe has no recorded result; the replay assumes that it found no message");
  }

  @Test
  void anInterCommunicatorThatTheTraceLacksIsNamed() throws IOException {
    assertThat(of("MPI_Intercomm_create site 0"))
        .singleElement()
        .asString()
        .startsWith("MPI_Intercomm_create is not modelled; 0 s is assumed");
  }

  @Test
  void startsOfRequestsThatTheTraceLacksAreNamed() throws IOException {
    assertThat(of("MPI_Start site 0 request none", "MPI_Start site 0 request none"))
        .containsExactly(
            "2 events of MPI_Start or MPI_Startall start requests that the trace does not have; these events are left out");
  }
}
