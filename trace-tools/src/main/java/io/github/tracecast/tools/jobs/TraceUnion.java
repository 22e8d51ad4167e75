package io.github.tracecast.tools.jobs;

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
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Section;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * Several programs as one trace. The ranks of a program follow the ranks of the program before it,
 * and its MPI_COMM_WORLD becomes a communicator of its ranks.
 *
 * <p>A program that starts later begins with an event that takes the time until the start, on every
 * machine. Each further run of a program begins with an event that takes no time.
 */
public final class TraceUnion {
  private static final String START = "start of ";
  private static final double MICROSECONDS_PER_SECOND = 1e6;
  private static final int MOST_EVENTS = 10_000_000;

  private static final Set<Parameter> COMMUNICATORS =
      EnumSet.of(Parameter.COMMUNICATOR, Parameter.NEW_COMMUNICATOR);

  private static final Set<Parameter> GROUPS = EnumSet.of(Parameter.GROUP, Parameter.NEW_GROUP);

  private static final Set<Parameter> DATATYPES = EnumSet.of(
      Parameter.DATATYPE,
      Parameter.RECEIVE_DATATYPE,
      Parameter.DATATYPES,
      Parameter.RECEIVE_DATATYPES);

  private static final Set<MpiCall.Role> WITHOUT_COMMUNICATOR = EnumSet.of(
      MpiCall.Role.OTHER,
      MpiCall.Role.COMPLETE,
      MpiCall.Role.START,
      MpiCall.Role.FREE_REQUEST,
      MpiCall.Role.CANCEL);

  private final List<CallSite> sites = new ArrayList<>();
  private final List<Datatype> datatypes = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>(Communicator.PREDEFINED);
  private final List<Event> events = new ArrayList<>();
  private final List<Loop> loops = new ArrayList<>();

  private TraceUnion(int ranks) {
    groups.add(Group.world(ranks));
  }

  /**
   * Returns the trace of programs side by side. Its header has the origin and provenance of the
   * first program, and no notes.
   *
   * @throws TraceException if the programs have too many ranks or events, or count different kinds
   *     of work
   */
  public static Trace of(List<JobProgram> jobs) {
    return of(jobs, -1);
  }

  /**
   * Returns the trace in which one program runs and the ranks of all other programs do nothing.
   * Ranks and events have the same numbers as in {@link #of(List)}, and so the same random
   * computation.
   */
  public static Trace alone(List<JobProgram> jobs, int running) {
    return of(jobs, running);
  }

  /** Whether an event is not a call of a program, because this class added it before a run. */
  public static boolean isStart(Trace union, int event) {
    Event found = union.events().get(event);
    return (found.call() == MpiCall.OTHER || found.call() == MpiCall.PCONTROL)
        && union.callSites().get(found.callSite()).name().startsWith(START);
  }

  private static Trace of(List<JobProgram> jobs, int running) {
    long all = jobs.stream().mapToLong(JobProgram::ranks).sum();
    if (all > RankList.MAX_RANKS) {
      throw TraceException.at("jobs", all + " ranks", "at most " + RankList.MAX_RANKS);
    }
    TraceUnion union = new TraceUnion((int) all);
    int first = 0;
    for (int i = 0; i < jobs.size(); i++) {
      union.add(jobs.get(i), first, running < 0 || running == i);
      first += jobs.get(i).ranks();
    }
    return new Trace(
        header(jobs, (int) all),
        union.sites,
        union.datatypes,
        union.groups,
        union.communicators,
        union.events,
        union.loops);
  }

  private static Header header(List<JobProgram> jobs, int ranks) {
    Header first = jobs.getFirst().trace().header();
    int threads = 1;
    int ring = 1;
    for (JobProgram job : jobs) {
      Header header = job.trace().header();
      threads = Math.max(threads, header.threads());
      ring = Math.max(ring, header.requestRing());
      if (header.flops() != first.flops()) {
        throw TraceException.at(
            job.name(),
            header.flops() ? "counts of flops" : "times, or counts of instructions",
            "the same unit as in " + jobs.getFirst().name()
                + ", because one machine converts both traces to time");
      }
    }
    return new Header(
        ranks, threads, first.flops(), ring, first.origin(), List.of(), first.provenance());
  }

  /** Adds a program whose rank 0 becomes a given rank. */
  private void add(JobProgram job, int firstRank, boolean runs) {
    Trace trace = job.trace();
    long size = events.size() + (trace.events().size() + 1L) * job.runs();
    if (size > MOST_EVENTS) {
      throw TraceException.at(job.name(), size + " events", "at most " + MOST_EVENTS);
    }
    Renumbering numbers = new Renumbering(
        firstRank, sites.size(), datatypes.size(), groups.size(), communicators.size());
    int begin = sites.size() + trace.callSites().size();
    sites.addAll(trace.callSites());
    sites.add(new CallSite(START + job.name()));
    datatypes.addAll(trace.datatypes());
    trace.groups().forEach(group -> groups.add(numbers.group(group)));
    for (int id = 0; id < trace.communicators().size(); id++) {
      if (id != Communicator.SELF) {
        communicators.add(numbers.communicator(trace.communicators().get(id), job.name()));
      }
    }
    RankList all = RankList.range(firstRank, job.ranks());
    for (int run = 0; run < job.runs(); run++) {
      double wait = run == 0 ? job.startSeconds() : 0;
      if (run > 0 || wait > 0) {
        events.add(start(all, begin, wait));
      }
      int firstEvent = events.size();
      for (Event event : trace.events()) {
        events.add(
            runs
                ? numbers.event(event, run > 0 || wait > 0 ? begin : Delta.AFTER_NOTHING)
                : start(RankList.of(firstRank), begin, 0));
      }
      if (runs) {
        trace.loops().forEach(loop -> loops.add(numbers.loop(loop, firstEvent)));
      }
    }
  }

  /**
   * Returns an event to add before a run. The event is a call that replays do not model, because
   * only such a call keeps its recorded time.
   */
  private static Event start(RankList ranks, int site, double seconds) {
    if (seconds == 0) {
      return new Event(MpiCall.PCONTROL, site, ranks, Map.of(), List.of());
    }
    double micros = seconds * MICROSECONDS_PER_SECOND;
    Delta inside = new Delta(
        Delta.Kind.INSIDE,
        Unit.MICROSECONDS,
        Delta.AFTER_ANY,
        ranks,
        List.of(new Distribution.MinAvgMax(ranks.size(), micros, micros, micros)));
    return new Event(MpiCall.OTHER, site, ranks, Map.of(), List.of(inside));
  }

  /** The offsets that are added to the numbers of one program in the union. */
  private record Renumbering(int ranks, int sites, int datatypes, int groups, int communicators) {
    Group group(Group group) {
      return new Group(group.runs().stream()
          .map(run -> new Run(ranks + run.start(), run.stride(), run.count()))
          .toList());
    }

    Communicator communicator(Communicator of, String job) {
      return new Communicator(
          of.name() + " of " + job,
          of.isSelf() ? Communicator.SELF_GROUP : groups + of.group(),
          of.firstGroup());
    }

    /** Returns a communicator's number in the union, where MPI_COMM_SELF exists only once. */
    private long communicator(long id) {
      return id == Communicator.SELF ? id : communicators + (id == Communicator.WORLD ? 0 : id - 1);
    }

    private RankList ranks(RankList list) {
      return RankList.ofSections(list.sections().stream().map(this::section).toList());
    }

    private Section section(Section section) {
      int[] levels = new int[2 * section.depth()];
      for (int level = 0; level < section.depth(); level++) {
        levels[2 * level] = section.stride(level);
        levels[2 * level + 1] = section.iterations(level);
      }
      return Section.of(ranks + section.start(), levels);
    }

    Loop loop(Loop loop, int firstEvent) {
      return new Loop(
          firstEvent + loop.first(),
          firstEvent + loop.last(),
          ranks(loop.ranks()),
          mapped(loop.iterations(), number -> number));
    }

    /** @param before the call site that comes before the first event of a rank */
    Event event(Event event, int before) {
      Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
      event
          .parameters()
          .forEach((parameter, values) -> parameters.put(parameter, values(parameter, values)));
      RankList own = ranks(event.ranks());
      if (usesWorld(event)) {
        parameters.put(Parameter.COMMUNICATOR, Values.constant(own, communicators));
      }
      return new Event(
          event.call(),
          sites + event.callSite(),
          own,
          parameters,
          event.deltas().stream().map(delta -> delta(delta, before)).toList());
    }

    /** Whether an event without a communicator parameter uses MPI_COMM_WORLD. */
    private static boolean usesWorld(Event event) {
      return !event.parameters().containsKey(Parameter.COMMUNICATOR)
          && (!WITHOUT_COMMUNICATOR.contains(event.call().role())
              || event.parameters().keySet().stream().anyMatch(Parameter::isRelative));
    }

    private Values values(Parameter parameter, Values values) {
      int more =
          DATATYPES.contains(parameter) ? datatypes : GROUPS.contains(parameter) ? groups : 0;
      return COMMUNICATORS.contains(parameter)
          ? mapped(values, this::communicator)
          : mapped(values, number -> number + more);
    }

    private Values mapped(Values values, LongUnaryOperator constants) {
      return new Values(values.pieces().stream()
          .map(piece -> new Piece(ranks(piece.ranks()), sequence(piece.sequence(), constants)))
          .toList());
    }

    private static Sequence sequence(Sequence sequence, LongUnaryOperator constants) {
      Sequence.Builder moved = Sequence.builder();
      for (int element = 0; element < sequence.period(); element++) {
        for (int i = 0; i < sequence.length(element); i++) {
          Term.Kind kind = sequence.kind(element, i);
          long number = sequence.number(element, i);
          moved.add(kind, kind == Term.Kind.CONSTANT ? constants.applyAsLong(number) : number);
        }
        moved.endTuple();
      }
      return moved.build();
    }

    private Delta delta(Delta delta, int before) {
      int after = switch (delta.after()) {
        case Delta.AFTER_ANY -> Delta.AFTER_ANY;
        case Delta.AFTER_NOTHING -> before;
        default -> sites + delta.after();
      };
      return new Delta(
          delta.kind(),
          delta.unit(),
          after,
          ranks(delta.ranks()),
          delta.byExecution().stream().map(Renumbering::withoutRanks).toList());
    }

    /** Leaves out the ranks of a histogram's extremes, because no replay uses these ranks. */
    private static Distribution withoutRanks(Distribution times) {
      return times instanceof Distribution.Histogram histogram
          ? new Distribution.Histogram(histogram.bins(), Optional.empty())
          : times;
    }
  }
}
