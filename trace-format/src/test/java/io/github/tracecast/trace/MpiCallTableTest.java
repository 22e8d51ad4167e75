package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code -Dtracecast.goldens=write} writes the table's arguments into the recorder's file. */
class MpiCallTableTest {
  private static final Path RECORDER = Path.of("../recorder/src/calls.txt");

  @Test
  void theRecorderWrapsTheCallsOfTheTableWithTheSameArguments() throws IOException {
    List<String> expected = new ArrayList<>();
    Set<MpiCall> wrapped = EnumSet.noneOf(MpiCall.class);
    List<String> lines = Files.readAllLines(RECORDER);
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        expected.add(line);
        continue;
      }
      String name = line.substring(0, line.indexOf(' '));
      MpiCall call = MpiCall.byName("MPI_" + name).orElseThrow(() -> new AssertionError(name));
      wrapped.add(call);
      expected.add(name + " " + call.arguments());
    }
    if ("write".equals(System.getProperty("tracecast.goldens"))) {
      Files.write(RECORDER, expected);
    } else {
      assertThat(lines).isEqualTo(expected);
    }
    assertThat(wrapped)
        .isEqualTo(
            calls(Stream.of(MpiCall.values()).filter(call -> !call.arguments().isEmpty())));
  }

  @Test
  void everyLetterOfTheTableIsAnArgument() {
    String letters = Stream.of(CallArgument.values())
        .map(argument -> String.valueOf(argument.letter()))
        .collect(Collectors.joining());
    assertThat(letters).doesNotContain("-");
    assertThat(letters.chars().distinct().count()).isEqualTo(CallArgument.values().length);
    for (MpiCall call : MpiCall.values()) {
      assertThat(call.arguments().replaceFirst("^-", "").chars())
          .as(call.mpiName())
          .allMatch(letter -> letters.indexOf(letter) >= 0);
    }
  }

  @Test
  void whatACallDoesFollowsFromItsArguments() {
    assertThat(calls(Stream.of(MpiCall.values()).filter(MpiCall::sends)))
        .containsExactly(
            MpiCall.SEND,
            MpiCall.BSEND,
            MpiCall.SSEND,
            MpiCall.RSEND,
            MpiCall.ISEND,
            MpiCall.IBSEND,
            MpiCall.ISSEND,
            MpiCall.IRSEND,
            MpiCall.SENDRECV,
            MpiCall.SENDRECV_REPLACE);
    assertThat(calls(Stream.of(MpiCall.values()).filter(MpiCall::receives)))
        .containsExactly(
            MpiCall.RECV,
            MpiCall.IRECV,
            MpiCall.MRECV,
            MpiCall.IMRECV,
            MpiCall.SENDRECV,
            MpiCall.SENDRECV_REPLACE);
    assertThat(calls(Stream.of(MpiCall.values()).filter(MpiCall::makesPersistentRequest)))
        .containsExactly(
            MpiCall.SEND_INIT,
            MpiCall.BSEND_INIT,
            MpiCall.SSEND_INIT,
            MpiCall.RSEND_INIT,
            MpiCall.RECV_INIT);
    for (MpiCall call : MpiCall.values()) {
      assertThat(call.makesRequest())
          .as(call.mpiName())
          .isEqualTo(call.makesPersistentRequest()
              || call.name()
                  .matches("I(B|S|R)?SEND|IM?RECV|COMM_IDUP|R(PUT|GET|ACCUMULATE|GET_ACCUMULATE)"
                      + "|GREQUEST_START|INEIGHBOR_.*|FILE_I.*")
              || call.family() == MpiCall.Family.NONBLOCKING_COLLECTIVE);
    }
  }

  private static Set<MpiCall> calls(Stream<MpiCall> calls) {
    return calls.collect(Collectors.toCollection(() -> EnumSet.noneOf(MpiCall.class)));
  }
}
