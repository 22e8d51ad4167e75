package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A comprehensive trace: definitions, events and loops. Events refer to definitions by index.
 *
 * @param communicators {@link Communicator#WORLD} and {@link Communicator#SELF} first
 * @param events the events in an order that is the program order of each rank
 * @param loops ascending by first event, then descending by last event (the constructor sorts
 *     them); loops with the same span keep their order, in which outer loops come before inner
 *     loops
 */
public record Trace(
    Header header,
    List<CallSite> callSites,
    List<Datatype> datatypes,
    List<Group> groups,
    List<Communicator> communicators,
    List<Event> events,
    List<Loop> loops) {
  public Trace {
    Objects.requireNonNull(header);
    callSites = List.copyOf(callSites);
    datatypes = List.copyOf(datatypes);
    groups = List.copyOf(groups);
    communicators = List.copyOf(communicators);
    events = events instanceof LazyList ? events : List.copyOf(events);
    List<Loop> sorted = new ArrayList<>(loops);
    sorted.sort((a, b) -> a.first() == b.first()
        ? Integer.compare(b.last(), a.last())
        : Integer.compare(a.first(), b.first()));
    loops = List.copyOf(sorted);
  }

  /**
   * Returns the same trace with another header and other events, which must have the same indices,
   * because the loops stay the same.
   */
  public Trace with(List<Event> others, Header otherHeader) {
    return new Trace(otherHeader, callSites, datatypes, groups, communicators, others, loops);
  }

  /** Returns the same trace with other loops. */
  public Trace withLoops(List<Loop> others) {
    return new Trace(header, callSites, datatypes, groups, communicators, events, others);
  }
}
