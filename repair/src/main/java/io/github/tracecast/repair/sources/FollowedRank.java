package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.calls.SendMode;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Finds the senders of one rank's receives from any source. If a later call names a rank, the
 * oldest waiting receive that can have this rank as its sender gets this sender.
 */
final class FollowedRank {
  /** The most receives that wait for a sender at a time. If more receives wait, the oldest one is given up. */
  private static final int MOST_WAITING = 1024;

  private static final int UNKNOWN = EventTable.ANY;

  private final Programs programs;
  private final EventTable table;
  private final int rank;
  private final Map<Integer, Receives> open = new LinkedHashMap<>();
  private final ArrayDeque<Receive> waiting = new ArrayDeque<>();

  /** See {@link RecordedSources#waitingBytes}. */
  private long waitingBytes;

  /** An execution of a receive from any source that has no sender yet, and the bytes that it can take. */
  private record Receive(Receives receives, long execution, long bytes) {}

  /**
   * The possible senders of an event's receives, with the number of messages of each.
   *
   * @param window number of successive executions that share a set of senders
   * @param at returns the senders of an execution; all executions of a window have the same senders
   */
  record Senders(int window, LongFunction<Map<Integer, Long>> at) {}

  /** The executions of one event. */
  private static final class Receives {
    private final int[] found;
    private final Senders senders;
    private boolean followed;

    /** For each window of executions, the possible senders, each with the number of its messages that no receive has taken yet. */
    private final Map<Long, Map<Integer, Long>> remaining = new HashMap<>();

    Receives(int executions, Senders senders) {
      this.found = new int[executions];
      Arrays.fill(found, UNKNOWN);
      this.senders = senders;
    }

    private Map<Integer, Long> remaining(long execution) {
      return remaining.computeIfAbsent(
          execution / senders.window(),
          window -> new LinkedHashMap<>(senders.at().apply(execution)));
    }

    boolean take(long execution, int sender) {
      Map<Integer, Long> all = remaining(execution);
      if (all.getOrDefault(sender, 0L) <= 0) {
        return false;
      }
      all.merge(sender, -1L, Long::sum);
      found[(int) execution] = sender;
      return true;
    }

    /** Assigns the next possible sender to an execution whose sender no later call names. */
    void takeNext(long execution) {
      remaining(execution).entrySet().stream()
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

  /** Returns, by event and execution, the sources of the events for which later calls name senders. */
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
    } else if (receives != null && !CompletionLookup.findsNothing(call)) {
      if (waiting.size() == MOST_WAITING) {
        waiting.removeFirst();
      }
      waiting.addLast(new Receive(receives, call.execution(), call.receiveBytes()));
    }
  }

  /** @param bytes size of an answer; 0 if the call is not a send */
  private void follow(int named, long bytes) {
    for (Iterator<Receive> oldest = waiting.iterator(); named >= 0 && oldest.hasNext(); ) {
      Receive receive = oldest.next();
      if (receive.receives.take(receive.execution, named)) {
        receive.receives.followed = true;
        waitingBytes = Math.max(waitingBytes, bytes > 0 ? bytes : receive.bytes);
        oldest.remove();
        return;
      }
    }
  }

  /** See {@link RecordedSources#waitingBytes}. {@link #sources} must be called before. */
  long waitingBytes() {
    return waitingBytes;
  }

  private Sequence sources(int event, Receives receives) {
    Sequence before = NamedSources.recorded(programs.trace().events().get(event), rank);
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
