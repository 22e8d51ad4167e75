package io.github.tracecast.imports.internal.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.EventWriter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Otf2ImporterTest {
  private static final int BARRIER = 0;
  private static final int BCAST = 1;
  private static final int ALLREDUCE = 11;
  private static final int REDUCE = 12;
  private static final int CREATE_HANDLE = 17;
  private static final int NO_ROOT = ArchiveWriter.UNDEFINED;

  @TempDir
  private Path folder;

  private Path archive() {
    return folder.resolve("archive");
  }

  private Trace read() {
    return Otf2Importer.read(
        archive().resolve(ArchiveWriter.ANCHOR), CompressOptions.DEFAULT, events -> {});
  }

  /** The calls of a rank as {@code tracecast expand} shows them. */
  private static List<String> calls(Trace trace, int rank) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(rank, 1000, out);
    return out.toString().lines().toList();
  }

  /** The same without times and call sites. */
  private static List<String> values(Trace trace, int rank) throws IOException {
    return calls(trace, rank).stream()
        .map(line ->
            line.replaceAll("^\\d+ | (compute|inside)=\\S+| site=.*| (receive_)?bytes=\\d+", ""))
        .map(line -> line.replaceAll(" \\(world \\d+\\)| (receive_)?datatype=MPI_BYTE", ""))
        .toList();
  }

  private static List<String> notes(Trace trace) {
    return trace.header().notes();
  }

  @Test
  void theTimeBetweenCallsIsComputationAndTheRegionsAroundACallAreItsPath() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 1)) {
      EventWriter events = archive.events(0);
      events.enter(100, archive.region("main"));
      archive.call(0, 107, "MPI_Init");
      events.enter(110, archive.region("solve"));
      archive.call(
          0,
          119,
          "MPI_Barrier",
          () -> events.endCollective(120, BARRIER, SmallArchive.WORLD, NO_ROOT, 0, 0));
      events.leave(125, archive.region("solve"));
      archive.call(0, 131, "MPI_Finalize");
      events.leave(200, archive.region("main"));
    }
    assertThat(calls(read(), 0))
        .containsExactly(
            "0 MPI_Init compute=7.00us inside=2.00us site=MPI_Init at main",
            "1 MPI_Barrier compute=10.00us inside=2.00us site=MPI_Barrier at solve < main",
            "2 MPI_Finalize compute=10.00us inside=2.00us site=MPI_Finalize at main");
  }

  @Test
  void aBlockingMessageHasBothItsEndsAndACallWithoutMessageHasNoPartner() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      EventWriter one = archive.events(0);
      EventWriter other = archive.events(1);
      archive.call(0, 10, "MPI_Ssend", () -> one.send(11, 1, SmallArchive.WORLD, 7, 800));
      archive.call(1, 10, "MPI_Recv", () -> other.receive(11, 0, SmallArchive.WORLD, 7, 800));
      archive.call(0, 20, "MPI_Send");
      archive.call(1, 20, "MPI_Sendrecv", () -> other.receive(21, 0, SmallArchive.WORLD, 8, 4));
      archive.call(0, 30, "MPI_Sendrecv", () -> {
        one.send(31, 1, SmallArchive.WORLD, 8, 4);
        one.receive(31, 1, SmallArchive.WORLD, 9, 16);
      });
      archive.call(1, 30, "MPI_Send", () -> other.send(31, 0, SmallArchive.WORLD, 9, 16));
    }
    Trace trace = read();
    assertThat(values(trace, 0))
        .containsExactly(
            "MPI_Ssend destination=1 tag=7 count=800",
            "MPI_Send destination=none tag=0 count=0",
            "MPI_Sendrecv destination=1 source=1 tag=8 receive_tag=9 count=4 receive_count=16");
    assertThat(values(trace, 1))
        .containsExactly(
            "MPI_Recv source=0 tag=7 count=800",
            "MPI_Sendrecv destination=none source=0 tag=0 receive_tag=8 count=0 receive_count=4",
            "MPI_Send destination=0 tag=9 count=16");
  }

  @Test
  void aNonBlockingReceiveHasTheOutcomeOfItsCompletion() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      EventWriter one = archive.events(0);
      archive.call(0, 10, "MPI_Irecv", () -> one.startReceive(11, 70));
      archive.call(0, 20, "MPI_Irecv", () -> one.startReceive(21, 71));
      archive.call(0, 30, "MPI_Isend", () -> one.startSend(31, 1, SmallArchive.WORLD, 5, 64, 72));
      archive.call(0, 40, "MPI_Waitany", () -> {
        one.write("MpiRequestTest", 41, 70L);
        one.completeReceive(41, 1, SmallArchive.WORLD, 6, 32, 71);
      });
      archive.call(0, 50, "MPI_Test", () -> one.write("MpiRequestTest", 51, 70L));
      archive.call(0, 60, "MPI_Waitall", () -> {
        one.completeReceive(61, 1, SmallArchive.WORLD, 4, 16, 70);
        one.completeSend(61, 72);
      });
      archive.call(1, 10, "MPI_Comm_rank");
    }
    Trace trace = read();
    assertThat(values(trace, 0))
        .containsExactly(
            "MPI_Irecv source=1 tag=4 count=16 request=#1",
            "MPI_Irecv source=1 tag=6 count=32 request=#2",
            "MPI_Isend destination=1 tag=5 count=64 request=#3",
            "MPI_Waitany requests=#2 completions=1",
            "MPI_Test request=none completions=0",
            "MPI_Waitall requests=#1,#3");
  }

  @Test
  void collectivesHaveTheirSizesBackFromTheBytesThatTheFormatCounts() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 4)) {
      int pair = archive.comm("pair", 3, 1);
      for (int rank = 0; rank < 4; rank++) {
        EventWriter events = archive.events(rank);
        long own = rank == 2 ? 4 * 100 : 0;
        archive.call(
            rank,
            10,
            "MPI_Bcast",
            () -> events.endCollective(11, BCAST, SmallArchive.WORLD, 2, own, 100));
        archive.call(
            rank,
            20,
            "MPI_Allreduce",
            () -> events.endCollective(21, ALLREDUCE, SmallArchive.WORLD, NO_ROOT, 32, 32));
        long gathered = rank == 1 ? 4 * 8 : 0;
        archive.call(
            rank,
            30,
            "MPI_Reduce",
            () -> events.endCollective(31, REDUCE, SmallArchive.WORLD, 1, 8, gathered));
        if (rank % 2 == 1) {
          archive.call(
              rank,
              40,
              "MPI_Allreduce",
              () -> events.endCollective(41, ALLREDUCE, pair, NO_ROOT, 16, 16));
        }
      }
    }
    Trace trace = read();
    assertThat(values(trace, 1))
        .containsExactly(
            "MPI_Bcast count=100 root=2",
            "MPI_Allreduce count=8",
            "MPI_Reduce count=8 root=1",
            "MPI_Allreduce communicator=2 count=8");
    assertThat(values(trace, 2)).containsExactlyElementsOf(values(trace, 0));
    assertThat(trace.communicators().get(2).name()).isEqualTo("pair");
    assertThat(trace.groups().get(trace.communicators().get(2).group()).worldRank(0))
        .isEqualTo(3);
  }

  @Test
  void aNonBlockingCollectiveHasTheValuesOfItsCompletion() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      for (int rank = 0; rank < 2; rank++) {
        EventWriter events = archive.events(rank);
        archive.call(
            rank, 10, "MPI_Iallreduce", () -> events.write("NonBlockingCollectiveRequest", 11, 5L));
        archive.call(
            rank,
            20,
            "MPI_Wait",
            () -> events.write(
                "NonBlockingCollectiveComplete",
                21,
                (byte) ALLREDUCE,
                SmallArchive.WORLD,
                NO_ROOT,
                80L,
                80L,
                5L));
      }
    }
    assertThat(values(read(), 1))
        .containsExactly("MPI_Iallreduce count=40 request=#1", "MPI_Wait request=#1");
  }

  @Test
  void theCallsOfARanksThreadsComeInTheOrderOfTime() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      archive.location(100, 0, ArchiveDefinitions.Location.CPU_THREAD);
      EventWriter thread = archive.events(100);
      EventWriter main = archive.events(0);
      for (int i = 0; i < 3; i++) {
        long time = 10 + 20 * i;
        int tag = 2 * i;
        archive.call(0, time, "MPI_Send", () -> main.send(time, 1, SmallArchive.WORLD, tag, 1));
        thread.write("OmpFork", time, 4);
        archive.call(
            100,
            time + 10,
            "MPI_Send",
            () -> thread.send(time + 10, 1, SmallArchive.WORLD, tag + 1, 1));
        thread.write("OmpJoin", time + 15);
      }
      archive.call(1, 10, "MPI_Comm_rank");
    }
    Trace trace = read();
    assertThat(trace.header().threads()).isEqualTo(2);
    assertThat(values(trace, 0))
        .containsExactly(
            "MPI_Send destination=1 tag=0 count=1",
            "MPI_Send destination=1 tag=1 count=1",
            "MPI_Send destination=1 tag=2 count=1",
            "MPI_Send destination=1 tag=3 count=1",
            "MPI_Send destination=1 tag=4 count=1",
            "MPI_Send destination=1 tag=5 count=1");
    assertThat(notes(trace))
        .contains("6 events of OpenMP and threads in the threads of the ranks are not kept");
  }

  @Test
  void otherLocationsAreCountedAndNamed() {
    try (SmallArchive archive = new SmallArchive(archive(), 1)) {
      archive.location(50, 0, 2);
      archive.call(0, 10, "MPI_Comm_rank");
      archive.events(50).enter(10, archive.region("kernel"));
      archive.events(50).leave(20, archive.region("kernel"));
    }
    assertThat(notes(read()))
        .contains("1 accelerator stream with 2 events is not kept: location 50");
  }

  @Test
  void startingPersistentRequestsBeginsMessages() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      EventWriter one = archive.events(0);
      archive.call(0, 5, "MPI_Send_init");
      for (int i = 0; i < 2; i++) {
        long time = 10 + 10 * i;
        archive.call(0, time, "MPI_Startall", () -> {
          one.startSend(time, 1, SmallArchive.WORLD, 5, 64, 9);
          one.startReceive(time, 10);
        });
        archive.call(0, time + 5, "MPI_Waitall", () -> {
          one.completeSend(time + 5, 9);
          one.completeReceive(time + 5, 1, SmallArchive.WORLD, 6, 32, 10);
        });
      }
      archive.call(1, 10, "MPI_Comm_rank");
    }
    Trace trace = read();
    assertThat(values(trace, 0))
        .containsExactly(
            "MPI_Other",
            "MPI_Isend destination=1 tag=5 count=64 request=#1",
            "MPI_Irecv source=1 tag=6 count=32 request=#2",
            "MPI_Waitall requests=#1,#2",
            "MPI_Isend destination=1 tag=5 count=64 request=#3",
            "MPI_Irecv source=1 tag=6 count=32 request=#4",
            "MPI_Waitall requests=#3,#4");
    assertThat(notes(trace))
        .anyMatch(note -> note.startsWith("persistent requests were started 2 times"));
  }

  @Test
  void aCancelledReceiveIsOneFromNoProcess() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 1)) {
      EventWriter events = archive.events(0);
      archive.call(0, 10, "MPI_Irecv", () -> events.startReceive(11, 1));
      archive.call(0, 20, "MPI_Wait", () -> events.write("MpiRequestCancelled", 21, 1L));
    }
    assertThat(values(read(), 0))
        .containsExactly("MPI_Irecv source=none tag=0 count=0 request=#1", "MPI_Wait request=#1");
  }

  @Test
  void messagesBetweenTwoGroupsAreThoseOfTheirRanksInTheWorld() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 4)) {
      int comm = archive.interComm(new long[] {0, 1}, new long[] {3, 2});
      archive.call(0, 10, "MPI_Send", () -> archive.events(0).send(11, 0, comm, 1, 8));
      archive.call(3, 10, "MPI_Recv", () -> archive.events(3).receive(11, 0, comm, 1, 8));
      archive.call(1, 10, "MPI_Comm_rank");
      archive.call(2, 10, "MPI_Comm_rank");
    }
    Trace trace = read();
    assertThat(values(trace, 0)).containsExactly("MPI_Send destination=3 tag=1 count=8");
    assertThat(values(trace, 3)).containsExactly("MPI_Recv source=0 tag=1 count=8");
    assertThat(notes(trace))
        .contains("messages on inter-communicators, kept as messages on MPI_COMM_WORLD: 2");
  }

  @Test
  void whatTheMeasurementTookForItselfIsNoComputation() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 1)) {
      archive.call(0, 10, "MPI_Comm_rank");
      archive.events(0).write("BufferFlush", 20, 90L);
      archive.call(0, 100, "MPI_Comm_size");
    }
    assertThat(calls(read(), 0).get(1)).startsWith("1 MPI_Comm_size compute=18.00us inside=2.00us");
  }

  @Test
  void eventsOutsideAnyRegionAreCallsByThemselves() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      EventWriter one = archive.events(0);
      one.enter(5, archive.region("main"));
      one.startReceive(10, 1);
      one.send(20, 1, SmallArchive.WORLD, 3, 40);
      one.completeReceive(30, 1, SmallArchive.WORLD, 4, 50, 1);
      one.endCollective(40, BARRIER, SmallArchive.WORLD, NO_ROOT, 0, 0);
      archive.call(1, 10, "MPI_Comm_rank");
    }
    Trace trace = read();
    assertThat(values(trace, 0))
        .containsExactly(
            "MPI_Irecv source=1 tag=4 count=50 request=#1",
            "MPI_Send destination=1 tag=3 count=40",
            "MPI_Wait request=#1",
            "MPI_Barrier");
    assertThat(calls(trace, 0).get(1)).endsWith("site=MPI_Send at main");
  }

  @Test
  void callsThatWaitTakeNoTimeWhereTheArchiveHasOnlyTheirNames() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 1)) {
      archive.call(0, 10, "MPI_Probe");
      archive.call(0, 20, "MPI_Mprobe");
      archive.call(0, 30, "MPI_Barrier");
      archive.call(0, 40, "MPI_Bcast");
      archive.call(0, 50, "MPI_Request_free");
      archive.call(0, 60, "MPI_Cancel");
      archive.call(0, 70, "MPI_Win_fence");
    }
    assertThat(values(read(), 0))
        .containsExactly(
            "MPI_Probe source=none tag=0",
            "MPI_Mprobe source=none tag=0",
            "MPI_Barrier communicator=1",
            "MPI_Bcast communicator=1 root=0",
            "MPI_Request_free",
            "MPI_Other",
            "MPI_Win_fence");
  }

  @Test
  void aCallThatMakesACommunicatorIsOnTheOneThatTheArchiveNames() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 1)) {
      EventWriter events = archive.events(0);
      archive.call(
          0,
          10,
          "MPI_Comm_dup",
          () -> events.endCollective(11, CREATE_HANDLE, SmallArchive.SELF, NO_ROOT, 0, 0));
      archive.call(0, 20, "MPI_Comm_split");
    }
    assertThat(values(read(), 0))
        .containsExactly("MPI_Comm_dup communicator=1", "MPI_Comm_split communicator=1");
  }

  @Test
  void aCallThatMakesACommunicatorIsOnTheOnlyParentThatTheArchiveHas() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      archive.comm("half", 0);
      archive.comm("other half", 1);
      archive.call(0, 10, "MPI_Comm_split");
      archive.call(1, 10, "MPI_Comm_split");
    }
    assertThat(values(read(), 0)).containsExactly("MPI_Comm_split");
  }

  @Test
  void definitionsMayComeInAnyOrderOfTheirNumbersAndWithoutSelf() throws IOException {
    int later = 90;
    int earlier = 70;
    try (SmallArchive archive = new SmallArchive(archive(), 3, false)) {
      ArchiveWriter writer = archive.writer;
      writer.group(50, "", ArchiveDefinitions.Group.COMM_GROUP, ArchiveDefinitions.Group.MPI, 2, 0);
      writer.define("Comm", later, writer.string("turned"), 50, SmallArchive.WORLD, 0);
      writer.group(40, "", ArchiveDefinitions.Group.COMM_GROUP, ArchiveDefinitions.Group.MPI, 1);
      writer.define("Comm", earlier, writer.string("alone"), 40, SmallArchive.WORLD, 0);
      EventWriter zero = archive.events(0);
      EventWriter one = archive.events(1);
      EventWriter two = archive.events(2);
      archive.call(0, 10, "MPI_Send", () -> zero.send(11, 0, later, 7, 8));
      archive.call(2, 10, "MPI_Recv", () -> two.receive(11, 1, later, 7, 8));
      archive.call(
          1, 10, "MPI_Barrier", () -> one.endCollective(11, BARRIER, earlier, NO_ROOT, 0, 0));
    }
    Trace trace = read();
    assertThat(calls(trace, 0)).singleElement().asString().contains("destination=0 (world 2)");
    assertThat(calls(trace, 2)).singleElement().asString().contains("source=1 (world 0)");
    assertThat(values(trace, 1)).containsExactly("MPI_Barrier communicator=1");
  }

  @Test
  void containersOfSionlibAreRefusedByName() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 1)) {
      archive.call(0, 10, "MPI_Send", () -> {});
    }
    Path anchor = archive().resolve(ArchiveWriter.ANCHOR);
    byte[] bytes = Files.readAllBytes(anchor);
    bytes[28] = 2;
    Files.write(anchor, bytes);
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessage(
            anchor + ": byte 28: found an archive in containers of SIONlib;"
                + " expected a file for each location; run the program with SCOREP_TRACING_USE_SION=false");
  }

  @Test
  void anArchiveWithoutMpiIsRefused() {
    SmallArchive.requireLibrary();
    try (ArchiveWriter writer = new ArchiveWriter(archive(), ArchiveWriter.ANCHOR, "test")) {
      writer.define("ClockProperties", 1000L, 0L, 1000L, -1L);
      writer.define("LocationGroup", 0, writer.string("process"), (byte) 1, -1, -1);
      writer.define("Location", 0L, writer.string("thread"), (byte) 1, 0L, 0);
    }
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(
            "traces.otf2: found an OTF2 archive without MPI, of 1 location in 1 process; expected an archive of an MPI program");
  }

  @Test
  void aReceiveWhoseOutcomeComesFarTooLateIsFromAnySource() throws IOException {
    try (SmallArchive archive = new SmallArchive(archive(), 2)) {
      EventWriter one = archive.events(0);
      int rank = archive.region("MPI_Comm_rank");
      archive.call(0, 10, "MPI_Irecv", () -> one.startReceive(11, 1));
      for (int i = 0; i <= RankCalls.MOST_WAITING; i++) {
        one.enter(20, rank);
        one.leave(20, rank);
      }
      archive.call(
          0, 30, "MPI_Wait", () -> one.completeReceive(31, 1, SmallArchive.WORLD, 4, 50, 1));
      archive.call(1, 10, "MPI_Comm_rank");
    }
    Trace trace = read();
    assertThat(values(trace, 0).getFirst())
        .isEqualTo("MPI_Irecv source=any tag=any count=0 request=#1");
    assertThat(notes(trace))
        .anyMatch(
            note -> note.startsWith("partial: receives that were completed more than 262144"));
  }
}
