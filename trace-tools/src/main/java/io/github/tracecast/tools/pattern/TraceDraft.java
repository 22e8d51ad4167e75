package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A trace under construction. It consists of MPI_Init, the added events and MPI_Finalize. Events
 * with the same label share a call site.
 */
final class TraceDraft {
  /** Index of the only datatype. */
  static final long DATATYPE = 0;

  private final PatternRequest request;
  private final RankList world;
  private final List<CallSite> sites = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Loop> loops = new ArrayList<>();
  private int requestRing = 1;

  TraceDraft(PatternRequest request) {
    this.request = request;
    this.world = RankList.range(0, request.ranks());
    add("init", MpiCall.INIT, world, Map.of());
  }

  /** All ranks. */
  RankList world() {
    return world;
  }

  /** Returns the index of the next event. */
  int next() {
    return events.size();
  }

  /** Makes the request ring of the trace large enough for references to this number of requests. */
  void needRing(int requests) {
    requestRing = Math.max(requestRing, requests);
  }

  /**
   * Adds an event without computation before it. The label names its call site within the pattern.
   */
  void add(String label, MpiCall call, RankList ranks, Map<Parameter, Values> parameters) {
    add(label, call, ranks, parameters, RankList.EMPTY, 0);
  }

  /**
   * Adds an event.
   *
   * @param label names the event's call site within the pattern; events may share a call site
   * @param beginners ranks that begin a step with the event; only they compute before it
   * @param repeats further successive executions per step by the beginners, without computation
   */
  void add(
      String label,
      MpiCall call,
      RankList ranks,
      Map<Parameter, Values> parameters,
      RankList beginners,
      long repeats) {
    CallSite site = new CallSite(request.pattern().key() + "/" + label);
    if (!sites.contains(site)) {
      sites.add(site);
    }
    int id = sites.indexOf(site);
    events.add(new Event(call, id, ranks, parameters, compute(id, ranks, beginners, repeats)));
  }

  private List<Delta> compute(int site, RankList ranks, RankList beginners, long repeats) {
    if (request.computeSeconds() == 0 || beginners.isEmpty()) {
      return List.of();
    }
    List<Delta> deltas = new ArrayList<>();
    deltas.add(delta(Delta.AFTER_ANY, beginners, request.computeSeconds() * 1e6, beginners.size()));
    RankList others = ranks.minus(beginners);
    if (!others.isEmpty()) {
      deltas.add(delta(Delta.AFTER_ANY, others, 0, others.size()));
    }
    if (repeats > 0) {
      deltas.add(delta(site, beginners, 0, repeats));
    }
    return deltas;
  }

  /**
   * Adds a loop over the events from {@code first} to {@code last}. Outer loops must be added
   * before inner loops.
   */
  void loop(int first, int last, RankList ranks, Values iterations) {
    loops.add(new Loop(first, last, ranks, iterations));
  }

  /**
   * Adds the loop over the steps for the events from {@code first} to {@code last}. The caller adds
   * the loop when its last event is known.
   */
  void steps(int first, int last, RankList ranks) {
    if (request.steps() > 1) {
      loops.add(0, new Loop(first, last, ranks, Values.constant(ranks, request.steps())));
    }
  }

  /** Returns the number of elements for the requested bytes. */
  long count() {
    return request.bytes() / request.element().datatype().bytes();
  }

  /**
   * Adds an event in which each rank sends a message to its peer, or receives one from it.
   *
   * @param beginners ranks that begin a step with the event; only they compute before it
   */
  void message(
      String label, MpiCall call, RankList ranks, Values peers, long tag, RankList beginners) {
    Map<Parameter, Values> parameters = elements(ranks, Values.constant(ranks, count()));
    parameters.put(call.sends() ? Parameter.DESTINATION : Parameter.SOURCE, peers);
    parameters.put(Parameter.TAG, Values.constant(ranks, tag));
    add(label, call, ranks, parameters, beginners, 0);
  }

  /** Returns the communicator, count and datatype of an event with this number of elements. */
  Map<Parameter, Values> elements(RankList ranks, Values count) {
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    parameters.put(Parameter.COMMUNICATOR, Values.constant(ranks, Communicator.WORLD));
    parameters.put(Parameter.COUNT, count);
    parameters.put(Parameter.DATATYPE, Values.constant(ranks, DATATYPE));
    return parameters;
  }

  private Delta delta(int after, RankList ranks, double microseconds, long timesAStep) {
    Distribution same = new Distribution.MinAvgMax(
        timesAStep * request.steps(), microseconds, microseconds, microseconds);
    return new Delta(Delta.Kind.COMPUTE, Unit.MICROSECONDS, after, ranks, List.of(same));
  }

  Trace build() {
    add("finalize", MpiCall.FINALIZE, world, Map.of());
    return new Trace(
        new Header(
            request.ranks(),
            requestRing,
            "tracecast generate " + request.pattern().key(),
            List.of()),
        sites,
        List.of(request.element().datatype()),
        List.of(Group.world(request.ranks())),
        Communicator.PREDEFINED,
        events,
        loops);
  }
}
