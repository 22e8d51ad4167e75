package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs written by hand: what the recorder means by its bytes, and what damage is told as. */
class LogsTest {
  private static final int HEAD = 1 << 16;

  @TempDir
  Path folder;

  /** One rank: MPI_Init, a receive from any source that is matched by its wait, MPI_Finalize. */
  private static byte[] log(int committedLess) {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    records.writeBytes(new byte[] {9, 4});
    for (String call : new String[] {"MPI_Init", "MPI_Irecv", "MPI_Wait", "MPI_Finalize"}) {
      text(records, call);
    }
    records.writeBytes(new byte[] {10, 6});
    for (String name :
        new String[] {"communicator", "source", "tag", "count", "datatype", "request"}) {
      text(records, name);
    }
    records.write(3);
    text(records, "/no/such/module");
    records.writeBytes(new byte[] {2, 1, 1, 42, 4});
    text(records, "MPI_INT");
    records.write(5); // 4 bytes, and one for unknown sizes
    records.writeBytes(new byte[] {1, 0, 0, 0, 100, 0}); // MPI_Init, 100 ns inside
    // MPI_Irecv after 5 ns, in 7 ns: world, any source, tag 3, 2 elements
    records.writeBytes(new byte[] {1, 1, 0, 5, 7, 1, 2, 2, 0, 3, 8, 4, 6, 5, 2, 0});
    records.writeBytes(new byte[] {6, 1, 0, 3}); // request 1 came from rank 0 with tag 3
    records.writeBytes(new byte[] {1, 2, 0, 1, 9, 6, 4, 0}); // MPI_Wait for request 1
    records.writeBytes(new byte[] {1, 3, 0, 1, 9, 0});
    ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.put("TRCREC01".getBytes(StandardCharsets.US_ASCII))
        .putLong(records.size() - committedLess)
        .putInt(0)
        .putInt(1)
        .putInt(committedLess == 0 ? 1 : 0);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(head.array());
    file.writeBytes(records.toByteArray());
    return file.toByteArray();
  }

  private static void text(ByteArrayOutputStream to, String text) {
    to.write(text.length());
    to.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private Trace read(byte[] log) throws IOException {
    Files.write(folder.resolve("rank.0.log"), log);
    return Recordings.compress(folder, CompressOptions.DEFAULT, events -> {});
  }

  @Test
  void aMatchThatComesAfterItsReceiveIsTheReceives() throws IOException {
    Trace trace = read(log(0));

    assertThat(trace.header().notes()).isEmpty();
    assertThat(trace.events())
        .extracting(event -> event.call())
        .containsExactly(MpiCall.INIT, MpiCall.IRECV, MpiCall.WAIT, MpiCall.FINALIZE);
    assertThat(trace.events().get(1).parameters())
        .containsKeys(Parameter.SOURCE, Parameter.MATCHED_SOURCE)
        .doesNotContainKey(Parameter.MATCHED_TAG);
    assertThat(trace.callSites().getFirst().name()).isEqualTo("module+0x2a");
    assertThat(trace.datatypes().getFirst().bytes()).isEqualTo(4);
  }

  @Test
  void whatWasNotCommittedIsNotReadAndTheTraceIsPartial() throws IOException {
    Trace trace = read(log(6));

    assertThat(trace.events()).hasSize(3);
    assertThat(trace.header().notes())
        .containsExactly("partial: ended without MPI_Finalize (1 of 1 ranks, the first is 0)");
  }

  @Test
  void aFolderWithoutLogsIsRefused() {
    assertThatThrownBy(() -> Recordings.compress(folder, CompressOptions.DEFAULT, events -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("found no log of any rank; expected one of each rank");
  }

  @Test
  void damageIsTheInputsFaultAndNeverOurs() throws IOException {
    byte[] whole = log(0);
    for (int seed = 1; seed <= 2000; seed++) {
      Random random = new Random(seed);
      byte[] damaged = whole.clone();
      int at =
          random.nextInt(4) == 0 ? random.nextInt(32) : HEAD + random.nextInt(whole.length - HEAD);
      damaged[at] = (byte) random.nextInt(256);
      try {
        read(damaged);
      } catch (TraceException e) {
        assertThat(e.getMessage()).as("seed %d", seed).contains("found", "expected");
      }
    }
  }
}
