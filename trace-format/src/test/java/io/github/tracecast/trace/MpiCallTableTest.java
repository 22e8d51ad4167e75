package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MpiCallTableTest {
  private static final Path RECORDER = Path.of("../recorder/src/calls.txt");

  @Test
  void theRecorderWrapsCallsOfTheTable() throws IOException {
    Set<MpiCall> wrapped = EnumSet.noneOf(MpiCall.class);
    for (String line : Files.readAllLines(RECORDER)) {
      if (!line.isBlank() && !line.startsWith("#") && line.split(" ").length == 2) {
        String name = line.substring(0, line.indexOf(' '));
        MpiCall call = MpiCall.byName("MPI_" + name).orElseThrow(() -> new AssertionError(name));
        assertThat(call.arguments()).as(name).isEqualTo(line.substring(name.length() + 1));
        assertThat(wrapped.add(call)).as(name + ", once").isTrue();
      }
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
          .filteredOn(letter -> letter != '?') // the recorder alone looks at it
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
                  .matches(
                      "I(B|S|R)?SEND|IM?RECV|COMM_IDUP(_WITH_INFO)?|BUFFER_IFLUSH|(COMM|SESSION)_IFLUSH_BUFFER|R(PUT|GET|ACCUMULATE|GET_ACCUMULATE)"
                          + "|GREQUEST_START|INEIGHBOR_.*|FILE_I.*")
              || call.family() == MpiCall.Family.NONBLOCKING_COLLECTIVE);
    }
  }

  @Test
  void rolesAreTheWorkOfTheCalls() {
    assertThat(of(MpiCall.Role.SEND))
        .containsExactly(MpiCall.SEND, MpiCall.BSEND, MpiCall.SSEND, MpiCall.RSEND);
    assertThat(of(MpiCall.Role.START_SEND))
        .containsExactly(MpiCall.ISEND, MpiCall.IBSEND, MpiCall.ISSEND, MpiCall.IRSEND);
    assertThat(of(MpiCall.Role.PREPARE_SEND))
        .containsExactly(
            MpiCall.SEND_INIT, MpiCall.BSEND_INIT, MpiCall.SSEND_INIT, MpiCall.RSEND_INIT);
    assertThat(of(MpiCall.Role.RECEIVE)).containsExactly(MpiCall.RECV, MpiCall.MRECV);
    assertThat(of(MpiCall.Role.START_RECEIVE)).containsExactly(MpiCall.IRECV, MpiCall.IMRECV);
    assertThat(of(MpiCall.Role.PREPARE_RECEIVE)).containsExactly(MpiCall.RECV_INIT);
    assertThat(of(MpiCall.Role.EXCHANGE))
        .containsExactly(MpiCall.SENDRECV, MpiCall.SENDRECV_REPLACE);
    assertThat(of(MpiCall.Role.START)).containsExactly(MpiCall.START, MpiCall.STARTALL);
    assertThat(of(MpiCall.Role.FREE_REQUEST)).containsExactly(MpiCall.REQUEST_FREE);
    assertThat(of(MpiCall.Role.CANCEL)).containsExactly(MpiCall.CANCEL);
    assertThat(of(MpiCall.Role.COMPLETE))
        .containsExactly(
            MpiCall.WAIT,
            MpiCall.WAITALL,
            MpiCall.WAITANY,
            MpiCall.WAITSOME,
            MpiCall.TEST,
            MpiCall.TESTALL,
            MpiCall.TESTANY,
            MpiCall.TESTSOME);
    assertThat(of(MpiCall.Role.PROBE))
        .containsExactly(MpiCall.PROBE, MpiCall.IPROBE, MpiCall.MPROBE, MpiCall.IMPROBE);
    assertThat(of(MpiCall.Role.MAKE_COMMUNICATOR))
        .containsExactly(
            MpiCall.COMM_DUP,
            MpiCall.COMM_DUP_WITH_INFO,
            MpiCall.COMM_SPLIT,
            MpiCall.COMM_SPLIT_TYPE,
            MpiCall.COMM_CREATE,
            MpiCall.CART_CREATE,
            MpiCall.CART_SUB,
            MpiCall.GRAPH_CREATE,
            MpiCall.DIST_GRAPH_CREATE,
            MpiCall.DIST_GRAPH_CREATE_ADJACENT);
    assertThat(of(MpiCall.Role.START_COMMUNICATOR))
        .containsExactly(MpiCall.COMM_IDUP, MpiCall.COMM_IDUP_WITH_INFO);
    assertThat(of(MpiCall.Role.MAKE_COMMUNICATOR_OF_MEMBERS))
        .containsExactly(
            MpiCall.COMM_CREATE_GROUP,
            MpiCall.COMM_CREATE_FROM_GROUP,
            MpiCall.INTERCOMM_CREATE_FROM_GROUPS,
            MpiCall.INTERCOMM_CREATE,
            MpiCall.INTERCOMM_MERGE);
    assertThat(of(MpiCall.Role.COLLECTIVE)).hasSize(22).doesNotContain(MpiCall.REDUCE_LOCAL);
    assertThat(of(MpiCall.Role.START_COLLECTIVE))
        .allMatch(call -> call.name().startsWith("I"))
        .hasSize(22);
  }

  @Test
  void eachCompletionTestsOrWaits() {
    assertThat(calls(Stream.of(MpiCall.values()).filter(MpiCall::tests)))
        .containsExactly(
            MpiCall.TEST,
            MpiCall.TESTALL,
            MpiCall.TESTANY,
            MpiCall.TESTSOME,
            MpiCall.IPROBE,
            MpiCall.IMPROBE);
    assertThat(of(MpiCall.Role.COMPLETE))
        .extracting(MpiCall::completion)
        .containsExactly(
            MpiCall.Completion.ALL,
            MpiCall.Completion.ALL,
            MpiCall.Completion.ONE,
            MpiCall.Completion.SOME,
            MpiCall.Completion.ALL,
            MpiCall.Completion.ALL,
            MpiCall.Completion.ONE,
            MpiCall.Completion.SOME);
  }

  private static Set<MpiCall> of(MpiCall.Role role) {
    return calls(Stream.of(MpiCall.values()).filter(call -> call.role() == role));
  }

  private static Set<MpiCall> calls(Stream<MpiCall> calls) {
    return calls.collect(Collectors.toCollection(() -> EnumSet.noneOf(MpiCall.class)));
  }
}
