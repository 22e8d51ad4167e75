package io.github.tracecast.decompress;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Predicate;

/**
 * Resolves the parameters of an event for a rank and an execution. Endpoints become local ranks of
 * the event's communicator. One table serves all ranks. A look-up takes O(1) time and allocates
 * nothing. The table refers to the sequences of the trace, and has one array over the ranks for
 * each distinct partition of the ranks. Immutable.
 */
public final class EventTable {
  /** The value of MPI_ANY_SOURCE and MPI_ANY_TAG. */
  public static final int ANY = -1;

  /** The value of MPI_PROC_NULL, a null request, a null communicator or an undefined colour. */
  public static final int NONE = -2;

  private static final int PARAMETERS = Parameter.values().length;

  private final MpiCall[] calls;
  private final int[] callSites;
  private final int[] slots;
  private final Owners[] owners;
  private final Sequence[][] sequences;

  /** For each event, the parameters that differ between executions on some rank. */
  private final Parameter[][] changing;

  private final DatatypeSizes datatypes;
  private final int ranks;
  private final int[] worldLike;
  private final Communicators communicators;
  private final FollowedReceives followed;

  private EventTable(Trace trace) {
    List<Event> events = trace.events();
    communicators = Communicators.of(trace);
    followed = new FollowedReceives(trace);
    calls = new MpiCall[events.size()];
    callSites = new int[events.size()];
    changing = new Parameter[events.size()][];
    slots = new int[events.size() * PARAMETERS];
    Arrays.fill(slots, -1);
    Owners.Pool pool = new Owners.Pool(trace.header().ranks());
    List<Owners> allOwners = new ArrayList<>();
    List<Sequence[]> allSequences = new ArrayList<>();
    for (int event = 0; event < calls.length; event++) {
      calls[event] = events.get(event).call();
      callSites[event] = events.get(event).callSite();
      Map<Parameter, Values> parameters = followed.recorded(event, events.get(event));
      changing[event] = parameters.entrySet().stream()
          .filter(entry -> changes(entry.getValue()))
          .map(Map.Entry::getKey)
          .toArray(Parameter[]::new);
      for (Map.Entry<Parameter, Values> parameter : parameters.entrySet()) {
        slots[event * PARAMETERS + parameter.getKey().ordinal()] = allOwners.size();
        List<Piece> pieces = parameter.getValue().pieces();
        allOwners.add(pool.of(pieces.stream().map(Piece::ranks).toList()));
        allSequences.add(pieces.stream().map(Piece::sequence).toArray(Sequence[]::new));
      }
    }
    owners = allOwners.toArray(Owners[]::new);
    sequences = allSequences.toArray(Sequence[][]::new);
    datatypes = new DatatypeSizes(trace);
    ranks = trace.header().ranks();
    worldLike = new int[calls.length];
    Arrays.setAll(worldLike, this::worldLikeForAll);
  }

  private static boolean changes(Values values) {
    return values.pieces().stream().anyMatch(piece -> piece.sequence().period() > 1);
  }

  /**
   * Returns the event's communicator if it is the same for all ranks and executions and its local
   * ranks are world ranks; otherwise -1.
   */
  private int worldLikeForAll(int event) {
    if (!has(event, Parameter.COMMUNICATOR)) {
      return Communicator.WORLD;
    }
    if (!uniform(event, Parameter.COMMUNICATOR)) {
      return -1;
    }
    Sequence ids = sequences[slots[event * PARAMETERS + Parameter.COMMUNICATOR.ordinal()]][0];
    boolean fixed = ids.period() == 1 && ids.kind(0, 0) == Term.Kind.CONSTANT;
    return fixed && communicators.isWorldLike((int) ids.number(0, 0)) ? (int) ids.number(0, 0) : -1;
  }

  /**
   * Builds the table in one pass over a valid trace, in O(events x parameters + ranks x distinct
   * partitions) time.
   */
  public static EventTable of(Trace trace) {
    return new EventTable(trace);
  }

  /**
   * Returns the ids of the datatypes of unknown size that events use. Their elements count as 0
   * bytes.
   */
  public SortedSet<Integer> unknownDatatypes() {
    return datatypes.unknownIds();
  }

  /** Returns the trace's communicators, to which the local ranks of endpoints belong. */
  public Communicators communicators() {
    return communicators;
  }

  /** Returns the call of a rank at an execution of an event. */
  public ExecutedCall at(int event, int rank, long execution) {
    return new ExecutedCall(this, event, rank, execution, ANY);
  }

  /** Returns the call at which a cursor stands. */
  public ExecutedCall at(TaskCursor cursor) {
    return at(cursor.event(), cursor.rank(), cursor.execution());
  }

  /** Returns the receives whose matches are the partners of later calls. */
  public FollowedReceives followed() {
    return followed;
  }

  /** Returns the number of events. */
  public int size() {
    return calls.length;
  }

  /** Returns the call of an event. In this class, {@code event} is from 0 to {@code size() - 1}. */
  public MpiCall call(int event) {
    return calls[event];
  }

  /** Returns the call site of an event, an index into the trace's call sites. */
  public int callSite(int event) {
    return callSites[event];
  }

  /** Returns the call site before a cursor's call, or {@link Delta#AFTER_NOTHING}. */
  public int siteBefore(TaskCursor cursor) {
    int previous = cursor.previousEvent();
    return previous < 0 ? Delta.AFTER_NOTHING : callSites[previous];
  }

  /** Whether an event has a parameter. It then has the parameter on all of its ranks. */
  public boolean has(int event, Parameter parameter) {
    return slots[event * PARAMETERS + parameter.ordinal()] >= 0;
  }

  /**
   * Returns the value of a scalar parameter. Relative terms become local ranks of the event's
   * communicator. The terms for any and for none become {@link #ANY} and {@link #NONE}.
   *
   * @param execution the number of earlier executions of this event by the rank
   * @throws TraceException if the event does not have the parameter, if the trace has no value for
   *     the rank, or if the value is outside the communicator
   */
  public long value(int event, Parameter parameter, int rank, long execution) {
    Sequence sequence = sequence(event, parameter, rank);
    int element = element(sequence, execution);
    if (sequence.kind(element, 0) == Term.Kind.CONSTANT && !parameter.isEndpoint()) {
      return sequence.number(element, 0);
    }
    return resolve(event, parameter, rank, execution, sequence, element, 0);
  }

  /** Returns the number of terms of a list parameter at this execution; 1 for other parameters. */
  public int listLength(int event, Parameter parameter, int rank, long execution) {
    Sequence sequence = sequence(event, parameter, rank);
    return sequence.length(element(sequence, execution));
  }

  /**
   * Returns one term of a list parameter, resolved as in {@link #value}. {@code i} is from 0 to
   * {@code listLength - 1}.
   */
  public long listValue(int event, Parameter parameter, int rank, long execution, int i) {
    Sequence sequence = sequence(event, parameter, rank);
    return resolve(event, parameter, rank, execution, sequence, element(sequence, execution), i);
  }

  /**
   * Returns the event's communicator: MPI_COMM_WORLD if the event has none, and {@link #NONE} for
   * MPI_COMM_NULL.
   */
  public int communicator(int event, int rank, long execution) {
    int slot = slots[event * PARAMETERS + Parameter.COMMUNICATOR.ordinal()];
    if (slot < 0) {
      return Communicator.WORLD;
    }
    Sequence sequence = sequence(event, Parameter.COMMUNICATOR, rank);
    int element = element(sequence, execution);
    return sequence.kind(element, 0) == Term.Kind.CONSTANT
        ? (int) sequence.number(element, 0)
        : NONE;
  }

  /**
   * Returns the bytes that a call sends: COUNT or the sum of COUNTS, times the size of DATATYPE.
   * For a call that only receives, this is the size of its buffer. The result is 0 if the event has
   * no count, or if the size of the datatype is unknown.
   */
  public long sendBytes(int event, int rank, long execution) {
    return Math.multiplyExact(
        elements(event, Parameter.COUNT, Parameter.COUNTS, rank, execution),
        bytesOf(event, Parameter.DATATYPE, rank, execution));
  }

  /**
   * Returns the bytes that a call receives: RECEIVE_COUNT or the sum of RECEIVE_COUNTS, times the
   * size of RECEIVE_DATATYPE. If the event lacks one of these parameters, the corresponding
   * parameter of {@link #sendBytes} replaces it.
   */
  public long receiveBytes(int event, int rank, long execution) {
    boolean own = has(event, Parameter.RECEIVE_COUNT) || has(event, Parameter.RECEIVE_COUNTS);
    long elements = own
        ? elements(event, Parameter.RECEIVE_COUNT, Parameter.RECEIVE_COUNTS, rank, execution)
        : elements(event, Parameter.COUNT, Parameter.COUNTS, rank, execution);
    Parameter datatype =
        has(event, Parameter.RECEIVE_DATATYPE) ? Parameter.RECEIVE_DATATYPE : Parameter.DATATYPE;
    return Math.multiplyExact(elements, bytesOf(event, datatype, rank, execution));
  }

  /**
   * Returns the bytes of one element of a datatype parameter; 0 if the event lacks the parameter or
   * the size is unknown.
   */
  public long bytesOf(int event, Parameter datatype, int rank, long execution) {
    if (!has(event, datatype)) {
      return 0;
    }
    return datatypes.bytes(value(event, datatype, rank, execution));
  }

  /** Returns a datatype of the trace. */
  public Datatype datatype(long id) {
    return datatypes.get(id);
  }

  /** Returns the bytes of one element of a datatype of the trace; 0 if the size is unknown. */
  public long typeBytes(long datatype) {
    return datatypes.bytes(datatype);
  }

  private long elements(int event, Parameter one, Parameter list, int rank, long execution) {
    if (has(event, one)) {
      return value(event, one, rank, execution);
    }
    if (!has(event, list)) {
      return 0;
    }
    Sequence counts = sequence(event, list, rank);
    int element = element(counts, execution);
    long sum = 0;
    for (int i = counts.length(element) - 1; i >= 0; i--) {
      sum += counts.number(element, i);
    }
    return sum;
  }

  /**
   * Returns the kind of a term. If a parameter may be negative, only the kind distinguishes {@link
   * #ANY} and {@link #NONE} from numbers.
   */
  public Term.Kind kind(int event, Parameter parameter, int rank, long execution, int i) {
    Sequence sequence = sequence(event, parameter, rank);
    return sequence.kind(element(sequence, execution), i);
  }

  /**
   * Whether the parameter is {@link #NONE} at this execution; false if the event lacks the
   * parameter.
   */
  public boolean isNone(int event, Parameter parameter, int rank, long execution) {
    return has(event, parameter) && kind(event, parameter, rank, execution, 0) == Term.Kind.NONE;
  }

  /** Whether all ranks have the same sequence; true if the event lacks the parameter. */
  boolean uniform(int event, Parameter parameter) {
    return !has(event, parameter)
        || owners[slots[event * PARAMETERS + parameter.ordinal()]] == null;
  }

  /**
   * Returns the index of the piece that holds the rank; 0 if there is only one piece, or if the
   * event lacks the parameter.
   */
  int owner(int event, Parameter parameter, int rank) {
    return uniform(event, parameter)
        ? 0
        : owners[slots[event * PARAMETERS + parameter.ordinal()]].of(rank);
  }

  /**
   * Returns the number of executions after which the parameter's value repeats for the rank; 1 if
   * the event lacks the parameter.
   */
  public int period(int event, Parameter parameter, int rank) {
    return has(event, parameter) ? sequence(event, parameter, rank).period() : 1;
  }

  /**
   * Returns the number of executions after which all parameters of the event repeat for the rank;
   * at most {@link Long#MAX_VALUE}.
   */
  public long period(int event, int rank) {
    return period(event, rank, parameter -> true);
  }

  /** Returns the number of executions after which those parameters of the event repeat that a predicate accepts. */
  public long period(int event, int rank, Predicate<Parameter> of) {
    long period = 1;
    for (Parameter parameter : changing[event]) {
      if (of.test(parameter)) {
        period = CommonPeriods.common(period, period(event, parameter, rank));
      }
    }
    return period;
  }

  private Sequence sequence(int event, Parameter parameter, int rank) {
    int slot = slots[event * PARAMETERS + parameter.ordinal()];
    if (slot < 0) {
      throw TraceException.at(
          place(event), "no " + parameter.textName(), "a value, which the call needs");
    }
    Owners owner = owners[slot];
    if (owner == null) {
      return sequences[slot][0];
    }
    int piece = owner.of(rank);
    if (piece < 0) {
      throw TraceException.at(
          place(event),
          "no " + parameter.textName() + " for rank " + rank,
          "a value for each of the event's ranks");
    }
    return sequences[slot][piece];
  }

  private static int element(Sequence sequence, long execution) {
    int period = sequence.period();
    return period == 1 ? 0 : (int) (execution % period);
  }

  private long resolve(
      int event,
      Parameter parameter,
      int rank,
      long execution,
      Sequence sequence,
      int element,
      int i) {
    long number = sequence.number(element, i);
    Term.Kind kind = sequence.kind(element, i);
    if (kind == Term.Kind.ANY) {
      return ANY;
    }
    if (kind == Term.Kind.NONE) {
      return NONE;
    }
    if (kind == Term.Kind.PERSISTENT) {
      return RequestNumbers.PERSISTENT + number;
    }
    if (kind == Term.Kind.CONSTANT && !parameter.isEndpoint()) {
      return number;
    }
    int communicator = worldLike[event];
    int size = ranks;
    int local = rank;
    if (communicator < 0) {
      communicator = communicator(event, rank, execution);
      size = size(event, communicator, parameter, rank);
      local = kind == Term.Kind.CONSTANT ? 0 : communicators.localRank(communicator, rank);
    }
    if (local < 0) {
      throw TraceException.at(
          place(event), "rank " + rank, "a member of communicator " + communicator);
    }
    long resolved = switch (kind) {
      case RANK_PLUS -> local + number;
      case RANK_PLUS_MOD -> Math.floorMod(local + number, (long) size);
      case TRANSPOSED -> transposed(event, parameter, local, number, size);
      case OTHER -> Term.other(local, number);
      case TIMES_RANK -> Term.slope(number) * local + Term.offset(number);
      case TIMES_RANK_MOD ->
        Math.floorMod(Term.slope(number) * local + Term.offset(number), (long) size);
      case CONSTANT, ANY, NONE, PERSISTENT -> number;
      case MATCHED -> throw new AssertionError("a value that is recorded elsewhere");
    };
    if (kind == Term.Kind.TIMES_RANK && !parameter.isEndpoint()) {
      long least = parameter == Parameter.KEY ? Integer.MIN_VALUE : 0;
      if (resolved < least || resolved > Integer.MAX_VALUE) {
        throw TraceException.at(
            place(event),
            parameter.textName() + " " + resolved + " for rank " + rank,
            least + " to " + Integer.MAX_VALUE);
      }
    }
    if (parameter.isEndpoint() && (resolved < 0 || resolved >= size)) {
      throw TraceException.at(
          place(event),
          parameter.textName() + " " + resolved + " for rank " + rank,
          "0 to " + (size - 1) + ", the local ranks of communicator " + communicator);
    }
    return resolved;
  }

  private long transposed(int event, Parameter parameter, int local, long width, int size) {
    if (!Term.isSquareGrid(width, size)) {
      throw TraceException.at(
          place(event),
          parameter.textName() + " transposed:" + width + " in a communicator of " + size
              + " ranks",
          "a number whose square divides the communicator's size");
    }
    return Term.transposed(local, width, size);
  }

  private int size(int event, int communicator, Parameter parameter, int rank) {
    if (communicator == NONE) {
      throw TraceException.at(
          place(event),
          parameter.textName() + " in MPI_COMM_NULL for rank " + rank,
          "a communicator");
    }
    return communicators.size(communicator);
  }

  private String place(int event) {
    return "event " + event + " (" + calls[event].mpiName() + ")";
  }
}
