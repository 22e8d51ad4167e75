package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.dumpi.FirstPass.Step;
import io.github.tracecast.trace.MpiCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the members of all communicators. Each rank's file has its own numbers of communicators. So
 * the calls that create them are executed as in MPI. A rank waits until all members of the old
 * communicator have reached such a call. Then the new ones are created. Each instance is used once.
 * Not thread-safe.
 */
final class CommunicatorSearch {
  /** A rank on its way through its calls. */
  private static final class Rank {
    final int rank;
    final List<Step> steps;
    final Map<Integer, RunCommunicator> communicators = new HashMap<>();
    final Groups groups;

    /** The result of each call that creates a communicator; null if the rank is not a member. */
    final List<RunCommunicator> made = new ArrayList<>();

    int next;
    int selves;

    Rank(int rank, List<Step> steps, RunCommunicator world) {
      this.rank = rank;
      this.steps = steps;
      this.groups = new Groups();
      communicators.put(DumpiHandles.WORLD, world);
      communicators.put(DumpiHandles.SELF, new RunCommunicator("MPI_COMM_SELF", rank));
    }

    Step step() {
      return steps.get(next);
    }

    /** Ends the current call. */
    void make(@Nullable RunCommunicator communicator) {
      int[] numbers = step().numbers();
      int handle = numbers[numbers.length - 1];
      if (communicator != null && handle > DumpiHandles.SELF) {
        communicators.put(handle, communicator);
        made.add(communicator);
      } else {
        made.add(null);
      }
      next++;
    }
  }

  private final Rank[] ranks;
  private final Map<Integer, Integer> numbers = new HashMap<>();

  /** Ranks that wait in a call on a communicator, by {@link #meetingPlace}. */
  private final Map<Object, List<Rank>> waiting = new HashMap<>();

  private final ArrayDeque<Rank> ready = new ArrayDeque<>();

  /** The call that is being carried out. */
  private MpiCall making = MpiCall.OTHER;

  private CommunicatorSearch(int size, Map<Integer, FirstPass> scans) {
    RunCommunicator world =
        new RunCommunicator("MPI_COMM_WORLD", IntStream.range(0, size).toArray());
    this.ranks = new Rank[size];
    scans.forEach((rank, scan) -> ranks[rank] = new Rank(rank, scan.steps(), world));
  }

  /**
   * Carries out all calls.
   *
   * @param size of MPI_COMM_WORLD
   * @param scans by rank; ranks without a file are missing, also in communicators
   */
  static CommunicatorSearch of(int size, Map<Integer, FirstPass> scans) {
    CommunicatorSearch all = new CommunicatorSearch(size, scans);
    all.run();
    return all;
  }

  /**
   * Returns the communicators that a rank's calls created, in order. There are fewer than calls if
   * other ranks never joined.
   */
  List<RunCommunicator> madeBy(int rank) {
    return ranks[rank].made;
  }

  /** Returns the first waiting rank if communicators could not be found; null if all were found. */
  @Nullable String stuck() {
    for (Rank rank : ranks) {
      if (rank != null && rank.next < rank.steps.size()) {
        return "rank " + rank.rank + " is in a call of " + rank.step().call().mpiName()
            + " that not all members of its communicator recorded";
      }
    }
    return null;
  }

  private void run() {
    for (Rank rank : ranks) {
      if (rank != null) {
        ready.add(rank);
      }
    }
    while (!ready.isEmpty()) {
      advance(ready.remove());
    }
  }

  private void advance(Rank rank) {
    while (rank.next < rank.steps.size()) {
      Step step = rank.step();
      switch (step.call()) {
        case COMM_FREE, COMM_DISCONNECT -> {
          rank.communicators.remove(step.numbers()[0]);
          rank.next++;
        }
        case COMM_GROUP, COMM_REMOTE_GROUP -> {
          RunCommunicator of = rank.communicators.get(step.numbers()[0]);
          rank.groups.put(
              step.numbers()[1],
              of == null ? null : step.call() == MpiCall.COMM_GROUP ? of.members() : remote(of));
          rank.next++;
        }
        case COMM_SPAWN, COMM_SPAWN_MULTIPLE, COMM_ACCEPT, COMM_CONNECT, COMM_JOIN ->
          rank.make(null);
        default -> {
          if (step.call().family() == MpiCall.Family.GROUP) {
            rank.groups.take(step);
            rank.next++;
          } else {
            join(rank, step);
            return;
          }
        }
      }
    }
  }

  /** The other group of a communicator; null if it has none. */
  private static int @Nullable [] remote(RunCommunicator communicator) {
    return communicator.isInter() ? communicator.remote() : null;
  }

  /** Handle of the communicator that the new one is made from. */
  static int old(Step step) {
    return switch (step.call()) {
      case CART_SUB, GRAPH_CREATE -> step.numbers()[1];
      default -> step.numbers()[0];
    };
  }

  private void join(Rank rank, Step step) {
    RunCommunicator old = rank.communicators.get(old(step));
    if (old == null) {
      rank.make(null);
      ready.add(rank);
      return;
    }
    Object place = meetingPlace(old);
    List<Rank> there = waiting.computeIfAbsent(place, o -> new ArrayList<>());
    there.add(rank);
    long present =
        Arrays.stream(old.members()).filter(member -> ranks[member] != null).count();
    if (old.isInter()) {
      present +=
          Arrays.stream(old.remote()).filter(member -> ranks[member] != null).count();
    }
    if (there.size() == present) {
      waiting.remove(place);
      if (step.call() == MpiCall.INTERCOMM_CREATE) {
        bridge(old, there);
      } else {
        make(old, there);
      }
    }
  }

  /**
   * Returns the same object for all members, because each group of an inter-communicator has a
   * separate record.
   */
  private static Object meetingPlace(RunCommunicator communicator) {
    return !communicator.isInter()
        ? communicator
        : communicator.members()[0] < communicator.remote()[0]
            ? communicator.members()
            : communicator.remote();
  }

  private void make(RunCommunicator old, List<Rank> there) {
    Map<Integer, Integer> localRanks = new HashMap<>();
    for (int local = 0; local < old.members().length; local++) {
      localRanks.put(old.members()[local], local);
    }
    there.sort((a, b) ->
        Integer.compare(localRanks.getOrDefault(a.rank, 0), localRanks.getOrDefault(b.rank, 0)));
    making = there.getFirst().step().call();
    switch (making) {
      case COMM_DUP -> {
        if (old.isInter()) {
          forAll(there, old);
        } else {
          forAll(there, created(there, old.members(), old.dimensions()));
        }
      }
      case COMM_SPLIT -> byKey(there, rank -> (long) rank.step().numbers()[1]);
      case COMM_CREATE -> created(there);
      case CART_CREATE -> {
        int[] dimensions = there.getFirst().step().list();
        firstOf(there, old, product(dimensions), dimensions);
      }
      case GRAPH_CREATE -> firstOf(there, old, there.getFirst().step().numbers()[2], null);
      case CART_SUB -> cartesianSub(there, old);
      case INTERCOMM_MERGE -> merge(there, old);
      default -> forAll(there, null);
    }
    ready.addAll(there);
  }

  private static void forAll(List<Rank> there, @Nullable RunCommunicator communicator) {
    there.forEach(rank -> rank.make(communicator));
  }

  /** A new communicator of these world ranks. */
  private RunCommunicator created(List<Rank> there, int[] members, int @Nullable [] dimensions) {
    Rank root = ranks[members[0]] == null ? there.getFirst() : ranks[members[0]];
    int number =
        members.length == 1 ? root.selves++ : numbers.merge(members[0], 1, Integer::sum) - 1;
    return new RunCommunicator(
        making.mpiName() + " " + number + " of rank " + members[0], members, dimensions, number);
  }

  /** The colour of a rank: ranks with equal colours form one communicator. */
  private interface Colour {
    long of(Rank rank);
  }

  /** Ranks of one colour, by key and then by old rank. */
  private void byKey(List<Rank> there, Colour colour) {
    Map<Long, List<Rank>> colours = new java.util.TreeMap<>();
    for (Rank rank : there) {
      int[] arguments = rank.step().numbers();
      if (arguments[arguments.length - 1] == DumpiHandles.COMM_NULL) {
        rank.make(null);
      } else {
        colours.computeIfAbsent(colour.of(rank), c -> new ArrayList<>()).add(rank);
      }
    }
    for (List<Rank> members : colours.values()) {
      members.sort((a, b) -> Integer.compare(key(a), key(b)));
      RunCommunicator made =
          created(members, members.stream().mapToInt(rank -> rank.rank).toArray(), null);
      forAll(members, made);
    }
  }

  /** MPI sorts by it; calls without one keep the old order. */
  private static int key(Rank rank) {
    return rank.step().call() == MpiCall.COMM_SPLIT ? rank.step().numbers()[2] : 0;
  }

  /** Members that give the same group create one communicator. */
  private void created(List<Rank> there) {
    Map<String, RunCommunicator> made = new HashMap<>();
    for (Rank rank : there) {
      int[] group = rank.groups.get(rank.step().numbers()[1]);
      if (group != null && Arrays.stream(group).anyMatch(one -> one == rank.rank)) {
        rank.make(made.computeIfAbsent(Arrays.toString(group), g -> created(there, group, null)));
      } else {
        rank.make(null);
      }
    }
  }

  private void firstOf(
      List<Rank> there, RunCommunicator old, long count, int @Nullable [] dimensions) {
    int size = (int) Math.max(0, Math.min(count, old.members().length));
    RunCommunicator made =
        size == 0 ? null : created(there, Arrays.copyOf(old.members(), size), dimensions);
    Set<Integer> members = new HashSet<>();
    for (int i = 0; i < size; i++) {
      members.add(old.members()[i]);
    }
    for (Rank rank : there) {
      rank.make(members.contains(rank.rank) ? made : null);
    }
  }

  private static long product(int @Nullable [] numbers) {
    long product = 1;
    for (int number : numbers == null ? new int[0] : numbers) {
      product = number < 1 || product > Integer.MAX_VALUE ? 0 : product * number;
    }
    return product;
  }

  /** Ranks with the same coordinates in the dimensions that are dropped. */
  private void cartesianSub(List<Rank> there, RunCommunicator old) {
    int[] dimensions = old.dimensions();
    if (dimensions == null) {
      forAll(there, null);
      return;
    }
    byKey(there, rank -> {
      int[] remain = rank.step().list();
      long place = old.localRank(rank.rank);
      long colour = 0;
      long stride = 1;
      for (int d = dimensions.length - 1; d >= 0; d--) {
        if (remain == null || d >= remain.length || remain[d] == 0) {
          colour += place % dimensions[d] * stride;
          stride *= dimensions[d];
        }
        place /= dimensions[d];
      }
      return colour;
    });
    for (Rank rank : there) {
      RunCommunicator made = rank.made.getLast();
      Step step = rank.steps.get(rank.next - 1);
      if (made != null && step.list() != null) {
        RunCommunicator shaped = new RunCommunicator(
            made.name(), made.members(), kept(dimensions, step.list()), made.number());
        rank.made.set(rank.made.size() - 1, shaped);
        rank.communicators.put(step.numbers()[step.numbers().length - 1], shaped);
      }
    }
  }

  private static int[] kept(int[] dimensions, int[] remain) {
    return IntStream.range(0, Math.min(dimensions.length, remain.length))
        .filter(d -> remain[d] != 0)
        .map(d -> dimensions[d])
        .toArray();
  }

  /** The group that has said low comes first. */
  private void merge(List<Rank> there, RunCommunicator old) {
    if (!old.isInter()) {
      forAll(there, null);
      return;
    }
    Set<Integer> low = new HashSet<>();
    there.stream()
        .filter(rank -> rank.step().numbers()[1] == 0)
        .forEach(rank -> low.add(rank.rank));
    boolean first =
        low.contains(old.members()[0]) || (low.isEmpty() && old.members()[0] < old.remote()[0]);
    int[] one = first ? old.members() : old.remote();
    int[] other = first ? old.remote() : old.members();
    int[] all = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, all, one.length, other.length);
    forAll(there, created(there, all, null));
  }

  /** Groups that wait for their counterpart, by leader and tag. */
  private final Map<List<Integer>, List<Rank>> halves = new HashMap<>();

  private final Map<List<Integer>, RunCommunicator> locals = new HashMap<>();

  /** Both groups of an inter-communicator are there once each has found the other's leader. */
  private void bridge(RunCommunicator local, List<Rank> there) {
    Step step = there.getFirst().step();
    int leader = local.members()[Math.floorMod(step.numbers()[1], local.members().length)];
    Rank leading = ranks[leader];
    Step ofLeader = leading == null ? step : leading.step();
    RunCommunicator peers =
        leading == null ? null : leading.communicators.get(ofLeader.numbers()[2]);
    int place = ofLeader.numbers()[3];
    if (peers == null || place < 0 || place >= peers.members().length) {
      forAll(there, null);
      ready.addAll(there);
      return;
    }
    int remoteLeader = peers.members()[place];
    int tag = ofLeader.numbers()[4];
    List<Integer> wanted = List.of(remoteLeader, leader, tag);
    List<Rank> others = halves.remove(wanted);
    RunCommunicator otherLocal = locals.remove(wanted);
    if (others == null || otherLocal == null) {
      halves.put(List.of(leader, remoteLeader, tag), there);
      locals.put(List.of(leader, remoteLeader, tag), local);
      return;
    }
    String name = "MPI_Intercomm_create of ranks " + remoteLeader + " and " + leader;
    forAll(there, RunCommunicator.between(name, local.members(), otherLocal.members()));
    forAll(others, RunCommunicator.between(name, otherLocal.members(), local.members()));
    ready.addAll(there);
    ready.addAll(others);
  }
}
