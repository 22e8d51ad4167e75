package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.Reduction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Converts the numbers of a block to the parameters of an event. Not thread-safe. */
final class EventParameters {
  private static final int OPERATION_REPLACE = 13;

  /** The lengths of the lists of some ranks at successive executions. The lengths repeat. */
  private record Lengths(RankList ranks, long[] numbers) {}

  private final CommunicatorHistory communicators;
  private final ScalaTraceDatatypes datatypes;
  private final EndpointTerms endpoints;
  private final Notes notes;
  private final Tuples tuples;
  private final CommunicatorValues handles;
  private boolean anyTag;

  EventParameters(
      int ranks, CommunicatorHistory communicators, ScalaTraceDatatypes datatypes, Notes notes) {
    this.communicators = communicators;
    this.handles = new CommunicatorValues(communicators);
    this.datatypes = datatypes;
    this.notes = notes;
    this.tuples = new Tuples();
    this.endpoints = new EndpointTerms(ranks, communicators, notes);
  }

  /** Whether any event so far had a tag other than 0. */
  boolean tagged() {
    return anyTag;
  }

  /** Returns the parameters of a block. {@code index} is the index of the block in the file. */
  Map<Parameter, Values> of(RawEvent event, int index) {
    MpiCall call = event.call();
    RequiredParameters.check(event, call);
    Map<Parameter, Values> result = new EnumMap<>(Parameter.class);
    Values communicator = Values.constant(event.ranks(), Communicator.WORLD);
    ValuesByGroup ofCommunicator = event.parameters().get(ParameterTags.COMMUNICATOR);
    if (ofCommunicator != null) {
      communicator = handles.communicator(event, ofCommunicator);
      result.put(Parameter.COMMUNICATOR, communicator);
    }
    if (communicators.makes(index)) {
      result.put(Parameter.NEW_COMMUNICATOR, handles.newCommunicators(event, index));
    }
    for (Map.Entry<Integer, ValuesByGroup> entry : event.parameters().entrySet()) {
      ValuesByGroup stored = entry
          .getValue()
          .covering(event.ranks(), "value of parameter " + Integer.toHexString(entry.getKey()));
      if (stored.averaged()) {
        notes.count("a value was recorded only as a histogram, whose average is used");
      }
      Parameter parameter = parameter(event, call, entry.getKey());
      if (parameter != null) {
        result.put(parameter, values(event, call, parameter, stored, communicator));
      }
    }
    return result;
  }

  /**
   * Returns the parameter for a tag of the file in a call; null if the trace does not need the
   * parameter.
   */
  private @Nullable Parameter parameter(RawEvent event, MpiCall call, int tag) {
    return switch (tag) {
      case ParameterTags.COUNT -> countsList(call) ? null : Parameter.COUNT;
      case ParameterTags.RECEIVE_COUNT -> Parameter.RECEIVE_COUNT;
      case ParameterTags.DATATYPE -> Parameter.DATATYPE;
      case ParameterTags.RECEIVE_DATATYPE -> Parameter.RECEIVE_DATATYPE;
      case ParameterTags.OPERATION -> Parameter.REDUCTION;
      case ParameterTags.ROOT -> Parameter.ROOT;
      case ParameterTags.DESTINATION -> Parameter.DESTINATION;
      case ParameterTags.SOURCE -> Parameter.SOURCE;
      case ParameterTags.KEY -> Parameter.KEY;
      case ParameterTags.COLOR -> Parameter.COLOR;
      case ParameterTags.TAG, ParameterTags.SEND_TAG -> Parameter.TAG;
      case ParameterTags.RECEIVE_TAG -> Parameter.RECEIVE_TAG;
      case ParameterTags.REQUEST -> Parameter.REQUEST;
      case ParameterTags.REQUESTS -> Parameter.REQUESTS;
      case ParameterTags.RANKS -> Parameter.RANKS;
      case ParameterTags.COUNTS -> Parameter.COUNTS;
      case ParameterTags.RECEIVE_COUNTS -> Parameter.RECEIVE_COUNTS;
      case ParameterTags.RECEIVE_DISPLACEMENTS -> Parameter.RECEIVE_DISPLACEMENTS;
      case ParameterTags.DISPLACEMENTS -> {
        if (call.has(CallArgument.COUNTS)) {
          yield Parameter.DISPLACEMENTS;
        }
        if (hasArgumentsOfRoot(call)) {
          yield Parameter.RECEIVE_DISPLACEMENTS;
        }
        // for MPI_Allgatherv the recorder stores the receive counts a second time under this tag
        yield null;
      }
      case ParameterTags.COMMUNICATOR,
          ParameterTags.WORLD,
          ParameterTags.NULL_REQUEST,
          ParameterTags.RANGES,
          ParameterTags.GROUP,
          ParameterTags.GROUP_1,
          ParameterTags.GROUP_2,
          ParameterTags.DIMENSIONS ->
        // CommunicatorHistory converts communicators and groups; the other tags matter only to the
        // recorder
        null;
      default -> {
        notes.add(
            "parameter " + Integer.toHexString(tag) + " of " + event.callName() + " is ignored");
        yield null;
      }
    };
  }

  private Values values(
      RawEvent event,
      MpiCall call,
      Parameter parameter,
      ValuesByGroup stored,
      Values communicator) {
    return switch (parameter) {
      case COUNT, RECEIVE_COUNT ->
        stored.scalars((group, count) -> Term.constant(count(call, stored.place(), count)));
      case DATATYPE, RECEIVE_DATATYPE ->
        stored.scalars((group, index) -> Term.constant(datatypes.id(index)));
      case REDUCTION -> stored.scalars((group, index) -> reduction(index));
      case ROOT -> stored.scalars(EventParameters::root);
      case DESTINATION, SOURCE, KEY, COLOR -> endpoints.values(parameter, stored, communicator);
      case TAG, RECEIVE_TAG -> stored.scalars((group, tag) -> tag(tag));
      case REQUEST ->
        stored.scalars((group, number) -> RecordedRequests.term(stored.place(), number));
      case REQUESTS ->
        counted(
            event,
            stored,
            list -> RecordedRequests.makeDistinct(list, notes),
            number -> RecordedRequests.term(stored.place(), number));
      case RANKS -> counted(event, stored, list -> list, Term::constant);
      case COUNTS, RECEIVE_COUNTS -> perProcess(call, stored, communicator, true);
      case DISPLACEMENTS, RECEIVE_DISPLACEMENTS -> perProcess(call, stored, communicator, false);
      default -> throw new AssertionError(parameter);
    };
  }

  /** Whether the count of a call states how many values of a list are used. */
  private static boolean countsList(MpiCall call) {
    return call.has(CallArgument.NUMBER_OF_REQUESTS) || call.has(CallArgument.NEW_GROUP);
  }

  /**
   * Whether a call has arguments that matter only at the root: the receive side of a gather, or the
   * send side of a scatter.
   */
  private static boolean hasArgumentsOfRoot(MpiCall call) {
    return call.has(CallArgument.ROOT_OF_GATHER) || call.has(CallArgument.ROOT_OF_SCATTER);
  }

  private Term reduction(long index) {
    if (index < 1 || index > OPERATION_REPLACE) {
      return Term.constant(Reduction.USER.code());
    }
    return Term.constant(Reduction.values()[(int) index - 1].code());
  }

  private Term tag(long tag) {
    anyTag |= tag != 0;
    return tag < 0 ? Term.ANY : Term.constant(tag);
  }

  /**
   * Returns a count for the trace. If a count matters only at the root, other ranks may have any
   * value; negative values become 0.
   */
  private long count(MpiCall call, Place place, long count) {
    if (count < 0 && !hasArgumentsOfRoot(call)) {
      throw place.fault("count " + count, "at least 0");
    }
    return Math.max(0, count);
  }

  private static Term root(Group group, long root) {
    if (root < 0) {
      throw group.fault("root " + root, "at least 0");
    }
    return Term.constant(root);
  }

  /** Returns lists with as many items as the event's count. */
  private Values counted(
      RawEvent event,
      ValuesByGroup stored,
      UnaryOperator<long[]> list,
      LongFunction<Term> meaning) {
    ValuesByGroup counts =
        RequiredParameters.require(event, ParameterTags.COUNT).covering(event.ranks(), "count");
    List<Lengths> lengths = new ArrayList<>();
    for (Group count : counts.list()) {
      lengths.add(new Lengths(count.ranks(), count.numbers()));
    }
    return lists(stored, lengths, list, meaning);
  }

  /** Returns lists with an item for each process of the communicator. */
  private Values perProcess(
      MpiCall call, ValuesByGroup stored, Values communicator, boolean counts) {
    List<Lengths> lengths = new ArrayList<>();
    for (Piece piece : communicator.pieces()) {
      lengths.add(new Lengths(piece.ranks(), sizes(piece.sequence())));
    }
    LongFunction<Term> meaning =
        number -> Term.constant(counts ? count(call, stored.place(), number) : number);
    return lists(stored, lengths, list -> list, meaning);
  }

  private Values lists(
      ValuesByGroup stored,
      List<Lengths> lengths,
      UnaryOperator<long[]> list,
      LongFunction<Term> meaning) {
    List<Piece> pieces = new ArrayList<>();
    for (Lengths length : lengths) {
      Map<long[], List<Integer>> byNumbers = new LinkedHashMap<>();
      if (stored.list().size() == 1) {
        Sequence sequence = tuples.cut(
            stored.place(), stored.list().getFirst().numbers(), length.numbers(), list, meaning);
        pieces.add(new Piece(length.ranks(), sequence));
        continue;
      }
      length
          .ranks()
          .forEach(rank -> byNumbers
              .computeIfAbsent(stored.of(rank).numbers(), numbers -> new ArrayList<>())
              .add(rank));
      byNumbers.forEach((numbers, ranks) -> pieces.add(new Piece(
          RankList.of(ranks),
          tuples.cut(stored.place(), numbers, length.numbers(), list, meaning))));
    }
    return new Values(pieces);
  }

  private long[] sizes(Sequence ids) {
    long[] sizes = new long[ids.period()];
    for (int element = 0; element < sizes.length; element++) {
      sizes[element] = ids.kind(element, 0) == Term.Kind.NONE
          ? 0
          : communicators.size((int) ids.number(element, 0));
    }
    return sizes;
  }
}
