package io.github.tracecast.imports.internal.tit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TitImporterTest {
  @TempDir
  private Path folder;

  private Path file(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  private static Trace read(Path... paths) {
    return TitImporter.read(List.of(paths), CompressOptions.DEFAULT, lines -> {});
  }

  private static List<String> expand(Trace trace, int rank) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(rank, 1000, out);
    return out.toString().lines().toList();
  }

  @Test
  void theOldNamesOfProcessesAreReadAndAReceiveMayLackItsSize() throws IOException {
    Path merged = file(
        "merged",
        "p0 init",
        "p1 init",
        "p0 comm_size 2",
        "p1 comm_size 2",
        "p0 compute 1e6",
        "p0 Isend p1 1e5",
        "p0 wait",
        "p1 recv p0",
        "p0 recv p1 1e5",
        "p1 send p0 1e5",
        "p0 allReduce 1e3 5e5",
        "p1 allReduce 1e3 5e5",
        "p0 finalize",
        "p1 finalize");
    assertThat(expand(Importers.read(merged), 1).stream()
            .map(line -> line.replaceFirst(" site=.*", "")))
        .containsExactly(
            "0 MPI_Init compute=0 instructions",
            "1 MPI_Recv compute=0 instructions communicator=0 source=0 (world 0) tag=0 datatype=MPI_BYTE bytes=0",
            "2 MPI_Send compute=0 instructions communicator=0 destination=0 (world 0) tag=0 count=100000 datatype=MPI_BYTE bytes=100000",
            "3 MPI_Allreduce compute=0 instructions communicator=0 count=1000 datatype=MPI_BYTE bytes=1000",
            "4 MPI_Finalize compute=500000 instructions");
  }

  @ParameterizedTest
  @CsvSource({"allreduce 1000 0,allreduce", "barrier,barrier", "bcast 8 0,bcast"})
  void aCollectiveAfterASplitIsRefusedAtItsLine(String collective, String action)
      throws IOException {
    Path merged = file(
        "merged",
        "0 init",
        "0 comm_dup",
        "0 barrier",
        "0 comm_split",
        "0 comm_split",
        "0 " + collective,
        "0 finalize");
    assertThatThrownBy(() -> read(merged))
        .hasMessage(
            merged + ":6: found " + action + " after the comm_split of " + merged
                + ":4; expected only collectives on MPI_COMM_WORLD, because the format does not name the ranks that take part; record the run in another format, such as OTF2");
  }

  @Test
  void aSplitAloneChangesNothing() throws IOException {
    Path merged =
        file("merged", "0 init", "0 barrier", "0 comm_split", "0 compute 5", "0 finalize");
    assertThat(expand(read(merged), 0)).hasSize(3);
  }

  @Test
  void anActionBecomesAnEventWithTheFlopsBeforeIt() throws IOException {
    Path merged = file(
        "merged",
        "# a comment",
        "0 init 1",
        "1 init 1",
        "0 isend 1 42 1000 6",
        "1 irecv -555 42 1e3 6",
        "0 compute 1e9",
        "0 compute 500",
        "",
        "0 wait 0 1 42",
        "1 waitall 1",
        "0 allreduce 4 5e8 1",
        "1 allreduce 4 5e8 1",
        "0 finalize",
        "1 finalize");
    Trace trace = Importers.read(merged);
    assertThat(expand(trace, 0))
        .containsExactly(
            "0 MPI_Init compute=0 instructions site=init",
            "1 MPI_Isend compute=0 instructions communicator=0 destination=1 (world 1) tag=42 count=1000 datatype=MPI_BYTE bytes=1000 request=#1 site=isend tag 42",
            "2 MPI_Wait compute=1000000500 instructions request=#1 site=wait tag 42",
            "3 MPI_Allreduce compute=0 instructions communicator=0 count=4 datatype=MPI_INT bytes=16 site=allreduce",
            "4 MPI_Finalize compute=500000000 instructions site=finalize");
    assertThat(expand(trace, 1))
        .contains(
            "1 MPI_Irecv compute=0 instructions communicator=0 source=any tag=42 count=1000 datatype=MPI_BYTE bytes=1000 request=#1 site=irecv tag 42",
            "2 MPI_Waitall compute=0 instructions requests=#1 site=waitall");
  }

  @Test
  void filesOfOneRankCanBeListedGivenOrInAFolder() throws IOException {
    Path one = file("b.txt", "1 init", "1 barrier", "1 finalize");
    Path zero = file("a.txt", "0 init", "0 barrier", "0 finalize");
    Path index = file("index", "a.txt", "b.txt");
    for (Trace trace : List.of(read(one, zero), read(index), Importers.read(folder))) {
      assertThat(trace.header().ranks()).isEqualTo(2);
      assertThat(trace.events()).hasSize(3);
    }
  }

  @Test
  void vectorsTakeAsManySizesAsThereAreRanks() throws IOException {
    Path merged = file(
        "merged",
        "0 alltoallv 100 1 40 1000 1 80",
        "1 alltoallv 1000 80 1 1000 40 1 0 1",
        "0 reducescatter 5 6 7e3 0",
        "1 reducescatter 5 6 7e3 0",
        "0 scatterv 3 4 3 1 0",
        "1 scatterv 3 4 4 1 0");
    assertThat(expand(read(merged), 1))
        .containsExactly(
            "0 MPI_Alltoallv compute=0 instructions communicator=0 datatype=MPI_DOUBLE receive_datatype=MPI_INT counts=80,1 receive_counts=40,1 bytes=648 receive_bytes=164 site=alltoallv",
            "1 MPI_Reduce_scatter compute=0 instructions communicator=0 datatype=MPI_DOUBLE counts=5,6 bytes=88 site=reducescatter",
            "2 MPI_Scatterv compute=7000 instructions communicator=0 datatype=MPI_DOUBLE receive_count=4 receive_datatype=MPI_BYTE counts=3,4 root=1 (world 1) bytes=56 receive_bytes=4 site=scatterv");
  }

  @Test
  void badInputIsRefusedWithFileAndLine() throws IOException {
    refuses("FILE:2: found \"x\"; expected a tag, a whole number", "0 init", "0 send 0 x 5");
    refuses(
        "FILE:2: found the end of the line; expected send with rank, tag and size",
        "0 send 0 1 5 6",
        "0 send 0 1");
    refuses(
        "FILE:2: found the end of the line; expected wait with source, destination and tag",
        "0 isend 0 1 5 6",
        "0 wait");
    refuses(
        "FILE:1: found wait without a request; expected wait without arguments, after an isend or irecv, because messages of this run have no tags (format before SimGrid 3.20)",
        "0 wait");
    refuses(
        "FILE:3: found wait with arguments; expected wait without arguments, after an isend or irecv, because messages of this run have no tags (format before SimGrid 3.20)",
        "0 isend 0 1e3",
        "0 wait",
        "0 wait 0 0 1");
    refuses("FILE:2: found rank 7; expected 0 to 0", "0 init", "0 send 7 1 5");
    refuses(
        "FILE:1: found datatype 99; expected one of SimGrid's datatypes, 0 to 59",
        "0 send 0 1 5 99");
    refuses(
        "FILE:3: found wait for a message from 0 to 0 with tag 2; expected a request that an earlier isend or irecv started and no wait has completed",
        "0 init",
        "0 isend 0 1 5",
        "0 wait 0 0 2");
    refuses(
        "FILE:3: found action \"broadcats\"; expected an action of SimGrid's time-independent traces, such as send or allreduce",
        "0 init",
        "",
        "0 broadcats 5");
    refuses(
        "FILE: found no actions of rank 1; expected actions of ranks 0 to 2", "0 init", "2 init");
    refuses(
        "FILE:2: found MPI_Barrier as collective 0 of rank 1; expected MPI_Bcast, as on other ranks; all ranks must have the same value",
        "0 bcast 5",
        "1 barrier");
    refuses(
        "FILE: found 0 collectives of rank 1; expected 1, as rank 0 has; all ranks must have the same value, or the file is incomplete",
        "0 barrier",
        "1 init");
    refuses(
        "FILE:4: found root 1 of MPI_Bcast, collective 1 of rank 1; expected root 0, as on other ranks; all ranks must have the same value",
        "0 barrier",
        "0 bcast 5",
        "1 barrier",
        "1 bcast 5 1");
    refuses("FILE:2: found -3 elements; expected at least 0", "0 init", "0 bcast -3");
    refuses("FILE:2: found a rank only; expected a rank and an action", "0 init", "0");
  }

  private void refuses(String message, String... lines) throws IOException {
    Path file = file("bad", lines);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceException.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  /** Derived datatypes have no name in these traces, so that honest ones have such sizes: each rank is replayed with its own. */
  @Test
  void sizesOfCollectivesThatMpiWantsEqualAreWarnedOf() throws IOException {
    warns(
        "collective calls whose size differs between ranks: 2; the first is FILE:5: 12 B of MPI_Bcast where other ranks have 8 B; each rank keeps its own size",
        "0 bcast 1 0 0",
        "1 bcast 2 0 1",
        "0 allreduce 5 0 0",
        "1 allreduce 5 0 0",
        "2 bcast 3 0 1",
        "2 allreduce 5 0 1");
    warns(
        "collective calls whose size differs between ranks: 1; the first is FILE:2: 12 B of MPI_Reduce_scatter where other ranks have 11 B; each rank keeps its own size",
        "0 reducescatter 5 6 0 6",
        "1 reducescatter 5 7 0 6");
    warns(
        "collective calls whose size differs between ranks: 1; the first is FILE:2: 9 B of MPI_Scatter where other ranks have 10 B; each rank keeps its own size",
        "0 scatter 10 10 0 6 6",
        "1 scatter 10 9 0 6 6");
    warns(
        "collective calls whose size differs between ranks: 1; the first is FILE:2: 9 B of MPI_Alltoall where other ranks have 10 B; each rank keeps its own size",
        "0 alltoall 10 10 6 6",
        "1 alltoall 10 9 6 6");
  }

  @Test
  void sizesOfCollectivesThatMpiLetsDifferAreNotWarnedOf() throws IOException {
    warns(
        null,
        "0 gather 5 20 1 6 6",
        "1 gather 0 5 1 6 6",
        "0 scatter 5 0 0 6 6",
        "1 scatter 7 5 0 6 6",
        "0 bcast 2 1 0",
        "1 bcast 4 1 1",
        "0 alltoallv 9 1 2 9 3 4",
        "1 alltoallv 9 5 6 9 7 8",
        "0 gatherv 5 5 6 0 6 6",
        "1 gatherv 6 5 6 0 6 6",
        "0 scatterv 5 6 5 0 6 6",
        "1 scatterv 5 6 6 0 6 6",
        "0 allgatherv 5 5 6 6 6",
        "1 allgatherv 6 5 6 6 6");
  }

  /** SimGrid's own traces leave out a received size of 0, so the following words move one place forward. */
  @Test
  void aReceivedSizeThatWasLeftOutIsZero() throws IOException {
    Path merged = file(
        "merged",
        "0 gather 5 1 6 6",
        "1 gather 5 5 1 6 6",
        "0 scatter 0 7 1 6 6",
        "1 scatter 7 1 6 6");
    Trace trace = read(merged);
    assertThat(expand(trace, 0))
        .containsExactly(
            "0 MPI_Gather compute=0 instructions communicator=0 count=5 datatype=MPI_BYTE receive_count=0 receive_datatype=MPI_BYTE root=1 (world 1) bytes=5 receive_bytes=0 site=gather",
            "1 MPI_Scatter compute=0 instructions communicator=0 count=0 datatype=MPI_BYTE receive_count=7 receive_datatype=MPI_BYTE root=1 (world 1) bytes=0 receive_bytes=7 site=scatter");
    assertThat(expand(trace, 1).getLast())
        .contains("count=7 datatype=MPI_BYTE receive_count=0 receive_datatype=MPI_BYTE root=1");
    warns(
        null, "0 gather 5 1 6 6", "1 gather 5 5 1 6 6", "0 scatter 0 7 1 6 6", "1 scatter 7 1 6 6");
  }

  private void warns(String note, String... lines) throws IOException {
    Path file = file("unequal", lines);
    List<String> notes = read(file).header().notes().stream()
        .filter(text -> !text.contains("no finalize"))
        .toList();
    assertThat(notes)
        .isEqualTo(note == null ? List.of() : List.of(note.replace("FILE", file.toString())));
  }

  @Test
  void missingFilesAndFilesGivenTwiceAreRefused() throws IOException {
    Path one = file("one", "0 init");
    Path again = file("again", "0 init");
    Path index = file("index", "one", "two.txt");
    assertThatThrownBy(() -> read(one, again))
        .hasMessage(again
            + ": found rank 0 again; expected each rank in only one file; this rank is also in "
            + one);
    assertThatThrownBy(() -> read(index))
        .hasMessage(
            index
                + ": found no actions; expected a time-independent trace of SimGrid, an index, or an archive of them");
    Path proper = file("proper.txt", "one.txt", "two.txt");
    assertThatThrownBy(() -> read(proper)).hasMessage(folder.resolve("one.txt") + ": no such file");
  }

  @Test
  void runsOfOldSimGridHaveNoTagsAndWaitForTheRequestMadeLast() throws IOException {
    Path old = file(
        "old",
        "0 init",
        "1 init",
        "0 Isend 1 1e6",
        "0 Irecv 1 5 1",
        "1 send 0 5 1",
        "1 recv 0 1e6",
        "0 wait",
        "0 wait",
        "0 allReduce 4 5e8",
        "1 allReduce 4 5e8");
    assertThat(expand(read(old), 0))
        .containsExactly(
            "0 MPI_Init compute=0 instructions site=init",
            "1 MPI_Isend compute=0 instructions communicator=0 destination=1 (world 1) tag=0 count=1000000 datatype=MPI_BYTE bytes=1000000 request=#1 site=isend tag 0",
            "2 MPI_Irecv compute=0 instructions communicator=0 source=1 (world 1) tag=0 count=5 datatype=MPI_INT bytes=20 request=#2 site=irecv tag 0",
            "3 MPI_Wait compute=0 instructions request=#2 site=wait tag 0",
            "4 MPI_Wait compute=0 instructions request=#1 site=wait tag 0",
            "5 MPI_Allreduce compute=0 instructions communicator=0 count=4 datatype=MPI_BYTE bytes=4 site=allreduce");
  }

  @Test
  void theDialectShowsWhereverItsFirstUnmistakableActionIs() throws IOException {
    Path zero = file("zero.txt", "0 init", "0 send 1 5 1", "0 barrier");
    Path one = file("one.txt", "1 init", "1 irecv 0 5 1", "1 barrier", "1 wait");
    assertThat(expand(read(zero, one), 0))
        .element(1)
        .asString()
        .contains("tag=0 count=5 datatype=MPI_INT");
    Path later = file("one.txt", "1 init", "1 irecv 0 5 1", "1 barrier", "1 wait 0 1 5");
    assertThat(expand(read(zero, later), 0))
        .element(1)
        .asString()
        .contains("tag=5 count=1 datatype=MPI_BYTE");
  }

  @Test
  void marksAndLineEndsOfWindowsDoNotMatter() throws IOException {
    Path plain = file("plain", "0 init", "0 bcast 5", "0 finalize");
    Path windows =
        Files.writeString(folder.resolve("windows"), "\uFEFF0 init\r\n0 bcast 5\r\n0 finalize\r\n");
    assertThat(expand(Importers.read(windows), 0)).isEqualTo(expand(read(plain), 0));
    assertThat(expand(read(windows), 0)).isEqualTo(expand(read(plain), 0));
  }

  @Test
  void whatTheCompressorRefusesIsPlacedToo() throws IOException {
    Path file = file("ring", "0 isend 0 1 5", "0 isend 0 2 5", "0 isend 0 3 5", "0 wait 0 0 1");
    assertThatThrownBy(() -> TitImporter.read(
            List.of(file), CompressOptions.DEFAULT.withRequestRing(2), lines -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            file
                + ":4: rank 0: event 3 (MPI_Wait): found a request made 3 requests ago; expected at most 2 requests ago; use a larger request ring");
  }

  @Test
  void aCutArchiveIsRefused() throws IOException {
    Path archive = Files.write(folder.resolve("cut.tar"), tarHeader("00000001000", '0'));
    assertThatThrownBy(() -> read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessage(archive
            + ": found damaged compressed data; expected a complete file. Copy the file again");
  }

  private static byte[] tarHeader(String size, char type) {
    byte[] header = new byte[512];
    System.arraycopy("a.txt".getBytes(StandardCharsets.US_ASCII), 0, header, 0, 5);
    System.arraycopy(size.getBytes(StandardCharsets.US_ASCII), 0, header, 124, 11);
    header[156] = (byte) type;
    System.arraycopy("ustar".getBytes(StandardCharsets.US_ASCII), 0, header, 257, 5);
    return header;
  }

  @Test
  void anArchiveEntryOfNegativeSizeIsRefused() throws IOException {
    for (char type : new char[] {'0', 'L', 'x', '5'}) {
      Path archive = Files.write(folder.resolve("negative.tar"), tarHeader("-0000001000", type));
      assertThatThrownBy(() -> read(archive))
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("found a size that is not an octal number in the archive");
    }
  }

  @Test
  void archivesNestedDeeplyAreRefused() throws IOException {
    byte[] inner = new byte[0];
    for (int depth = 0; depth < 3000; depth++) {
      String size = String.format("%011o", inner.length);
      ByteArrayOutputStream archive = new ByteArrayOutputStream();
      archive.write(tarHeader(size, '0'));
      archive.write(inner);
      inner = archive.toByteArray();
    }
    Path archive = Files.write(folder.resolve("deep.tar"), inner);
    assertThatThrownBy(() -> read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            archive
                + ": found archives nested more than 4 deep; expected an archive of trace files. Unpack the archive first");
  }

  @Test
  void aCutTraceIsSaidToBeOne() throws IOException {
    assertThat(read(file("cut", "0 init", "0 compute 5")).header().notes())
        .containsExactly("1 of 1 ranks has no finalize; the trace may be incomplete");
  }
}
