package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.SendMode;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;

/**
 * The receives from any source of one rank. The oldest one without a sender gets the rank that a
 * later call names, if that rank is among its possible senders.
 */
final class FollowedRank {
  /** Most receives that wait for their senders to be named. The oldest are given up. */
  private static final int MOST_WAITING = 1024;

  private static final int UNKNOWN = EventTable.ANY;

  private final Programs programs;
  private final EventTable table;
  private final int rank;
  private final Map<Integer, Receives> open = new LinkedHashMap<>();
  private final ArrayDeque<Receive> waiting = new ArrayDeque<>();

  /** The largest message for which this rank or a sender may wait, once another call follows. */
  private long waitingBytes;

  /** An execution of an open receive without a sender, and the bytes that it can take. */
  private record Receive(Receives of, long execution, long bytes) {}

  /**
   * The possible senders of an event's receives, with the number of messages of each.
   *
   * @param window of so many executions, all have the same senders together
   * @param at by execution; the same throughout a window
   */
  record Senders(int window, LongFunction<Map<Integer, Long>> at) {}

  /** The executions of one event. */
  private static final class Receives {
    private final int[] found;
    private final Senders senders;
    private boolean followed;

    /** By window: what is left of the possible senders. */
    private final Map<Long, Map<Integer, Long>> left = new HashMap<>();

    Receives(int executions, Senders senders) {
      this.found = new int[executions];
      Arrays.fill(found, UNKNOWN);
      this.senders = senders;
    }

    private Map<Integer, Long> left(long execution) {
      return left.computeIfAbsent(
          execution / senders.window(),
          window -> new LinkedHashMap<>(senders.at().apply(execution)));
    }

    boolean take(long execution, int sender) {
      Map<Integer, Long> all = left(execution);
      if (all.getOrDefault(sender, 0L) <= 0) {
        return false;
      }
      all.merge(sender, -1L, Long::sum);
      found[(int) execution] = sender;
      return true;
    }

    /** Gives an execution that no call followed the next sender of its window. */
    void takeNext(long execution) {
      left(execution).entrySet().stream()
          .filter(sender -> sender.getKey() >= 0 && sender.getValue() > 0)
          .findFirst()
          .ifPresent(sender -> take(execution, sender.getKey()));
    }
  }

  FollowedRank(Programs programs, int rank) {
    this.programs = programs;
    this.table = programs.table();
    this.rank = rank;
  }

  /** Adds an event that may receive from any source. */
  void open(int event, int executions, Senders senders) {
    open.put(event, new Receives(executions, senders));
  }

  /** The sources of each added event that a later call followed, by execution. */
  Map<Integer, Sequence> sources() {
    TaskCursor cursor = programs.cursor(rank);
    while (cursor.next()) {
      visit(table.at(cursor));
    }
    Map<Integer, Sequence> sources = new HashMap<>();
    open.forEach((event, receives) -> {
      if (receives.followed) {
        sources.put(event, sources(event, receives));
      }
    });
    return sources;
  }

  private void visit(ExecutedCall call) {
    if (call.call().sends() && call.has(Parameter.DESTINATION)) {
      boolean waits = call.call().sendMode() == SendMode.SYNCHRONOUS;
      follow(call.partner(Parameter.DESTINATION), waits ? Long.MAX_VALUE : call.sendBytes());
    }
    if (call.has(Parameter.SOURCE)) {
      visitReceive(call);
    }
  }

  private void visitReceive(ExecutedCall call) {
    int source = call.partner(Parameter.SOURCE);
    Receives receives = open.get(call.event());
    if (source != EventTable.ANY) {
      follow(source, 0);
    } else if (receives != null && !findsNothing(call)) {
      if (waiting.size() == MOST_WAITING) {
        waiting.removeFirst();
      }
      waiting.addLast(new Receive(receives, call.execution(), call.receiveBytes()));
    }
  }

  private static boolean findsNothing(ExecutedCall call) {
    return call.call().role() == MpiCall.Role.PROBE
        && call.call().tests()
        && !CompletionLookup.flag(call);
  }

  /** @param bytes of an answer; otherwise 0 */
  private void follow(int named, long bytes) {
    for (Iterator<Receive> oldest = waiting.iterator(); named >= 0 && oldest.hasNext(); ) {
      Receive receive = oldest.next();
      if (receive.of.take(receive.execution, named)) {
        receive.of.followed = true;
        waitingBytes = Math.max(waitingBytes, bytes > 0 ? bytes : receive.bytes);
        oldest.remove();
        return;
      }
    }
  }

  /** See {@link RecordedSources#waitingBytes}; known once the sources are. */
  long waitingBytes() {
    return waitingBytes;
  }

  private Sequence sources(int event, Receives receives) {
    Values asked = programs.trace().events().get(event).parameter(Parameter.SOURCE);
    Sequence before = Objects.requireNonNull(Objects.requireNonNull(asked).at(rank)); // it is open
    Sequence.Builder sources = Sequence.builder();
    boolean kept = table.has(event, Parameter.MATCHED_SOURCE);
    for (int execution = 0; execution < receives.found.length; execution++) {
      ExecutedCall call = table.at(event, rank, execution);
      if (kept && receives.found[execution] == UNKNOWN) {
        receives.takeNext(execution);
      }
      int sender = receives.found[execution];
      boolean named = sender != UNKNOWN && call.partner(Parameter.SOURCE) == EventTable.ANY;
      sources.add(
          named
              ? NamedSources.term(table.communicators(), call.communicator(), rank, sender)
              : before.term(execution % before.period(), 0));
    }
    return sources.build();
  }
}
