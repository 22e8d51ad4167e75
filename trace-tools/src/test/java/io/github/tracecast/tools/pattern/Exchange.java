package io.github.tracecast.tools.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The messages between ranks in a trace of MPI_COMM_WORLD, found by expansion. */
final class Exchange {
  /** By sender, receiver and tag: message sizes in program order. */
  private final Map<List<Long>, List<Long>> sent = new TreeMap<>(Exchange::compare);

  private final Map<List<Long>, List<Long>> received = new TreeMap<>(Exchange::compare);
  private final long[] unwaited;
  private final double[] computeMicroseconds;

  private static int compare(List<Long> a, List<Long> b) {
    return Arrays.compare(a.toArray(new Long[0]), b.toArray(new Long[0]));
  }

  private Exchange(int ranks) {
    unwaited = new long[ranks];
    computeMicroseconds = new double[ranks];
  }

  static Exchange of(Trace trace) {
    Programs programs = Programs.of(trace);
    EventTable table = EventTable.of(trace);
    DeltaTable deltas = DeltaTable.of(trace);
    Exchange exchange = new Exchange(programs.ranks());
    for (int rank = 0; rank < programs.ranks(); rank++) {
      exchange.add(programs.cursor(rank), table, deltas, trace.header().requestRing());
    }
    return exchange;
  }

  private void add(TaskCursor cursor, EventTable table, DeltaTable deltas, int ring) {
    int rank = cursor.rank();
    List<Boolean> open = new ArrayList<>();
    while (cursor.next()) {
      int event = cursor.event();
      long execution = cursor.execution();
      switch (table.call(event)) {
        case SEND ->
          note(
              sent,
              rank,
              table.value(event, Parameter.DESTINATION, rank, execution),
              event,
              execution,
              rank,
              table);
        case RECV ->
          note(
              received,
              table.value(event, Parameter.SOURCE, rank, execution),
              rank,
              event,
              execution,
              rank,
              table);
        case SENDRECV -> {
          note(
              sent,
              rank,
              table.value(event, Parameter.DESTINATION, rank, execution),
              event,
              execution,
              rank,
              table);
          note(
              received,
              table.value(event, Parameter.SOURCE, rank, execution),
              rank,
              event,
              execution,
              rank,
              table);
        }
        case ISEND -> {
          note(
              sent,
              rank,
              table.value(event, Parameter.DESTINATION, rank, execution),
              event,
              execution,
              rank,
              table);
          open.add(true);
        }
        case IRECV -> {
          note(
              received,
              table.value(event, Parameter.SOURCE, rank, execution),
              rank,
              event,
              execution,
              rank,
              table);
          open.add(true);
        }
        case WAITALL -> {
          int length = table.listLength(event, Parameter.REQUESTS, rank, execution);
          for (int i = 0; i < length; i++) {
            long back = table.listValue(event, Parameter.REQUESTS, rank, execution, i);
            assertThat(back).isBetween(1L, (long) ring);
            assertThat(open.set(open.size() - (int) back, false))
                .as("request waited for once")
                .isTrue();
          }
        }
        default -> {}
      }
      int previous =
          cursor.previousEvent() < 0 ? Delta.AFTER_NOTHING : table.callSite(cursor.previousEvent());
      int delta = deltas.find(Delta.Kind.COMPUTE, event, rank, previous, execution);
      computeMicroseconds[rank] += delta < 0 ? 0 : deltas.mean(delta);
    }
    unwaited[rank] = open.stream().filter(o -> o).count();
  }

  private static void note(
      Map<List<Long>, List<Long>> messages,
      long from,
      long to,
      int event,
      long execution,
      int rank,
      EventTable table) {
    if (from == EventTable.NONE || to == EventTable.NONE) {
      return;
    }
    long tag = table.value(event, Parameter.TAG, rank, execution);
    messages
        .computeIfAbsent(List.of(from, to, tag), key -> new ArrayList<>())
        .add(table.sendBytes(event, rank, execution));
  }

  void assertComplete(String which) {
    assertThat(received).as(which).isEqualTo(sent);
    assertThat(unwaited).as(which).containsOnly(0);
  }

  /** Asserts the computation of each rank that makes calls other than the first and last. */
  void assertCompute(double microseconds, String which) {
    assertThat(computeMicroseconds).as(which).containsOnly(microseconds);
  }

  /** The ranks that a rank sends to. */
  Set<Long> partners(int rank) {
    Set<Long> partners = new TreeSet<>();
    sent.keySet().stream()
        .filter(key -> key.get(0) == rank)
        .forEach(key -> partners.add(key.get(1)));
    return partners;
  }
}
