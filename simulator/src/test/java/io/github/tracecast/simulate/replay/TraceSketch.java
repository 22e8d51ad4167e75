package io.github.tracecast.simulate.replay;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Writes small traces for tests, one call a line; datatype 0 is a byte, 1 a double. Refuses invalid ones. */
public final class TraceSketch {
  private static final List<Parameter> COUNTS =
      List.of(Parameter.COUNT, Parameter.COUNTS, Parameter.RECEIVE_COUNT, Parameter.RECEIVE_COUNTS);

  private final int ranks;
  private final List<Event> events = new ArrayList<>();
  private final List<Loop> loops = new ArrayList<>();
  private final List<CallSite> sites = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>();
  private final List<Distribution> before = new ArrayList<>();
  private Unit unit = Unit.MICROSECONDS;
  private int ring = 10_000;
  private double computeMicroseconds;

  public TraceSketch(int ranks) {
    this.ranks = ranks;
    groups.add(new Group(List.of(new Run(0, 1, ranks))));
    communicators.add(new Communicator("MPI_COMM_WORLD", 0));
    communicators.add(new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP));
  }

  /** Two ranks each of which first sends to the other, then receives from it. */
  static TraceSketch sendingToEachOther(long bytes) {
    TraceSketch sketch = new TraceSketch(2);
    Term other = Term.rankPlusMod(1);
    return sketch
        .call(
            MpiCall.SEND,
            sketch.all(),
            Parameter.DESTINATION,
            other,
            Parameter.COUNT,
            bytes,
            Parameter.TAG,
            7)
        .call(
            MpiCall.RECV,
            sketch.all(),
            Parameter.SOURCE,
            other,
            Parameter.COUNT,
            bytes,
            Parameter.TAG,
            7);
  }

  /** Computation before the next call. */
  public TraceSketch compute(double microseconds) {
    computeMicroseconds = microseconds;
    return this;
  }

  /** Recorded time inside the calls of the last event. */
  public TraceSketch inside(RankList who, Distribution... byExecution) {
    Event event = events.removeLast();
    List<Delta> deltas = new ArrayList<>(event.deltas());
    deltas.add(new Delta(
        Delta.Kind.INSIDE, Unit.MICROSECONDS, Delta.AFTER_ANY, who, List.of(byExecution)));
    events.add(
        new Event(event.call(), event.callSite(), event.ranks(), event.parameters(), deltas));
    return this;
  }

  /** Computation before the next call, as recorded. */
  public TraceSketch compute(Unit of, Distribution distribution) {
    unit = of;
    before.add(distribution);
    return this;
  }

  /** Requests that can be named. */
  TraceSketch ring(int size) {
    ring = size;
    return this;
  }

  /** A communicator of these world ranks, in this order; returns its id. */
  public int communicator(int... worldRanks) {
    List<Run> runs = new ArrayList<>();
    for (int rank : worldRanks) {
      runs.add(new Run(rank, 1, 1));
    }
    groups.add(new Group(runs));
    communicators.add(new Communicator("sub" + communicators.size(), groups.size() - 1));
    return communicators.size() - 1;
  }

  /** An inter-communicator of these world ranks, of which the first belong to the first group; returns its id. */
  int interCommunicator(int firstGroup, int... worldRanks) {
    int id = communicator(worldRanks);
    int group = communicators.removeLast().group();
    communicators.add(new Communicator("inter" + id, group, firstGroup));
    return id;
  }

  /**
   * A call of some ranks.
   *
   * @param arguments parameter, value, parameter, value...; a value is a number, a Term, or a
   *     long[] for a list, or a long[][] for one list an execution, periodically
   */
  public TraceSketch call(MpiCall call, RankList who, Object... arguments) {
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    for (int i = 0; i < arguments.length; i += 2) {
      parameters.put((Parameter) arguments[i], Values.uniform(who, sequence(arguments[i + 1])));
    }
    if (COUNTS.stream().anyMatch(parameters::containsKey)) {
      parameters.putIfAbsent(Parameter.DATATYPE, Values.constant(who, 0));
    }
    List<Delta> deltas = new ArrayList<>();
    for (Distribution distribution : before) {
      deltas.add(new Delta(Delta.Kind.COMPUTE, unit, Delta.AFTER_ANY, who, List.of(distribution)));
    }
    before.clear();
    if (computeMicroseconds > 0) {
      double time = computeMicroseconds;
      deltas.add(new Delta(
          Delta.Kind.COMPUTE,
          Unit.MICROSECONDS,
          Delta.AFTER_ANY,
          who,
          List.of(new Distribution.MinAvgMax(1, time, time, time))));
      computeMicroseconds = 0;
    }
    sites.add(new CallSite("site" + events.size()));
    events.add(new Event(call, sites.size() - 1, who, parameters, deltas));
    return this;
  }

  public TraceSketch call(MpiCall call, int rank, Object... arguments) {
    return call(call, RankList.of(rank), arguments);
  }

  private static Sequence sequence(Object value) {
    return switch (value) {
      case Term term -> Sequence.of(term);
      case Integer number -> Sequence.constant(number);
      case Long number -> Sequence.constant(number);
      case long[] list -> Sequence.tuple(list);
      case long[][] periodic -> {
        Sequence.Builder builder = Sequence.builder();
        for (long[] list : periodic) {
          builder.addTuple(list);
        }
        yield builder.build();
      }
      default -> throw new IllegalArgumentException(value.getClass().toString());
    };
  }

  /** The calls from this index on form a loop of these ranks. */
  public TraceSketch loop(int first, RankList who, long iterations) {
    loops.add(new Loop(first, events.size() - 1, who, Values.constant(who, iterations)));
    return this;
  }

  /** The same, with as many iterations at each execution, periodically. */
  public TraceSketch loop(int first, RankList who, long... iterations) {
    loops.add(
        new Loop(first, events.size() - 1, who, Values.uniform(who, Sequence.scalars(iterations))));
    return this;
  }

  int size() {
    return events.size();
  }

  public RankList all() {
    return RankList.range(0, ranks);
  }

  public Trace trace() {
    Trace trace = new Trace(
        new Header(ranks, ring, "sketch", List.of()),
        sites,
        List.of(new Datatype("MPI_BYTE", 1), new Datatype("MPI_DOUBLE", 8)),
        groups,
        communicators,
        events,
        loops);
    TraceValidator.check(trace);
    return trace;
  }
}
