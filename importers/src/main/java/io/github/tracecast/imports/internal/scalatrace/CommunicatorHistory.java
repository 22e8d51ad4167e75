package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Replays the calls that create communicators and groups. This is necessary because the file names
 * a communicator by a separate count of each rank, and does not list its members. A rank runs up to
 * a collective call and waits there for the other members of the parent. The last one creates the
 * new communicators with ids that all ranks share. O(ranks x such calls). Not thread-safe.
 */
final class CommunicatorHistory {
  /** MPI_COMM_NULL. */
  static final int NONE = -2;

  /** Indices below {@link Handles#FIRST}. */
  private static final int INDEX_NULL = 0;

  private static final int INDEX_SELF = 1;
  private static final int INDEX_WORLD = 2;

  private static final Set<MpiCall> COLLECTIVE =
      EnumSet.of(MpiCall.COMM_SPLIT, MpiCall.COMM_DUP, MpiCall.COMM_CREATE, MpiCall.CART_CREATE);
  private static final Set<MpiCall> UNKNOWN = EnumSet.of(
      MpiCall.CART_SUB, MpiCall.GRAPH_CREATE, MpiCall.INTERCOMM_CREATE, MpiCall.INTERCOMM_MERGE);
  private static final Set<MpiCall> OF_GROUPS = EnumSet.of(
      MpiCall.COMM_GROUP,
      MpiCall.GROUP_INCL,
      MpiCall.GROUP_EXCL,
      MpiCall.GROUP_RANGE_INCL,
      MpiCall.GROUP_RANGE_EXCL,
      MpiCall.GROUP_UNION,
      MpiCall.GROUP_INTERSECTION,
      MpiCall.GROUP_DIFFERENCE);

  /** The steps of all ranks of a class: events, and how many times each was executed before. */
  private record Steps(int[] events, int[] executions) {}

  private final List<RawEvent> events;
  private final int ranks;
  private final GroupTable groups;
  private final GroupCalls groupCalls;
  private final CommunicatorCalls calls;
  private final Handles handles;
  private final List<Communicator> communicators = new ArrayList<>();
  private final Map<Integer, Integer> ofSelf = new HashMap<>();

  /** For each event that creates communicators: the results of each rank by execution. */
  private final Map<Integer, int[][]> made = new TreeMap<>();

  CommunicatorHistory(List<RawEvent> events, int ranks, LoopSpans loops) {
    this.events = events;
    this.ranks = ranks;
    groups = new GroupTable(ranks);
    groupCalls = new GroupCalls(ranks, groups);
    calls = new CommunicatorCalls(events, groups, groupCalls);
    handles = new Handles(ranks);
    communicators.add(new Communicator("MPI_COMM_WORLD", 0));
    communicators.add(new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP));
    for (RawEvent event : events) {
      MpiCall call = event.call();
      if (UNKNOWN.contains(call)) {
        throw event.fault(
            event.callName(),
            "calls whose result is known: MPI_Comm_split, _dup, _create, MPI_Cart_create");
      }
      if (COLLECTIVE.contains(call) || OF_GROUPS.contains(call)) {
        run(loops);
        break;
      }
    }
  }

  List<io.github.tracecast.trace.Group> groups() {
    return groups.groups();
  }

  List<Communicator> communicators() {
    return communicators;
  }

  /** Number of processes. */
  int size(int communicator) {
    int group = communicators.get(communicator).group();
    return group == Communicator.SELF_GROUP ? 1 : groups.members(group).length;
  }

  /**
   * Returns world ranks by local rank; null for MPI_COMM_SELF and communicators created from it.
   */
  int @Nullable [] members(int communicator) {
    int group = communicators.get(communicator).group();
    return group == Communicator.SELF_GROUP ? null : groups.members(group);
  }

  /** Local rank of a world rank in one of its communicators. */
  int localRank(int communicator, int world) {
    int group = communicators.get(communicator).group();
    return group == Communicator.SELF_GROUP ? 0 : groups.localRank(group, world);
  }

  boolean worldLike(int communicator) {
    return communicators.get(communicator).group() == 0;
  }

  /** The meaning of a rank's handle: a communicator's id or {@link #NONE}. */
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
    if (!handles.has(rank, index)) {
      throw place.fault(
          "communicator " + index + " of rank " + rank,
          "0, 1, 2 or a communicator that the rank created; the recorder misses some calls that create one (MPI_Cart_create, MPI_Intercomm_create)");
    }
    return handles.get(rank, index);
  }

  /** Whether the event makes communicators. */
  boolean makes(int event) {
    return made.containsKey(event);
  }

  /** The results of a rank at the executions of an event, null if there are none. */
  int @Nullable [] made(int event, int rank) {
    int[][] ofEvent = made.get(event);
    return ofEvent == null ? null : ofEvent[rank];
  }

  private void run(LoopSpans loops) {
    Steps[] steps = new Steps[loops.classCount()];
    for (int id = 0; id < steps.length; id++) {
      steps[id] = steps(loops.program(id));
    }
    int[] next = new int[ranks];
    Deque<Integer> ready = new ArrayDeque<>();
    for (int rank = 0; rank < ranks; rank++) {
      ready.add(rank);
    }
    Map<Integer, List<Integer>> waiting = new TreeMap<>();
    while (!ready.isEmpty()) {
      int rank = ready.poll();
      Steps mine = steps[loops.classOf(rank)];
      while (next[rank] < mine.events().length) {
        int event = mine.events()[next[rank]];
        int execution = mine.executions()[next[rank]];
        if (OF_GROUPS.contains(call(event))) {
          int group = call(event) == MpiCall.COMM_GROUP ? groupOf(event, rank, execution) : -1;
          groupCalls.run(events.get(event), rank, execution, group);
          next[rank]++;
          continue;
        }
        int parent = parent(event, rank, execution);
        if (communicators.get(parent).isSelf()) {
          make(event, rank, selfCopy(event, execution));
          next[rank]++;
          continue;
        }
        List<Integer> here = waiting.computeIfAbsent(parent, p -> new ArrayList<>());
        here.add(rank);
        if (here.size() == size(parent)) {
          waiting.remove(parent);
          complete(parent, steps, loops, next);
          here.sort(null);
          here.forEach(member -> next[member]++);
          ready.addAll(here);
        }
        break;
      }
    }
    if (!waiting.isEmpty()) {
      Map.Entry<Integer, List<Integer>> first = waiting.entrySet().iterator().next();
      int rank = first.getValue().getFirst();
      RawEvent event = events.get(steps[loops.classOf(rank)].events()[next[rank]]);
      throw event.fault(
          event.callName() + " by " + first.getValue().size() + " of " + size(first.getKey())
              + " members of " + communicators.get(first.getKey()).name(),
          "a call by every member");
    }
  }

  private Steps steps(RankProgram program) {
    int[] count = new int[events.size()];
    IntArrayList steps = new IntArrayList();
    IntArrayList executions = new IntArrayList();
    program.walk(
        event -> COLLECTIVE.contains(call(event)) || OF_GROUPS.contains(call(event)), event -> {
          if (steps.size() == 2 * Handles.FIRST) {
            throw full(
                event,
                "more than " + Handles.FIRST + " communicators or groups created by one rank");
          }
          steps.add(event);
          executions.add(count[event]++);
        });
    return new Steps(steps.toIntArray(), executions.toIntArray());
  }

  /** The error that a rank creates more than the recorder can tell apart. */
  private TraceException full(int event, String found) {
    RawEvent raw = events.get(event);
    return raw.fault(
        found,
        "at most " + Handles.FIRST
            + ": the recorder's table of handles is full after that, so later handles are ambiguous");
  }

  private MpiCall call(int event) {
    return events.get(event).call();
  }

  private int parent(int event, int rank, int execution) {
    RawEvent raw = events.get(event);
    int parent = communicator(
        raw.place(),
        rank,
        raw.argument(ParameterTags.COMMUNICATOR, rank, execution, "communicator"));
    if (parent == NONE) {
      throw raw.fault(raw.callName() + " on MPI_COMM_NULL by rank " + rank, "a communicator");
    }
    return parent;
  }

  private int groupOf(int event, int rank, int execution) {
    int group = communicators.get(parent(event, rank, execution)).group();
    return group == Communicator.SELF_GROUP ? groups.id(new int[] {rank}) : group;
  }

  private int selfCopy(int event, int execution) {
    if (call(event) != MpiCall.COMM_DUP && call(event) != MpiCall.COMM_SPLIT) {
      throw events
          .get(event)
          .fault(
              events.get(event).callName() + " on MPI_COMM_SELF", "MPI_Comm_dup or MPI_Comm_split");
    }
    return ofSelf.computeIfAbsent(event * 2 * Handles.FIRST + execution, key -> {
      communicators.add(new Communicator(
          events.get(event).callName() + " of MPI_COMM_SELF", Communicator.SELF_GROUP));
      return communicators.size() - 1;
    });
  }

  /** Creates the result of a call after all members have arrived. */
  private void complete(int parent, Steps[] steps, LoopSpans loops, int[] next) {
    int[] members = Objects.requireNonNull(members(parent)); // of MPI_COMM_SELF no others arrive
    int[] at = new int[members.length];
    int[] execution = new int[members.length];
    for (int local = 0; local < members.length; local++) {
      Steps mine = steps[loops.classOf(members[local])];
      at[local] = mine.events()[next[members[local]]];
      execution[local] = mine.executions()[next[members[local]]];
      if (call(at[local]) != call(at[0])) {
        throw events
            .get(at[local])
            .fault(
                events.get(at[local]).callName() + " by rank " + members[local] + " while rank "
                    + members[0] + " calls " + events.get(at[0]).callName(),
                "the same call by all members of " + communicators.get(parent).name());
      }
    }
    String name = events.get(at[0]).callName() + " of "
        + (parent < Communicator.FIRST_USER
            ? communicators.get(parent).name()
            : "communicator " + parent);
    int[] groupOfLocal =
        calls.newGroups(members, at, execution, communicators.get(parent).group());
    Map<Integer, Integer> idOfGroup = new TreeMap<>();
    for (int local = 0; local < members.length; local++) {
      int group = groupOfLocal[local];
      int id = group == GroupTable.EMPTY
          ? NONE
          : idOfGroup.computeIfAbsent(group, g -> {
            communicators.add(new Communicator(name, g));
            return communicators.size() - 1;
          });
      make(at[local], members[local], id);
    }
  }

  private void make(int event, int rank, int id) {
    if (!handles.add(rank, id)) {
      throw full(event, "more than " + Handles.FIRST + " communicators created by rank " + rank);
    }
    int[][] ofEvent = made.computeIfAbsent(event, e -> new int[ranks][]);
    int[] before = ofEvent[rank];
    ofEvent[rank] = before == null ? new int[1] : Arrays.copyOf(before, before.length + 1);
    ofEvent[rank][ofEvent[rank].length - 1] = id;
  }
}
