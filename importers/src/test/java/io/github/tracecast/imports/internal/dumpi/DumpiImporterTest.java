package io.github.tracecast.imports.internal.dumpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpiImporterTest {
  private static final int WORLD = 2;
  private static final int INT = 9;
  private static final int ANY = -1;
  private static final String[] NO_ARGUMENTS = {};

  @TempDir
  private Path folder;

  private static DumpiBuilder begun() {
    return new DumpiBuilder().call("Init", (Object) NO_ARGUMENTS);
  }

  private Trace read(DumpiBuilder... ranks) throws IOException {
    return Importers.read(DumpiBuilder.run(folder, ranks));
  }

  private Trace exactly(DumpiBuilder rank) throws IOException {
    return Importers.read(
        DumpiBuilder.run(folder, rank),
        CompressOptions.DEFAULT.withCompletions(CompressOptions.Completions.EXACT),
        done -> {});
  }

  private static List<String> expand(Trace trace, int rank) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(rank, 1000, out);
    return out.toString().replaceAll(" inside=[^ ]*", "").lines().toList();
  }

  @Test
  void aCallHasTheTimeSinceTheOneBeforeIt() throws IOException {
    Trace trace = read(
        begun().compute(5).call("Send", 3, INT, 1, 7, WORLD).call("Finalize"),
        begun()
            .compute(9)
            .call("Recv", 4, INT, 0, 7, WORLD, new int[][] {{0, 7}})
            .call("Finalize"));
    assertThat(expand(trace, 0))
        .containsExactly(
            "0 MPI_Init site=MPI_Init",
            "1 MPI_Send compute=5.00us communicator=0 destination=1 (world 1) tag=7 count=3 datatype=MPI_INT bytes=12 site=MPI_Send tag 7",
            "2 MPI_Finalize compute=0.00us site=MPI_Finalize");
    assertThat(expand(trace, 1).get(1))
        .isEqualTo(
            "1 MPI_Recv compute=9.00us communicator=0 source=0 (world 0) tag=7 count=4 datatype=MPI_INT bytes=16 site=MPI_Recv tag 7");
  }

  @Test
  void secondsThatBeginAnewGoOn() throws IOException {
    DumpiBuilder late = begun().compute(65_000_000_000L).call("Barrier", WORLD);
    Trace trace = read(late.compute(1_000_000_000).call("Finalize"));
    assertThat(expand(trace, 0).get(2)).contains("compute=1000000000.00us");
  }

  @Test
  void aWildcardHasWhatALaterStatusSays() throws IOException {
    DumpiBuilder receiver = begun()
        .call("Irecv", 1, INT, ANY, ANY, WORLD, 5)
        .call("Irecv", 1, INT, ANY, 3, WORLD, 6)
        .call("Recv", 1, INT, ANY, 4, WORLD, new int[][] {{2, 4}})
        .call("Waitall", 2, new int[] {6, 5}, new int[][] {{1, 3}, {2, 9}});
    Trace trace = read(
        receiver,
        begun().call("Send", 1, INT, 0, 3, WORLD),
        begun().call("Send", 1, INT, 0, 9, WORLD).call("Send", 1, INT, 0, 4, WORLD));
    List<String> calls = expand(trace, 0);
    assertThat(calls.get(1)).contains("source=any tag=any", "matched_source=2", "matched_tag=9");
    assertThat(calls.get(2)).contains("source=any tag=3", "matched_source=1");
    assertThat(calls.get(3)).contains("source=any tag=4", "matched_source=2");
    assertThat(calls.get(4)).contains("requests=#2,#1");
  }

  @Test
  void aRequestNumberThatIsUsedAgainIsAnotherRequest() throws IOException {
    Trace trace = exactly(begun()
        .call("Isend", 1, INT, 0, 0, WORLD, 4)
        .call("Irecv", 1, INT, 0, 0, WORLD, 5)
        .call("Wait", 4, new int[][] {})
        .call("Test", 5, 0, new int[][] {})
        .call("Test", 5, 1, new int[][] {{0, 0}})
        .call("Isend", 1, INT, ANY, 0, WORLD, 4)
        .call("Wait", 4, new int[][] {})
        .call("Wait", 1, new int[][] {}));
    List<String> calls = expand(trace, 0);
    assertThat(calls.get(3)).contains("MPI_Wait", "request=#1");
    assertThat(calls.get(4)).contains("MPI_Test", "request=#2 outcomes=0");
    assertThat(calls.get(5)).contains("MPI_Test", "request=#2 outcomes=1");
    assertThat(calls.get(6)).contains("destination=none");
    assertThat(calls.get(7)).contains("request=#3");
    assertThat(calls.get(8)).contains("request=none");
  }

  @Test
  void openRequestsThatShareANumberAreCompletedOneByOne() throws IOException {
    Trace trace = exactly(begun()
        .call("Isend", 1, INT, 0, 0, WORLD, 4)
        .call("Isend", 1, INT, 0, 1, WORLD, 4)
        .call("Isend", 1, INT, 0, 2, WORLD, 4)
        .call("Waitsome", 3, new int[] {4, 4, 4}, 1, new int[] {1}, new int[][] {{0, 0}})
        .call("Waitall", 2, new int[] {4, 4}, new int[][] {})
        .call("Isend", 1, INT, 0, 0, WORLD, 4)
        .call("Wait", 4, new int[][] {}));
    List<String> calls = expand(trace, 0);
    assertThat(calls.get(4)).contains("requests=#3,#2,#1 outcomes=1");
    assertThat(calls.get(5)).contains("requests=#3,#1");
    assertThat(calls.get(7)).contains("request=#4");
  }

  @Test
  void completionsKeepWhatTheyCompleted() throws IOException {
    Trace trace = exactly(begun()
        .call("Irecv", 1, INT, 0, 0, WORLD, 4)
        .call("Irecv", 1, INT, 0, 1, WORLD, 5)
        .call("Waitany", 2, new int[] {4, 5}, 1, new int[][] {{0, 1}})
        .call("Testany", 2, new int[] {4, 1}, ANY, 0, new int[][] {})
        .call("Waitsome", 2, new int[] {4, 1}, 1, new int[] {0}, new int[][] {{0, 0}})
        .call("Testall", 0, new int[] {}, 1, new int[][] {}));
    List<String> calls = expand(trace, 0);
    assertThat(calls.get(3)).contains("requests=#1,#2 outcomes=1");
    assertThat(calls.get(4)).contains("requests=#1,none outcomes=nothing");
    assertThat(calls.get(5)).contains("requests=#1,none outcomes=0");
    assertThat(calls.get(6)).contains("requests=nothing outcomes=1");
  }

  @Test
  void successiveWaitsAndPollsAreOneEvent() throws IOException {
    Trace trace = read(begun()
        .call("Irecv", 1, INT, 0, 0, WORLD, 4)
        .call("Irecv", 1, INT, 0, 1, WORLD, 5)
        .call("Irecv", 1, INT, 0, 2, WORLD, 6)
        .call("Waitsome", 3, new int[] {4, 5, 6}, 1, new int[] {1}, new int[][] {{0, 1}})
        .call("Waitsome", 3, new int[] {4, 1, 6}, 1, new int[] {2}, new int[][] {{0, 2}})
        .call("Test", 4, 0, new int[][] {})
        .call("Test", 4, 0, new int[][] {})
        .call("Test", 4, 1, new int[][] {{0, 0}})
        .call("Finalize"));
    List<String> calls = expand(trace, 0);
    assertThat(calls.get(4)).contains("MPI_Waitsome", " calls=2 requests=#1,#2,#3 completions=2");
    assertThat(calls.get(5)).contains("MPI_Test", " calls=3 request=#1 completions=1");
    assertThat(calls).hasSize(7);
  }

  @Test
  void aWaitThatNamesAPersistentRequestKeepsWhichRequestsItCompleted() throws IOException {
    Trace trace = read(begun()
        .call("Recv_init", 1, INT, 0, 0, WORLD, 4)
        .call("Irecv", 1, INT, 0, 1, WORLD, 5)
        .call("Waitsome", 2, new int[] {4, 5}, 1, new int[] {1}, new int[][] {{0, 1}}));
    assertThat(expand(trace, 0).get(3)).contains("requests=#1,#2 outcomes=1");
  }

  @Test
  void persistentRequestsAreStartedAgain() throws IOException {
    Trace trace = read(begun()
        .call("Send_init", 1, INT, 0, 0, WORLD, 4)
        .call("Recv_init", 1, INT, 0, 0, WORLD, 5)
        .call("Startall", 2, new int[] {4, 5})
        .call("Waitall", 2, new int[] {4, 5}, new int[][] {})
        .call("Start", 4)
        .call("Request_free", 4));
    List<String> calls = expand(trace, 0);
    assertThat(calls.get(3)).contains("requests=#1,#2");
    assertThat(calls.get(5)).contains("MPI_Start", "request=#1");
    assertThat(calls.get(6)).contains("MPI_Request_free", "request=#1");
  }

  @Test
  void splitsSortByKeyAndNumbersDifferBetweenRanks() throws IOException {
    Trace trace = read(
        begun().call("Comm_split", WORLD, 0, 2, 4).call("Bcast", 1, INT, 1, 4),
        begun().call("Comm_dup", 3, 4).call("Comm_split", WORLD, 1, 0, 5).call("Barrier", 5),
        begun().call("Comm_split", WORLD, 0, 1, 9).call("Bcast", 1, INT, 1, 9),
        begun().call("Comm_split", WORLD, -32766, 0, 1));
    assertThat(expand(trace, 0).get(2)).contains("root=1 (world 0)");
    assertThat(expand(trace, 2).get(2)).contains("root=1 (world 0)");
    assertThat(expand(trace, 3).get(1)).contains("new_communicator=none", "color=none");
  }

  @Test
  void groupsMakeCommunicators() throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[4];
    for (int rank = 0; rank < 4; rank++) {
      ranks[rank] = begun()
          .call("Comm_group", WORLD, 3)
          .call("Group_range_excl", 3, 1, new int[] {1, 2, 1}, 4)
          .call("Group_incl", 4, 2, new int[] {1, 0}, 5)
          .call("Comm_create", WORLD, 5, rank == 0 || rank == 3 ? 7 : 1);
    }
    ranks[0].call("Send", 1, INT, 0, 0, 7);
    ranks[3].call("Recv", 1, INT, 1, 0, 7, new int[][] {{1, 0}});
    Trace trace = read(ranks);
    assertThat(expand(trace, 0).get(5)).contains("destination=0 (world 3)");
    assertThat(expand(trace, 3).get(5)).contains("source=1 (world 0)");
  }

  @Test
  void groupsOfOneCallMayDiffer() throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[4];
    for (int rank = 0; rank < 4; rank++) {
      ranks[rank] = begun()
          .call("Comm_group", WORLD, 3)
          .call("Group_incl", 3, 2, new int[] {rank / 2 * 2, rank / 2 * 2 + 1}, 4)
          .call("Comm_create", WORLD, 4, 5);
    }
    assertThat(read(ranks).communicators().stream().map(Communicator::name))
        .containsExactly(
            "MPI_COMM_WORLD",
            "MPI_COMM_SELF",
            "MPI_Comm_create 0 of rank 0",
            "MPI_Comm_create 0 of rank 2");
  }

  @Test
  void rowsOfAGridAreCommunicators() throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[6];
    for (int rank = 0; rank < 6; rank++) {
      ranks[rank] = begun()
          .call("Cart_create", WORLD, 2, new int[] {2, 3}, new int[] {-1, 0}, 0, 4)
          .call("Cart_sub", 2, 4, new int[] {0, 1}, 5)
          .call("Bcast", 1, INT, 2, 5);
    }
    Trace trace = read(ranks);
    assertThat(expand(trace, 1).get(1)).contains("dimensions=2,3 periods=1,0");
    assertThat(expand(trace, 1).get(3)).contains("root=2 (world 2)");
    assertThat(expand(trace, 4).get(3)).contains("root=2 (world 5)");
  }

  @Test
  void aRowOfAGridCanBeDuplicated() throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[6];
    for (int rank = 0; rank < 6; rank++) {
      ranks[rank] = begun()
          .call("Cart_create", WORLD, 2, new int[] {2, 3}, new int[] {0, 0}, 0, 4)
          .call("Cart_sub", 2, 4, new int[] {0, 1}, 5)
          .call("Comm_dup", 5, 6)
          .call("Cart_sub", 1, 6, new int[] {0}, 7)
          .call("Bcast", 1, INT, 2, 6);
    }
    Trace trace = read(ranks);
    assertThat(trace.header().notes()).isEmpty();
    assertThat(expand(trace, 4).get(5)).contains("root=2 (world 5)");
  }

  @Test
  void membersThatMakeDifferentCallsMakeNoCommunicator() throws IOException {
    Trace trace = read(
        begun().call("Comm_split", WORLD, 0, 0, 4).call("Barrier", 4),
        begun().call("Comm_dup", WORLD, 4).call("Barrier", 4));
    assertThat(trace.communicators()).hasSize(2);
    assertThat(trace.header().notes())
        .containsExactly(
            "calls on communicators whose members are not known: 2; of the collectives among these calls, only the names are kept");
  }

  @Test
  void aDuplicateOfAnInterCommunicatorHasTheSamePartners() throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[4];
    for (int rank = 0; rank < 4; rank++) {
      ranks[rank] = begun()
          .call("Comm_split", WORLD, rank / 2, 0, 4)
          .call("Intercomm_create", 4, 0, WORLD, rank < 2 ? 2 : 0, 1, 5)
          .call("Comm_dup", 5, 6);
    }
    ranks[1].call("Send", 1, INT, 0, 0, 6);
    ranks[2].call("Recv", 1, INT, 1, 0, 6, new int[][] {{1, 0}});
    Trace trace = read(ranks);
    assertThat(expand(trace, 1).get(4)).contains("destination=2 (world 2)");
    assertThat(expand(trace, 2).get(4)).contains("source=1 (world 1)");
  }

  @Test
  void partnersAcrossAnInterCommunicatorAreWorldRanks() throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[4];
    for (int rank = 0; rank < 4; rank++) {
      ranks[rank] = begun()
          .call("Comm_split", WORLD, rank / 2, 0, 4)
          .call("Intercomm_create", 4, 0, WORLD, rank < 2 ? 2 : 0, 1, 5);
    }
    ranks[1].call("Send", 1, INT, 0, 0, 5);
    ranks[2].call("Recv", 1, INT, 1, 0, 5, new int[][] {{1, 0}});
    for (int rank = 0; rank < 4; rank++) {
      ranks[rank].call("Intercomm_merge", 5, rank < 2 ? 1 : 0, 6).call("Bcast", 1, INT, 0, 6);
    }
    Trace trace = read(ranks);
    assertThat(expand(trace, 1).get(3)).contains("destination=2 (world 2)");
    assertThat(expand(trace, 2).get(3)).contains("source=1 (world 1)");
    assertThat(expand(trace, 0).get(4)).contains("root=0 (world 2)");
  }

  @Test
  void collectivesOnAnInterCommunicatorTakeNoTime() throws IOException {
    DumpiBuilder[] ranks = new DumpiBuilder[2];
    for (int rank = 0; rank < 2; rank++) {
      ranks[rank] = begun()
          .call("Comm_split", WORLD, rank, 0, 4)
          .call("Intercomm_create", 4, 0, WORLD, 1 - rank, 1, 5)
          .call("Barrier", 5)
          .call("Bcast", 1, INT, 0, 5);
    }
    List<String> calls = expand(read(ranks), 1);
    assertThat(calls.get(3)).startsWith("3 MPI_Barrier").contains("communicator=1");
    assertThat(calls.get(4)).startsWith("4 MPI_Bcast").contains("communicator=1 root=0");
  }

  @Test
  void aProbeIsReadWithItsSourceSoThatItWaitsInAReplay() throws IOException {
    Trace trace = read(
        begun()
            .call("Probe", ANY, 7, WORLD, new int[][] {{1, 7}})
            .call("Recv", 1, INT, 1, 7, WORLD, new int[][] {{1, 7}}),
        begun().call("Send", 1, INT, 0, 7, WORLD));
    assertThat(expand(trace, 0).get(1)).contains("MPI_Probe", "source=any tag=7");
  }

  @Test
  void sizesOfDatatypesFollowFromTheCallsThatMakeThem() throws IOException {
    Trace trace = read(begun()
        .call("Type_vector", 3, 2, 5, INT, 40)
        .call("Type_struct", 2, new int[] {1, 2}, new int[] {0, 8}, new int[] {14, 40}, 41)
        .call(
            "Type_create_subarray",
            2,
            new int[] {9, 9},
            new int[] {2, 3},
            new int[] {0, 0},
            1,
            41,
            42)
        .call("Send", 2, 42, 0, 0, WORLD));
    assertThat(expand(trace, 0).get(4)).contains("count=2", "bytes=" + 2 * 6 * (8 + 2 * 24));
  }

  @Test
  void everyCallOfTheFormatIsRead() throws IOException {
    DumpiBuilder all = begun();
    int[] two = {1, 2};
    for (int function = 0; function < DumpiCalls.count(); function++) {
      DumpiCalls call = DumpiCalls.of(function);
      String layout = new String(call.layout, java.nio.charset.StandardCharsets.US_ASCII);
      if (!layout.contains("!") && call.call != io.github.tracecast.trace.MpiCall.START) {
        Object[] fields = layout
            .replaceAll("[\\[\\]]", "")
            .chars()
            .mapToObj(kind -> switch (kind) {
              case 'I', 'Q', 'X', 'Y', 'T', 'H', 'B', 'J' -> (Object) two;
              case 's' -> "text";
              case 'v', '2' -> new String[] {"a", "bc"};
              case 'S' -> new int[][] {{0, 0}};
              case 'c' -> WORLD;
              case 't' -> INT;
              default -> 0;
            })
            .toArray();
        all.call(call.name.substring(4), fields);
      }
    }
    Path meta = DumpiBuilder.run(folder, all);
    int read = 0;
    try (CallReader records =
        new CallReader(new DumpiFile(meta.resolveSibling("run-0000.bin"), "run"))) {
      while (records.next()) {
        read++;
      }
    }
    assertThat(read).isEqualTo(1 + DumpiCalls.count() - 10);
  }

  @Test
  void anArchiveAndGzippedFilesAreTheRunToo() throws Exception {
    Path meta =
        DumpiBuilder.run(folder, begun().call("Barrier", WORLD), begun().call("Barrier", WORLD));
    String plain = expand(Importers.read(meta), 1).toString();
    Path zipped = Files.createDirectory(folder.resolve("zipped"));
    Files.copy(meta, zipped.resolve("run.meta"));
    for (String name : List.of("run-0000.bin", "run-0001.bin")) {
      try (OutputStream out =
          new GZIPOutputStream(Files.newOutputStream(zipped.resolve(name + ".gz")))) {
        Files.copy(folder.resolve(name), out);
      }
    }
    assertThat(expand(Importers.read(zipped), 1)).hasToString(plain);
    assertThat(expand(Importers.read(tar("run.meta", "run-0000.bin", "run-0001.bin")), 1))
        .hasToString(plain);
    assertThat(expand(Importers.read(tar("zipped")), 1)).hasToString(plain);
    assertThat(expand(Importers.read(folder.resolve("run-0001.bin")), 1)).hasToString(plain);
  }

  private Path tar(String... files) throws Exception {
    Path archive = folder.resolve("run.tar.gz");
    List<String> command =
        new ArrayList<>(List.of("tar", "czf", archive.toString(), "-C", folder.toString()));
    command.addAll(List.of(files));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return archive;
  }

  @Test
  void anArchiveOfTwoRunsIsRefusedByTheNameThatTheUserGave() throws Exception {
    DumpiBuilder.run(folder, begun().call("Barrier", WORLD));
    Files.copy(folder.resolve("run-0000.bin"), folder.resolve("other-0000.bin"));
    Path archive = tar("run-0000.bin", "other-0000.bin");
    assertThatThrownBy(() -> Importers.read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            archive
                + ": found the files of 2 runs; expected the files of one run; name one of these .meta files: other, run");
  }

  @Test
  void complaintsAboutAPackedFileNameTheArchive() throws Exception {
    DumpiBuilder.run(folder, begun().call("Barrier", WORLD));
    byte[] bytes = Files.readAllBytes(folder.resolve("run-0000.bin"));
    Files.write(folder.resolve("run-0000.bin"), Arrays.copyOf(bytes, bytes.length - 1));
    Path archive = tar("run-0000.bin");
    assertThatThrownBy(() -> Importers.read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(archive + ":run-0000.bin: found no index at the end of the file");
  }

  @Test
  void aFileAloneIsReadAndCannotBeReplayed() throws IOException {
    Path meta = DumpiBuilder.run(
        folder, begun().call("Barrier", WORLD), begun().call("Send", 1, INT, 3, 0, WORLD));
    Files.writeString(meta, "numprocs=8\nfileprefix=run\n");
    Files.delete(folder.resolve("run-0000.bin"));
    Trace trace = Importers.read(folder.resolve("run-0001.bin"));
    assertThat(trace.header().ranks()).isEqualTo(8);
    assertThat(trace.header().notReplayable())
        .hasValue(
            "cannot be replayed: only 1 of the run's 8 ranks has a file in the same folder for each rank");
    Files.delete(meta);
    assertThat(Importers.read(folder.resolve("run-0001.bin")).header().ranks()).isEqualTo(4);
  }

  @Test
  void missingCallsAreNamedAndWhetherTheRestIsComplete() throws IOException {
    Trace complete = read(
        begun().ignore("Allreduce", 3).call("Send", 1, INT, 1, 0, WORLD),
        begun().ignore("Allreduce", 3).call("Recv", 1, INT, ANY, 0, WORLD, new int[][] {{0, 0}}));
    assertThat(complete.header().notReplayable()).isEmpty();
    assertThat(complete.header().notes().toString())
        .contains("can be replayed", "6 calls of 2 ranks were not recorded: 6 MPI_Allreduce");
    Trace torn = read(
        begun().ignore("Send", 1), begun().call("Recv", 1, INT, 0, 0, WORLD, new int[][] {{0, 0}}));
    assertThat(torn.header().notReplayable().orElseThrow())
        .contains("1 recorded receive has no recorded send");
  }

  @Test
  void damagedFilesAreRefusedWithTheirOffset() throws IOException {
    Path meta = DumpiBuilder.run(folder, begun().call("Waitall", 1, new int[] {1}, new int[][] {}));
    Path file = folder.resolve("run-0000.bin");
    byte[] good = Files.readAllBytes(file);
    refused(meta, file, Arrays.copyOf(good, good.length - 100), "no index at the end of the file");
    byte[] wrong = good.clone();
    wrong[16] = 0x7f;
    refused(
        meta, file, wrong, "offset 16: found function 32636; expected 0 to 289, or 293 at the end");
    byte[] longList = good.clone();
    longList[good.length - 64 + 5 * 8 + 3] = 1; // the body begins beyond the file
    refused(meta, file, longList, "in the index; expected offsets within the file");
  }

  private static void refused(Path meta, Path file, byte[] bytes, String message)
      throws IOException {
    Files.write(file, bytes);
    assertThatThrownBy(() -> Importers.read(meta))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(message);
  }
}
