package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.validation.TraceValidator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces that ScalaTrace 2 itself recorded. */
class RealScalaTracesTest {
  /** Longer runs are counted, not walked, to keep the test short. */
  private static final long MOST_WALKED = 4_000_000;

  @ParameterizedTest
  @CsvSource({
    "lu/A.4/I.scalatrace, 255204",
    "lu/A.16/I.scalatrace, 1531004",
    "lu/B.4/I.scalatrace, 407812",
    "lu/B.8/I.scalatrace, 1019478",
    "lu-instr/A.8.I.scalatrace, 637958",
    "cg-instr/A.16.I.scalatrace, 141376"
  })
  void theNumberOfCallsIsTheKnownOneCountedOrWalked(String name, long calls) {
    Programs programs = Programs.of(Importers.read(SharedTraces.scalaTrace(name)));
    assertThat(EventCounts.of(programs).total()).isEqualTo(calls);
    long walked = 0;
    for (int rank = 0; rank < programs.ranks(); rank++) {
      for (TaskCursor cursor = programs.cursor(rank); cursor.next(); ) {
        walked++;
      }
    }
    assertThat(walked).isEqualTo(calls);
  }

  @ParameterizedTest
  @CsvSource({
    "A, 4, 14.69, 0.68",
    "A, 8, 7.74, 1.60",
    "A, 16, 4.36, 2.19",
    "A, 32, 2.54, 2.93",
    "A, 64, 1.63, 2.55",
    "A, 128, 1.20, 2.78",
    "B, 4, 61.22, 1.55",
    "B, 8, 31.54, 3.55",
    "B, 16, 16.49, 4.23",
    "B, 32, 8.87, 5.77"
  })
  void theRecordedMeanTimesAreThePublishedOnes(
      String problem, int ranks, double computeSeconds, double communicationSeconds) {
    Trace trace =
        Importers.read(SharedTraces.scalaTrace("lu/" + problem + "." + ranks + "/I.scalatrace"));
    assertThat(trace.header().ranks()).isEqualTo(ranks);
    DeltaTable deltas = DeltaTable.of(trace);
    assertThat(deltas.recordedComputeSeconds() / ranks).isCloseTo(computeSeconds, within(0.0051));
    assertThat(deltas.recordedCommunicationSeconds() / ranks)
        .isCloseTo(communicationSeconds, within(0.0051));
  }

  @Test
  void everySendHasItsReceive() {
    for (Path file : SharedTraces.scalaTraces()) {
      EventCounts counts = EventCounts.of(Programs.of(Importers.read(file)));
      assertThat(counts.sends()).as("%s", file).isEqualTo(counts.receives());
      assertThat(counts.of(MpiCall.FINALIZE))
          .as("%s", file)
          .isEqualTo(Importers.read(file).header().ranks());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cg-instr/A.4.I.scalatrace",
    "cg-instr/A.8.I.scalatrace",
    "cg-instr/A.16.I.scalatrace",
    "npb/cg.W.16.scalatrace.gz",
    "npb/bt.W.16.scalatrace.gz",
    "npb/is.W.16.scalatrace.gz",
    "npb/st2d9.s100.64.scalatrace.gz",
    "npb/st3d27.s100.64.scalatrace.gz"
  })
  void messagesBetweenTwoRanksMatchInSizeAndOrder(String name) {
    Messages messages = new Messages(Importers.read(SharedTraces.scalaTrace(name)));
    assertThat(messages.sent.keySet()).isNotEmpty().isEqualTo(messages.received.keySet());
    messages.sent.forEach((pair, sizes) -> assertThat(sizes.equals(messages.received.get(pair)))
        .as("rank %d to %d", pair >> 32, pair.intValue())
        .isTrue());
  }

  /** MG posts its receives with room for the largest grid. */
  @Test
  void messagesOfMgFitTheirReceives() {
    Messages messages =
        new Messages(Importers.read(SharedTraces.scalaTrace("npb/mg.W.16.scalatrace.gz")));
    assertThat(messages.sent.keySet()).isNotEmpty().isEqualTo(messages.received.keySet());
    messages.sent.forEach((pair, sizes) -> {
      List<Long> room = messages.received.get(pair);
      assertThat(room).hasSameSizeAs(sizes);
      for (int i = 0; i < sizes.size(); i++) {
        assertThat(sizes.get(i)).isLessThanOrEqualTo(room.get(i));
      }
    });
  }

  /** Sizes in order, by sender and receiver (world ranks in the upper and lower half of the key). */
  private static final class Messages {
    final Map<Long, List<Long>> sent = new TreeMap<>();
    final Map<Long, List<Long>> received = new TreeMap<>();

    Messages(Trace trace) {
      Programs programs = Programs.of(trace);
      EventTable table = EventTable.of(trace);
      for (int rank = 0; rank < programs.ranks(); rank++) {
        for (TaskCursor cursor = programs.cursor(rank); cursor.next(); ) {
          long execution = cursor.execution();
          int event = cursor.event();
          if (table.call(event).sends()) {
            long to = world(table, event, Parameter.DESTINATION, rank, execution);
            sent.computeIfAbsent((long) rank << 32 | to, pair -> new ArrayList<>())
                .add(table.sendBytes(event, rank, execution));
          }
          if (table.call(event).receives()) {
            long from = world(table, event, Parameter.SOURCE, rank, execution);
            received
                .computeIfAbsent(from << 32 | rank, pair -> new ArrayList<>())
                .add(table.receiveBytes(event, rank, execution));
          }
        }
      }
    }
  }

  private static long world(
      EventTable table, int event, Parameter endpoint, int rank, long execution) {
    Communicators communicators = table.communicators();
    return communicators.worldRank(
        table.communicator(event, rank, execution),
        (int) table.value(event, endpoint, rank, execution),
        rank);
  }

  @Test
  void everyRequestIsCompletedExactlyOnce() {
    for (Path file : SharedTraces.scalaTraces()) {
      Trace trace = Importers.read(file);
      Programs programs = Programs.of(trace);
      EventTable table = EventTable.of(trace);
      if (EventCounts.of(programs, table).total() <= MOST_WALKED) {
        for (int rank = 0; rank < programs.ranks(); rank++) {
          assertThat(pendingAtTheEnd(programs.cursor(rank), table))
              .as("%s, rank %d", file, rank)
              .isEmpty();
        }
      }
    }
  }

  private static Set<Long> pendingAtTheEnd(TaskCursor cursor, EventTable table) {
    Set<Long> pending = new HashSet<>();
    long made = 0;
    while (cursor.next()) {
      int event = cursor.event();
      if (table.call(event).makesRequest()) {
        pending.add(++made);
      }
      Parameter parameter =
          table.has(event, Parameter.REQUEST) ? Parameter.REQUEST : Parameter.REQUESTS;
      int completed = table.has(event, parameter)
          ? table.listLength(event, parameter, cursor.rank(), cursor.execution())
          : 0;
      for (int i = 0; i < completed; i++) {
        long request =
            made + 1 - table.listValue(event, parameter, cursor.rank(), cursor.execution(), i);
        assertThat(pending.remove(request))
            .as("request %d at event %d of rank %d", request, event, cursor.rank())
            .isTrue();
      }
    }
    return pending;
  }

  @Test
  void everyExecutionAfterTheFirstHasARecordedComputation() {
    for (Path file : SharedTraces.scalaTraces()) {
      Trace trace = Importers.read(file);
      Programs programs = Programs.of(trace);
      EventTable table = EventTable.of(trace);
      DeltaTable deltas = DeltaTable.of(trace);
      if (EventCounts.of(programs, table).total() <= MOST_WALKED) {
        for (int rank = 0; rank < programs.ranks(); rank++) {
          TaskCursor cursor = programs.cursor(rank);
          cursor.next();
          while (cursor.next()) {
            int previous = table.callSite(cursor.previousEvent());
            assertThat(deltas.find(
                    Delta.Kind.COMPUTE, cursor.event(), rank, previous, cursor.execution()))
                .as("%s, rank %d, event %d after site %d", file, rank, cursor.event(), previous)
                .isNotNegative();
          }
        }
      }
    }
  }

  @Test
  void bothCodecsKeepWhatWasImported(@TempDir Path folder) {
    for (Path file : SharedTraces.scalaTraces()) {
      Trace trace = Importers.read(file);
      TraceValidator.check(trace);
      for (Encoding encoding : Encoding.values()) {
        Path copy = folder.resolve("copy.ctrace");
        TraceFiles.write(trace, copy, encoding);
        assertThat(Importers.read(copy)).as("%s as %s", file, encoding).isEqualTo(trace);
      }
    }
  }

  @Test
  void everyRankOfEveryTraceExpands() throws IOException {
    for (Path file : SharedTraces.scalaTraces()) {
      Trace trace = Importers.read(file);
      Programs programs = Programs.of(trace);
      StringBuilder text = new StringBuilder();
      for (int rank = 0; rank < programs.ranks(); rank += 1 + programs.ranks() / 5) {
        text.setLength(0);
        Expander.of(programs).expand(rank, 2_000, text);
        assertThat(text.toString())
            .as("%s, rank %d", file, rank)
            .startsWith("0 MPI_Init ")
            .contains("\n1 MPI_");
      }
    }
  }

  @Test
  void subCommunicatorsOfFtAreOneRankEach() {
    Trace trace = Importers.read(SharedTraces.scalaTrace("npb/ft.W.16.scalatrace.gz"));
    Communicators communicators = Communicators.of(trace);
    int count = trace.communicators().size();
    assertThat(count).isEqualTo(2 + 1 + 16);
    assertThat(communicators.isWorldLike(2)).isTrue();
    for (int id = 3; id < count; id++) {
      assertThat(communicators.size(id)).isEqualTo(1);
      assertThat(communicators.worldRank(id, 0, 0)).isEqualTo(id - 3);
    }
  }
}
