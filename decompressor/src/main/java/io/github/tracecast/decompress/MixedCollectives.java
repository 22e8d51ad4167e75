package io.github.tracecast.decompress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Role;
import io.github.tracecast.trace.Parameter;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds the blocking collectives that match nonblocking collectives of other ranks. If other
 * threads of a rank called MPI during a blocking collective, the recorder stores the collective as
 * a start and a wait. So one rank may have the blocking form and another rank the nonblocking form.
 * MPI does not allow the two forms in one collective. So a program that repeats the calls must
 * replace each of these blocking collectives by a start and an immediate wait. Immutable.
 */
public final class MixedCollectives {
  private static final long ODD = 0x9E3779B97F4A7C15L;

  /** A kind of collective on a communicator, identified by its blocking call. */
  private record Place(int communicator, MpiCall call) {}

  /** The calls of one rank at a {@link Place}. */
  private static final class Uses {
    long blocking;
    long nonblocking;

    /** A hash of the order of blocking and nonblocking calls. */
    long order;

    void next(boolean isBlocking) {
      order = order * ODD + (isBlocking ? 1 : 2);
    }

    boolean isLike(Uses other) {
      return blocking == other.blocking && nonblocking == other.nonblocking && order == other.order;
    }
  }

  private final Programs programs;
  private final EventTable table;
  private final Map<Place, Map<Integer, Uses>> uses = new HashMap<>();

  /** For each event, the places of its calls. */
  private final Map<Integer, Set<Place>> places = new HashMap<>();

  private final BitSet events = new BitSet();

  private MixedCollectives(Programs programs) {
    this.programs = programs;
    this.table = programs.table();
  }

  /**
   * Searches a trace. If a communicator has collectives of both forms, and each form has the same
   * number on all ranks, the search takes O(calls) time.
   */
  public static MixedCollectives of(Programs programs) {
    MixedCollectives found = new MixedCollectives(programs);
    boolean possible = programs.trace().events().stream()
        .anyMatch(event -> event.call().role() == Role.START_COLLECTIVE);
    if (possible) {
      found.search();
    }
    return found;
  }

  /**
   * Whether the calls of an event are blocking collectives that must be replaced by a start and a
   * wait.
   */
  public boolean has(int event) {
    return events.get(event);
  }

  /** Whether {@link #has} is false for every event. */
  public boolean isEmpty() {
    return events.isEmpty();
  }

  private void search() {
    for (int rank = 0; rank < programs.ranks(); rank++) {
      count(rank);
    }
    uses.values()
        .removeIf(ranks -> ranks.values().stream().noneMatch(one -> one.blocking > 0)
            || ranks.values().stream().noneMatch(one -> one.nonblocking > 0));
    if (uses.entrySet().stream().anyMatch(one -> !differ(one.getKey(), one.getValue()))) {
      IntStream.range(0, programs.ranks()).forEach(this::order);
    }
    Set<Place> mixed = new HashSet<>();
    uses.forEach((place, ranks) -> {
      if (differ(place, ranks)) {
        mixed.add(place);
      }
    });
    while (addRelated(mixed)) {
      // if an event has a mixed place, its other places, such as on other communicators, become
      // mixed too; these may make the places of further events mixed
    }
  }

  /** Whether the ranks of a communicator make calls of different forms. */
  private boolean differ(Place place, Map<Integer, Uses> ranks) {
    List<Uses> all = List.copyOf(ranks.values());
    return all.size() != table.communicators().size(place.communicator())
        || !all.stream().allMatch(all.getFirst()::isLike);
  }

  private boolean addRelated(Set<Place> mixed) {
    boolean[] grows = new boolean[1];
    places.forEach((event, ofEvent) -> {
      if (table.call(event).role() == Role.COLLECTIVE
          && ofEvent.stream().anyMatch(mixed::contains)) {
        events.set(event);
        grows[0] |= mixed.addAll(ofEvent);
      }
    });
    return grows[0];
  }

  private void count(int rank) {
    long[] executions = EventCounts.executions(programs, rank);
    for (int event = 0; event < executions.length; event++) {
      if (!isCollective(event) || executions[event] == 0) {
        continue;
      }
      long period = table.period(event, Parameter.COMMUNICATOR, rank);
      for (long at = 0; at < Math.min(period, executions[event]); at++) {
        int communicator = table.communicator(event, rank, at);
        if (communicator >= 0 && table.communicators().group(communicator) >= 0) {
          long alike = (executions[event] - at - 1) / period + 1;
          count(event, new Place(communicator, table.call(event).blocking()), rank, alike);
        }
      }
    }
  }

  private void count(int event, Place place, int rank, long times) {
    places.computeIfAbsent(event, key -> new HashSet<>()).add(place);
    Uses ofRank = uses.computeIfAbsent(place, key -> new HashMap<>())
        .computeIfAbsent(rank, key -> new Uses());
    if (table.call(event).role() == Role.COLLECTIVE) {
      ofRank.blocking += times;
    } else {
      ofRank.nonblocking += times;
    }
  }

  private void order(int rank) {
    TaskCursor cursor = programs.cursor(rank);
    while (cursor.next()) {
      if (isCollective(cursor.event())) {
        ExecutedCall call = table.at(cursor);
        Map<Integer, Uses> ranks =
            uses.get(new Place(call.communicator(), call.call().blocking()));
        if (ranks != null && ranks.containsKey(rank)) {
          ranks.get(rank).next(call.call().role() == Role.COLLECTIVE);
        }
      }
    }
  }

  private boolean isCollective(int event) {
    Role role = table.call(event).role();
    return role == Role.COLLECTIVE || role == Role.START_COLLECTIVE;
  }
}
