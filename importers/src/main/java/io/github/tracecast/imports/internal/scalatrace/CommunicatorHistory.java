package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.imports.internal.communicators.CommunicatorReplay;
import io.github.tracecast.imports.internal.communicators.CommunicatorReplay.Stuck;
import io.github.tracecast.imports.internal.communicators.GroupTable;
import io.github.tracecast.imports.internal.communicators.Making;
import io.github.tracecast.imports.internal.communicators.MakingResults;
import io.github.tracecast.imports.internal.communicators.RunCommunicator;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the communicators that the calls of a file make, and gives them ids that all ranks share.
 * The file identifies a communicator by a separate count of each rank and does not list its
 * members. A call with a fault is refused, because a file has all calls of a run. Not thread-safe.
 */
final class CommunicatorHistory implements MakingResults {
  /** The id of MPI_COMM_NULL. */
  static final int NONE = -2;

  /**
   * The first handle that a rank gives to a new communicator. It is also the number of handles that
   * the recorder distinguishes, so the 1001st communicator gets the handle of the first
   * communicator again.
   */
  private static final int FIRST = 1000;

  /** The handle of MPI_COMM_NULL. Predefined handles are below {@link #FIRST}. */
  private static final int INDEX_NULL = 0;

  private static final int INDEX_SELF = 1;
  private static final int INDEX_WORLD = 2;

  private static final Set<MpiCall> COLLECTIVE =
      EnumSet.of(MpiCall.COMM_SPLIT, MpiCall.COMM_DUP, MpiCall.COMM_CREATE, MpiCall.CART_CREATE);
  private static final Set<MpiCall> UNKNOWN = EnumSet.of(
      MpiCall.CART_SUB, MpiCall.GRAPH_CREATE, MpiCall.INTERCOMM_CREATE, MpiCall.INTERCOMM_MERGE);
  /**
   * The calls of a class of ranks that make communicators or groups: for each call, its event and
   * the number of earlier executions of the event.
   */
  private record Steps(int[] events, int[] executions) {}

  private final List<RawEvent> events;
  private final int ranks;
  private final GroupTable groups;

  /** The ids of the communicators that each rank made, in order. */
  private final IntArrayList[] ids;

  /** The number of groups that each rank has made. */
  private final int[] groupsMade;

  /** The call that each rank is executing. */
  private final Execution[] current;

  private final List<Communicator> communicators = new ArrayList<>();
  private final Map<Integer, Integer> idOfSelf = new HashMap<>();
  private final Map<Integer, Integer> idOfRun = new HashMap<>();

  /** The ids of new communicators by event, then by rank and execution. */
  private final Map<Integer, int[][]> newCommunicators = new TreeMap<>();

  CommunicatorHistory(List<RawEvent> events, int ranks, LoopSpans loops) {
    this.events = events;
    this.ranks = ranks;
    groups = new GroupTable(ranks);
    ids = new IntArrayList[ranks];
    Arrays.setAll(ids, rank -> new IntArrayList());
    groupsMade = new int[ranks];
    current = new Execution[ranks];
    communicators.addAll(Communicator.PREDEFINED);
    for (RawEvent event : events) {
      MpiCall call = event.call();
      if (UNKNOWN.contains(call)) {
        throw event.fault(
            event.callName(),
            "calls whose result is known: MPI_Comm_split, _dup, _create, MPI_Cart_create");
      }
      if (makes(call)) {
        replay(loops);
        break;
      }
    }
  }

  List<Group> groups() {
    return groups.toTrace();
  }

  List<Communicator> communicators() {
    return communicators;
  }

  int size(int communicator) {
    int group = communicators.get(communicator).group();
    return group == Communicator.SELF_GROUP ? 1 : groups.get(group).size();
  }

  /** Returns the local rank of a world rank that is a member of a communicator. */
  int localRank(int communicator, int world) {
    int group = communicators.get(communicator).group();
    return group == Communicator.SELF_GROUP ? 0 : groups.get(group).localRank(world);
  }

  boolean worldLike(int communicator) {
    return communicators.get(communicator).group() == 0;
  }

  /** Returns the id of the communicator with a rank's handle, or {@link #NONE}. */
  int communicator(Place place, int rank, long index) {
    if (index == INDEX_WORLD) {
      return Communicator.WORLD;
    }
    if (index == INDEX_SELF) {
      return Communicator.SELF;
    }
    if (index == INDEX_NULL) {
      return NONE;
    }
    if (index < FIRST || index - FIRST >= ids[rank].size()) {
      throw place.fault(
          "communicator " + index + " of rank " + rank,
          "0, 1, 2 or a communicator that the rank created; the recorder misses some calls that create communicators (MPI_Cart_create, MPI_Intercomm_create)");
    }
    return ids[rank].getInt((int) index - FIRST);
  }

  boolean makes(int event) {
    return newCommunicators.containsKey(event);
  }

  /**
   * Returns the ids of the communicators that a rank made by an event, one for each execution; null
   * if there are none.
   */
  int @Nullable [] newCommunicators(int event, int rank) {
    int[][] ofEvent = newCommunicators.get(event);
    return ofEvent == null ? null : ofEvent[rank];
  }

  private void replay(LoopSpans loops) {
    Steps[] steps = new Steps[loops.classCount()];
    Arrays.setAll(steps, id -> steps(loops.program(id)));
    Stuck stuck = new CommunicatorReplay(
            ranks, groups, rank -> calls(rank, steps[loops.classOf(rank)]), this)
        .run();
    if (stuck != null) {
      RawEvent event = current[stuck.rank()].event();
      int parent = parent(current[stuck.rank()]);
      throw event.fault(
          event.callName() + " by " + stuck.waiting() + " of " + size(parent) + " members of "
              + communicators.get(parent).name(),
          "a call by every member");
    }
  }

  /**
   * Returns the calls of a rank. Each call is created only after all earlier calls have their
   * results.
   */
  private Iterator<Making> calls(int rank, Steps steps) {
    return IntStream.range(0, steps.events().length)
        .mapToObj(step -> {
          current[rank] = new Execution(
              steps.events()[step],
              events.get(steps.events()[step]),
              rank,
              steps.executions()[step]);
          return making(current[rank]);
        })
        .iterator();
  }

  private Steps steps(RankProgram program) {
    int[] count = new int[events.size()];
    IntArrayList steps = new IntArrayList();
    IntArrayList executions = new IntArrayList();
    program.walk(event -> makes(call(event)), event -> {
      if (steps.size() == 2 * FIRST) {
        throw tooManyHandles(
            events.get(event),
            "more than " + FIRST + " communicators or groups created by one rank");
      }
      steps.add(event);
      executions.add(count[event]++);
    });
    return new Steps(steps.toIntArray(), executions.toIntArray());
  }

  /** Returns the error for a rank that creates more handles than the recorder distinguishes. */
  private static TraceException tooManyHandles(RawEvent event, String found) {
    return event.fault(
        found,
        "at most " + FIRST
            + ", because the recorder's full table of handles makes later handles ambiguous");
  }

  private static boolean makes(MpiCall call) {
    return COLLECTIVE.contains(call) || call.has(CallArgument.NEW_GROUP);
  }

  private MpiCall call(int event) {
    return events.get(event).call();
  }

  private int parent(Execution call) {
    RawEvent event = call.event();
    int parent = communicator(
        event.place(), call.rank(), call.argument(ParameterTags.COMMUNICATOR, "communicator"));
    if (parent == NONE) {
      throw event.fault(
          event.callName() + " on MPI_COMM_NULL by rank " + call.rank(), "a communicator");
    }
    return parent;
  }

  private Making making(Execution execution) {
    MpiCall call = execution.event().call();
    long next = FIRST + ids[execution.rank()].size();
    return switch (call) {
      case GROUP_INCL, GROUP_EXCL ->
        ofPlaces(execution, execution.list(ParameterTags.RANKS, 1, ranks));
      case GROUP_RANGE_INCL, GROUP_RANGE_EXCL ->
        ofPlaces(execution, execution.list(ParameterTags.RANGES, 3, ranks));
      case GROUP_UNION, GROUP_INTERSECTION, GROUP_DIFFERENCE ->
        new Making.GroupOfTwo(
            call,
            execution.group(ParameterTags.GROUP_1),
            execution.group(ParameterTags.GROUP_2),
            nextGroup(execution));
      case COMM_GROUP -> new Making.GroupOf(call, oldHandle(execution), nextGroup(execution));
      case COMM_SPLIT ->
        new Making.Split(
            call,
            oldHandle(execution),
            next,
            execution.argument(ParameterTags.COLOR, "colour"),
            Math.floorMod(
                execution.argument(ParameterTags.KEY, "key") + execution.rank(), (long) ranks));
      case COMM_CREATE ->
        new Making.OfGroup(call, oldHandle(execution), next, execution.group(ParameterTags.GROUP));
      case CART_CREATE -> new Making.Grid(call, oldHandle(execution), next, execution.extents());
      default -> new Making.Duplicate(call, oldHandle(execution), next);
    };
  }

  private Making ofPlaces(Execution call, long[] places) {
    return new Making.GroupOfPlaces(
        call.event().call(), call.group(ParameterTags.GROUP), places, nextGroup(call));
  }

  /**
   * Returns the replay's handle for the communicator of a call. Refuses an unknown communicator.
   */
  private long oldHandle(Execution call) {
    return parent(call) == Communicator.SELF
        ? Making.SELF
        : call.argument(ParameterTags.COMMUNICATOR, "communicator");
  }

  private long nextGroup(Execution call) {
    if (groupsMade[call.rank()] == FIRST) {
      throw call.event()
          .fault(
              "more than " + FIRST + " groups created by rank " + call.rank(),
              "at most " + FIRST
                  + ", which is the number of groups that the recorder distinguishes");
    }
    return FIRST + groupsMade[call.rank()]++;
  }

  @Override
  public void fault(int rank, String found, String expected) {
    throw current[rank].event().fault(found, expected);
  }

  @Override
  public void made(int rank, @Nullable RunCommunicator communicator) {
    Execution call = current[rank];
    int id = communicator == null ? NONE : id(call, communicator);
    if (ids[rank].size() == FIRST) {
      throw tooManyHandles(
          call.event(), "more than " + FIRST + " communicators created by rank " + rank);
    }
    ids[rank].add(id);
    int[][] ofEvent = newCommunicators.computeIfAbsent(call.index(), e -> new int[ranks][]);
    int[] before = ofEvent[rank];
    ofEvent[rank] = before == null ? new int[1] : Arrays.copyOf(before, before.length + 1);
    ofEvent[rank][ofEvent[rank].length - 1] = id;
  }

  /**
   * Returns the id of a new communicator. Communicators that ranks make from MPI_COMM_SELF in the
   * same call share an id.
   */
  private int id(Execution call, RunCommunicator communicator) {
    String name = call.event().callName() + " of ";
    int parent = parent(call);
    Communicator old = communicators.get(parent);
    if (old.isSelf()) {
      return idOfSelf.computeIfAbsent(
          call.index() * 2 * FIRST + call.execution(),
          key -> add(name + "MPI_COMM_SELF", Communicator.SELF_GROUP));
    }
    String of = parent < Communicator.FIRST_USER ? old.name() : "communicator " + parent;
    return idOfRun.computeIfAbsent(
        communicator.id(), id -> add(name + of, communicator.group().id()));
  }

  private int add(String name, int group) {
    communicators.add(new Communicator(name, group));
    return communicators.size() - 1;
  }
}
