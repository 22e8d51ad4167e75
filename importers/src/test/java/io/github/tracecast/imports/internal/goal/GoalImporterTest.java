package io.github.tracecast.imports.internal.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.imports.SharedTraces;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoalImporterTest {
  @TempDir
  private Path folder;

  private Trace read(String... lines) throws IOException {
    return Importers.read(
        Files.writeString(folder.resolve("s.goal"), String.join("\n", lines) + "\n"));
  }

  private static List<String> expand(Trace trace, int rank) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(rank, 1000, out);
    return out.toString().lines().map(line -> line.replaceAll(" site=.*", "")).toList();
  }

  @Test
  void aChainBecomesBlockingCalls() throws IOException {
    Trace trace = read(
        "// two ranks",
        "num_ranks 2",
        "rank 0 { a: calc 1500 cpu 0",
        "b: send 10b to 1 tag 3",
        "b requires a /* the send",
        "after it */",
        "c: recv 20 b from 1 nic 0",
        "c requires b }",
        "rank 1 {",
        "l1: recv 10b from -1 tag -1",
        "l2: send 20b to 0",
        "l2 requires l1",
        "}");
    assertThat(expand(trace, 0))
        .containsExactly(
            "0 MPI_Send compute=1.50us communicator=0 destination=1 (world 1) tag=3 count=10 datatype=MPI_BYTE bytes=10",
            "1 MPI_Recv compute=0.00us communicator=0 source=1 (world 1) tag=0 count=20 datatype=MPI_BYTE bytes=20",
            "2 MPI_Finalize compute=0.00us");
    assertThat(expand(trace, 1).getFirst()).contains("source=any tag=any");
  }

  @Test
  void commentsMayHaveAnyLetter() throws IOException {
    assertThat(read("// für zwei Ränge", "num_ranks 1 /* é */", "rank 0 { l1: calc 1500 }"))
        .isEqualTo(read("// for two ranks", "num_ranks 1 /* e */", "rank 0 { l1: calc 1500 }"));
  }

  @Test
  void aWordWithALetterOutsideAsciiIsRefusedWhole() {
    assertThatThrownBy(() -> read("num_ranks 1", "rank 0 { lü: calc 1500 }"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("s.goal:2: found \"lü\"");
  }

  @Test
  void whatIsNotWaitedForAtOnceMakesARequest() throws IOException {
    Trace trace = read(
        "num_ranks 2",
        "rank 0 {",
        "r: recv 8b from 1",
        "s: send 8b to 1",
        "c: calc 100",
        "c irequires s",
        "d: calc 200",
        "d requires r",
        "d requires s",
        "d requires c",
        "}",
        "rank 1 {",
        "r: recv 8b from 0",
        "s: send 8b to 0",
        "}");
    assertThat(expand(trace, 0))
        .containsExactly(
            "0 MPI_Irecv compute=0.00us communicator=0 source=1 (world 1) tag=0 count=8 datatype=MPI_BYTE bytes=8 request=#1",
            "1 MPI_Isend compute=0.00us communicator=0 destination=1 (world 1) tag=0 count=8 datatype=MPI_BYTE bytes=8 request=#2",
            "2 MPI_Waitall compute=0.10us requests=#1,#2",
            "3 MPI_Finalize compute=0.20us");
    assertThat(expand(trace, 1)).hasSize(4);
  }

  @Test
  void whatOneProcessCannotOrderIsRefusedWhereItStands() {
    refused(
        "s.goal:7: found an operation that waits for another message than the operation at 5; expected a fixed order",
        "num_ranks 2",
        "rank 0 {",
        "a: recv 1b from 1 tag 1",
        "b: recv 1b from 1 tag 2",
        "c: calc 10",
        "c requires a",
        "d: calc 10",
        "d requires b",
        "}");
    refused(
        "s.goal:4: found a calculation on processor 1 that may run in parallel with the calculation at 3 on processor 0",
        "num_ranks 1",
        "rank 0 {",
        "a: calc 10",
        "b: calc 10 cpu 1",
        "}");
    refused(
        "s.goal:3: found an operation that depends on itself",
        "num_ranks 1",
        "rank 0 {",
        "a: calc 10",
        "b: calc 10",
        "a requires b",
        "b requires a",
        "}");
  }

  @Test
  void processorsThatTakeTurnsAreOneProcess() throws IOException {
    Trace trace = read(
        "num_ranks 1", "rank 0 {", "a: calc 10 cpu 0", "b: calc 10 cpu 1", "b requires a", "}");
    assertThat(expand(trace, 0)).containsExactly("0 MPI_Finalize compute=0.02us");
  }

  @Test
  void mistakesAreNamedWithTheirLine() {
    refused("s.goal:1: found \"x0\"; expected the number of ranks", "num_ranks x0");
    refused(
        "s.goal:2: found \"2\"; expected a rank, a number from 0 to 1",
        "num_ranks 2",
        "rank 2 {",
        "}");
    refused(
        "s.goal:3: found label b, which no operation has",
        "num_ranks 1",
        "rank 0 {",
        "a: calc 1 a requires b }");
    refused("without rank 1; expected all ranks from 0 to 1", "num_ranks 2", "rank 0 {}");
    refused("s.goal:3: found the end of the file in a comment", "num_ranks 1", "rank 0 {", "/* }");
    refused(
        "s.goal:2: found \"9\"; expected a rank, a number from 0 to 0",
        "num_ranks 1",
        "rank 0 { send 1b to 9 }");
  }

  private void refused(String message, String... lines) {
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(message);
  }

  /** A schedule of two ranks: one calculates and sends, the other calculates and receives. */
  static byte[] binary() {
    ByteBuffer out = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(GoalBinary.MAGIC).putInt(2).put((byte) 0).put((byte) 0);
    int jumps = out.position();
    out.position(jumps + 32);
    for (int rank = 0; rank < 2; rank++) {
      out.putLong(jumps + 16 * rank, out.position() - 8);
      boolean sends = rank == 0;
      out.putInt(2).putInt(1).putInt(0);
      operation(out, 0, 3, 0, 1500, 0, 1, 0);
      operation(out, 1, sends ? 1 : 2, 1 - rank, 10, 3, 0, 1);
      out.putInt(1);
      out.putLong(jumps + 16 * rank + 8, out.position() - 8);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  @Test
  void aCutBinaryFileIsRefusedWithItsOffset() throws IOException {
    byte[] bytes = binary();
    Path file = Files.write(folder.resolve("cut.bin"), Arrays.copyOf(bytes, bytes.length - 2));
    assertThatThrownBy(() -> Importers.read(file))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            file + ": offset " + (bytes.length - 4)
                + ": found the end of the data; expected 4 bytes more; the file is incomplete or damaged");
  }

  @Test
  void theBinaryFormIsTheSameSchedule() throws IOException {
    byte[] bytes = binary();
    Path file = Files.write(folder.resolve("s.bin"), bytes);
    assertThat(expand(Importers.read(file), 0))
        .containsExactly(
            "0 MPI_Send compute=1.50us communicator=0 destination=1 (world 1) tag=3 count=10 datatype=MPI_BYTE bytes=10",
            "1 MPI_Finalize compute=0.00us");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(GoalBinary.USED_UP);
    Files.write(file, bytes);
    assertThatThrownBy(() -> Importers.read(file))
        .hasMessageContaining("offset 0: found a schedule that a simulation has modified");
  }

  private static void operation(
      ByteBuffer out, int waitsFor, int kind, int peer, long size, int tag, int after, int first) {
    out.putInt(waitsFor).put((byte) kind).putInt(peer).putLong(size).putInt(tag);
    out.put((byte) 0).put((byte) 0);
    out.putInt(after).putInt(first).putInt(0).putInt(first + after);
  }

  @Test
  void aRealScheduleHasItsMessages() {
    Trace trace =
        Importers.read(SharedTraces.folder().resolve("goal/loggopsim/binary_tree_32.goal"));
    EventCounts counts = EventCounts.of(Programs.of(trace));
    assertThat(trace.header().ranks()).isEqualTo(32);
    assertThat(counts.messages()).isEqualTo(31);
    assertThat(counts.receives()).isEqualTo(31);
    assertThat(counts.bytesSent()).isEqualTo(31);
  }
}
