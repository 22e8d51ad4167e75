package io.github.tracecast.predict.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Collectives that some ranks of a communicator make as blocking calls and others as calls that
 * return at once. No MPI lets them meet. A recorder may keep the calls of threads like that.
 */
final class MixedCollectives {
  /** The number of each form that a rank makes. */
  private record Place(int communicator, MpiCall call) {}

  private final Programs programs;
  private final EventTable table;

  private MixedCollectives(Trace trace) {
    this.programs = Programs.of(trace);
    this.table = programs.table();
  }

  /** The first communicator whose ranks differ in the numbers of both forms, as text. */
  static Optional<String> of(Trace trace) {
    MixedCollectives mixed = new MixedCollectives(trace);
    return trace.events().stream()
            .anyMatch(event -> event.call().role() == MpiCall.Role.START_COLLECTIVE)
        ? mixed.find()
        : Optional.empty();
  }

  private Optional<String> find() {
    Map<Place, Map<Integer, Long>> counts = new HashMap<>();
    for (int rank = 0; rank < programs.ranks(); rank++) {
      count(rank, counts);
    }
    return counts.entrySet().stream()
        .filter(one -> one.getKey().call().role() == MpiCall.Role.START_COLLECTIVE)
        .filter(one -> differ(one.getKey(), one.getValue(), counts))
        .map(one -> "the ranks of communicator " + one.getKey().communicator()
            + " make different numbers of " + one.getKey().call().mpiName() + " and "
            + one.getKey().call().blocking().mpiName())
        .sorted()
        .findFirst();
  }

  /** Whether both forms are made, and not equally often by all ranks. */
  private boolean differ(
      Place place, Map<Integer, Long> started, Map<Place, Map<Integer, Long>> counts) {
    int ranks = table.communicators().size(place.communicator());
    boolean same =
        started.size() == ranks && started.values().stream().distinct().count() == 1;
    return !same
        && counts.containsKey(new Place(place.communicator(), place.call().blocking()));
  }

  private void count(int rank, Map<Place, Map<Integer, Long>> counts) {
    long[] executions = EventCounts.executions(programs, rank);
    for (int event = 0; event < executions.length; event++) {
      MpiCall call = table.call(event);
      if (call.isCollective() && executions[event] > 0) {
        long period = table.period(event, Parameter.COMMUNICATOR, rank);
        for (long at = 0; at < Math.min(period, executions[event]); at++) {
          int communicator = table.communicator(event, rank, at);
          if (communicator >= 0 && table.communicators().group(communicator) >= 0) {
            counts
                .computeIfAbsent(new Place(communicator, call), place -> new HashMap<>())
                .merge(rank, (executions[event] - at - 1) / period + 1, Long::sum);
          }
        }
      }
    }
  }
}
