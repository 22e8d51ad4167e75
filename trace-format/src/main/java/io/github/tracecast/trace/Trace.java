package io.github.tracecast.trace;

import java.util.List;
import java.util.Objects;

/**
 * A comprehensive trace. What refers to definitions does so by index.
 *
 * @param communicators {@link Communicator#WORLD} and {@link Communicator#SELF} first
 * @param events in program order, as far as ranks share it
 * @param loops outer before inner where two have the same span for a rank
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
    events = List.copyOf(events);
    loops = List.copyOf(loops);
  }
}
