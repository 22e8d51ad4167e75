package io.github.tracecast.compress;

import io.github.tracecast.compress.rules.MultiplesOfRank;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.LazyList;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Creates the trace of a merged program. Definitions are numbered in the order of their first use,
 * and communicators in {@link FamilyOrder}, so that the result does not depend on the order of the
 * tasks. Each instance is used once.
 */
final class TraceAssembly {
  private final MergedProgram program;
  private final Definitions definitions;
  private final CompressOptions options;
  private final Numbering sites = new Numbering();
  private final Numbering datatypes = new Numbering();
  private final Numbering groups = new Numbering();
  private final int[] communicatorIds;
  private final List<Communicator> communicators = new ArrayList<>();

  /** The price of {@link DeltaBudget}. Times by execution are written if their worth exceeds this price. */
  private final double price;

  /** Numbers definitions in the order of their first use. */
  private static final class Numbering {
    private final Map<Integer, Integer> ids = new LinkedHashMap<>();

    int of(int handle) {
      return ids.computeIfAbsent(handle, key -> ids.size());
    }

    <T> List<T> pick(List<T> definitions) {
      return ids.keySet().stream().map(definitions::get).toList();
    }
  }

  private TraceAssembly(MergedProgram program, Definitions definitions, CompressOptions options) {
    this.program = program;
    this.definitions = definitions;
    this.options = options;
    this.price = price();
    groups.of(0);
    List<Communicator> all = definitions.communicators();
    communicatorIds = new int[all.size()];
    for (int handle : FamilyOrder.of(definitions, all)) {
      communicatorIds[handle] = communicators.size();
      Communicator communicator = all.get(handle);
      communicators.add(
          communicator.isSelf()
              ? communicator
              : new Communicator(
                  communicator.name(), groups.of(communicator.group()), communicator.firstGroup()));
    }
  }

  static Trace of(
      MergedProgram program,
      Definitions definitions,
      CompressOptions options,
      String origin,
      List<String> notes,
      UnaryOperator<Trace> reduced) {
    return new TraceAssembly(program, definitions, options).trace(origin, notes, reduced);
  }

  private Trace trace(String origin, List<String> notes, UnaryOperator<Trace> reduced) {
    for (MergedProgram.Event event : program.events()) {
      sites.of(event.site());
    }
    List<Event> events = events();
    Map<PieceList, Values> iterations = new IdentityHashMap<>();
    List<Loop> loops = program.loops().stream()
        .map(loop -> new Loop(
            loop.first(),
            loop.last(),
            loop.ranks(),
            iterations.computeIfAbsent(loop.iterations(), pieces -> pieces.values(t -> t))))
        .toList();
    List<CallSite> siteNames = sites.pick(definitions.sites());
    List<Datatype> types = datatypes.pick(definitions.datatypes());
    List<Group> members = groups.pick(definitions.groups());
    Header header = new Header(definitions.ranks(), (int) program.requestRing(), origin, notes);
    return reduced.apply(MultiplesOfRank.joined(
        new Trace(header, siteNames, types, members, communicators, events, loops)));
  }

  /**
   * Returns the events of the trace. If the program keeps its calls packed, events are created on
   * each access. The first pass over the events numbers the definitions.
   */
  private List<Event> events() {
    List<MergedProgram.Event> all = program.events();
    if (!(all instanceof LazyList)) {
      return all.stream().map(this::event).toList();
    }
    all.forEach(this::event);
    return new LazyList<>() {
      @Override
      public Event get(int index) {
        return event(all.get(index));
      }

      @Override
      public int size() {
        return all.size();
      }
    };
  }

  private Event event(MergedProgram.Event event) {
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    for (int i = 0; i < event.parameters().length; i++) {
      Parameter parameter = event.parameters()[i];
      parameters.put(parameter, event.values()[i].values(numbering(parameter)));
    }
    List<Delta> deltas = new ArrayList<>();
    for (int slot = 0; slot < DeltaLog.SLOTS; slot++) {
      if (event.deltas()[slot] != null) {
        event.deltas()[slot].addTo(
            deltas,
            slot,
            options,
            totalOfRank(slot),
            price,
            site -> site < 0 ? site : sites.of(site));
      }
    }
    if (event.calls() != null && event.calls().max() > 1) {
      deltas.add(new Delta(
          Delta.Kind.CALLS,
          Unit.CALLS,
          Delta.AFTER_ANY,
          event.ranks(),
          List.of(event.calls().totals())));
    }
    return new Event(event.call(), sites.of(event.site()), event.ranks(), parameters, deltas);
  }

  /** Returns the total time of an average rank in the whole run, in the unit of a slot. */
  private double totalOfRank(int slot) {
    return DeltaLog.inUnitOf(slot, program.work()) / program.ranks();
  }

  /**
   * Returns the price of {@link DeltaBudget} for times by execution. A run of one rank needs no
   * such times, because its rank never waits. Its program may be long and packed, so it is not
   * searched.
   */
  private double price() {
    if (program.ranks() == 1) {
      return 0;
    }
    List<DeltaBudget.Offer> offers = new ArrayList<>();
    for (MergedProgram.Event event : program.events()) {
      for (int slot = 0; slot < DeltaLog.SLOTS; slot++) {
        if (event.deltas()[slot] != null) {
          offers.add(event.deltas()[slot].offerOfExecutions(totalOfRank(slot)));
        }
      }
    }
    return DeltaBudget.price(offers);
  }

  /** Returns the function that replaces a parameter's handles by numbers in the trace. */
  private UnaryOperator<Terms> numbering(Parameter parameter) {
    return switch (parameter) {
      case COMMUNICATOR, NEW_COMMUNICATOR -> each(handle -> communicatorIds[(int) handle]);
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        each(handle -> datatypes.of((int) handle));
      case GROUP, NEW_GROUP -> each(handle -> groups.of((int) handle));
      default -> UnaryOperator.identity();
    };
  }

  private static UnaryOperator<Terms> each(LongUnaryOperator change) {
    return terms -> terms.mapped(change);
  }
}
