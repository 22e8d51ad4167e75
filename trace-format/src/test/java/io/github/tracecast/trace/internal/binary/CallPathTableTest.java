package io.github.tracecast.trace.internal.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallPathTableTest {
  @Test
  void pathsOfAnyTextAreReadAsTheyWereWritten() throws IOException {
    List<CallSite> sites = Stream.of(
            "f (a.c:1) < g (a.c:2) < main (a.c:7)",
            "h (a.c:1) < g (a.c:2) < main (a.c:7)",
            "f (a.c:1) < f (a.c:1)",
            "",
            " < ",
            "a < ",
            "a<b",
            "55d0_55f1",
            "")
        .map(CallSite::new)
        .toList();
    assertThat(CallPathTable.read(reader(CallPathTable.write(sites)))).isEqualTo(sites);
  }

  @Test
  void aFrameTakesItsSpaceOnce() {
    String frame = "solve_the_equation (solver.c:1234)";
    int one = CallPathTable.write(List.of(new CallSite(frame))).size();
    int hundred =
        CallPathTable.write(Collections.nCopies(100, new CallSite(frame))).size();
    assertThat(hundred - one).isLessThanOrEqualTo(2 * 100);
  }

  @Test
  void aSmallTableThatNamesVeryMuchTextIsRefused() throws IOException {
    int frames = 16_400;
    TableWriter table = new TableWriter(1, SectionId.CALL_SITES.columns().length);
    table.column(0).text("f".repeat(frames));
    table.column(1).varint(frames);
    table.column(2).varint(0);
    for (int i = 1; i < frames; i++) {
      table.column(2).varint(1);
    }
    TableReader reader = reader(table);
    assertThatThrownBy(() -> CallPathTable.read(reader))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "a test: column paths, offset 16366: found call paths of more than 268435456 characters; expected at most 268435456");
  }

  @Test
  void textThatNoReaderTakesIsNotWritten() {
    List<CallSite> sites = Collections.nCopies(14_000, new CallSite("f".repeat(20_000)));
    assertThatThrownBy(() -> CallPathTable.write(sites))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "binary trace: found call paths of 280042000 characters; expected at most 268435456; write the trace as text, which has no such limit");
  }

  private static TableReader reader(TableWriter table) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    table.writeTo(bytes);
    byte[] all = bytes.toByteArray();
    byte[] raw = Arrays.copyOfRange(all, all.length - table.size(), all.length);
    return new TableReader(raw, "a test", SectionId.CALL_SITES.columns());
  }
}
