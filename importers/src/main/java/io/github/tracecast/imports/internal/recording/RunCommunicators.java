package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.recording.LogDefinitions.Comm;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The communicators of a run, unified from the logs of its ranks. A communicator is identified by
 * values that every member has without communication: the world rank of local rank 0, the parent,
 * and the number of earlier communicators from that parent. If only the members made the creating
 * call, a hash of the members replaces the parent.
 *
 * <p>An incomplete log may lack communicators of its rank. Then unknown members are chosen among
 * the ranks with incomplete logs, in the order of the parent.
 */
final class RunCommunicators {
  /**
   * @param parent the parent's number in this run. One call can create several communicators from a
   *     parent, which differ in {@code root}.
   */
  private record Key(int root, int parent, long makers, int number) {
    Key ofItsCall() {
      return new Key(-1, parent, makers, number);
    }
  }

  private final String name;
  private final int ranks;
  private final Map<Key, Integer> known = new HashMap<>();

  /** The identities by number in this run; null for MPI_COMM_WORLD and for MPI_COMM_SELF. */
  private final List<Key> keys = new ArrayList<>(Arrays.asList(null, null));

  private final List<Integer> sizes;

  /** The sizes of the first groups of inter-communicators, by number in this run. */
  private final List<Integer> firsts = new ArrayList<>(List.of(0, 0));

  private final List<Integer> knownMembers = new ArrayList<>(List.of(0, 0));

  /** For each number in this run, the number of earlier communicators with the same rank 0. */
  private final int[] numbersAtRoot;

  /**
   * The communicators in which a rank is assumed to be a member, by rank and number in this run.
   */
  private final Map<Integer, Map<Integer, Comm>> assumed = new HashMap<>();

  /**
   * Unifies the communicators of all ranks.
   *
   * @param name the name of the recording in error messages
   * @param logs the definitions of each rank; null for a rank without a log
   * @throws TraceException if a complete recording lacks a communicator that other members have
   */
  RunCommunicators(String name, LogDefinitions[] logs) {
    this.name = name;
    this.ranks = logs.length;
    this.sizes = new ArrayList<>(List.of(ranks, 1));
    for (LogDefinitions log : logs) {
      if (log != null) {
        define(log);
      }
    }
    numbersAtRoot = numberedAtRoots(logs);
    if (IntStream.range(2, keys.size()).anyMatch(this::isIncomplete)) {
      assumeMembers(logs);
    }
  }

  private void define(LogDefinitions log) {
    Map<Integer, Integer> numbers = new HashMap<>(predefined());
    log.communicators.forEach((id, c) -> {
      Key key = key(numbers, c);
      Integer number = known.get(key);
      if (number == null) {
        number = keys.size();
        known.put(key, number);
        keys.add(key);
        sizes.add(c.size());
        firsts.add(c.first());
        knownMembers.add(0);
      }
      knownMembers.set(number, knownMembers.get(number) + 1);
      numbers.put(id, number);
    });
  }

  private static Map<Integer, Integer> predefined() {
    return Map.of(Communicator.WORLD, Communicator.WORLD, Communicator.SELF, Communicator.SELF);
  }

  private Key key(Map<Integer, Integer> numbers, Comm c) {
    Integer parent = numbers.get(c.parent());
    if (parent == null) {
      throw TraceException.inFile(
          name,
          "a communicator that was created from communicator " + c.parent()
              + ", which is defined later",
          "a communicator that was created from an earlier communicator");
    }
    return new Key(c.root(), parent, c.makers(), c.number());
  }

  /** Returns the numbers of a rank's communicators in this run, by their numbers in its log. */
  private Map<Integer, Integer> numbers(LogDefinitions log) {
    Map<Integer, Integer> numbers = new HashMap<>(predefined());
    log.communicators.forEach((id, c) -> numbers.put(id, known.get(key(numbers, c))));
    return numbers;
  }

  /** Returns a communicator's number in this run from its number in the log. */
  private static int number(Map<Integer, Integer> numbers, int id) {
    return Objects.requireNonNull(numbers.get(id));
  }

  /**
   * Assigns numbers to the communicators that have the same local rank 0. The communicators in the
   * log of this rank have the first numbers, in the order of the log.
   */
  private int[] numberedAtRoots(LogDefinitions[] logs) {
    int[] counted = new int[keys.size()];
    Arrays.fill(counted, -1);
    int[] next = new int[ranks];
    for (LogDefinitions log : logs) {
      if (log != null) {
        Map<Integer, Integer> numbers = numbers(log);
        log.communicators.forEach((id, c) -> {
          if (c.localRank() == 0) {
            counted[number(numbers, id)] = next[c.root()]++;
          }
        });
      }
    }
    for (int number = 2; number < counted.length; number++) {
      if (counted[number] < 0) {
        counted[number] = next[keys.get(number).root]++;
      }
    }
    return counted;
  }

  private boolean isIncomplete(int number) {
    return knownMembers.get(number) < sizes.get(number);
  }

  /** Returns the world ranks of each communicator by local rank; -1 for an unknown world rank. */
  private int[][] members(LogDefinitions[] logs) {
    int[][] members = new int[keys.size()][];
    members[Communicator.WORLD] = IntStream.range(0, ranks).toArray();
    members[Communicator.SELF] = new int[0];
    for (int number = 2; number < members.length; number++) {
      members[number] = new int[sizes.get(number)];
      Arrays.fill(members[number], -1);
    }
    for (LogDefinitions log : logs) {
      if (log != null) {
        Map<Integer, Integer> numbers = numbers(log);
        log.communicators.forEach((id, c) -> {
          int[] of = members[number(numbers, id)];
          if (c.localRank() >= of.length) {
            throw TraceException.inFile(
                name, "local rank " + c.localRank(), "a local rank below the size, " + of.length);
          }
          of[c.localRank()] = log.rank;
        });
      }
    }
    return members;
  }

  private void assumeMembers(LogDefinitions[] logs) {
    int[][] members = members(logs);
    Map<Key, BitSet> placed = new HashMap<>();
    for (int number = 2; number < members.length; number++) {
      BitSet ofCall = placed.computeIfAbsent(keys.get(number).ofItsCall(), key -> new BitSet());
      Arrays.stream(members[number]).filter(rank -> rank >= 0).forEach(ofCall::set);
    }
    for (int number = 2; number < members.length; number++) {
      if (isIncomplete(number)) {
        Key key = keys.get(number);
        BitSet ofCall = Objects.requireNonNull(
            placed.get(key.ofItsCall())); // the loop above made a set for each number
        assume(number, members, ofCall, logs);
      }
    }
  }

  /**
   * @param placed the ranks that are already members of this communicator, or of another
   *     communicator from the same call
   */
  private void assume(int number, int[][] members, BitSet placed, LogDefinitions[] logs) {
    Key key = keys.get(number);
    int[] own = members[number];
    for (int local = 0; local < own.length; local++) {
      if (own[local] >= 0) {
        continue;
      }
      int rank = local == 0
          ? key.root
          : Arrays.stream(members[key.parent])
              .filter(one -> one >= 0
                  && one != key.root
                  && !placed.get(one)
                  // if only the members made the creating call (makers), a rank with a complete log
                  // may be a member too
                  && (mayLack(logs[one]) || key.makers != 0))
              .findFirst()
              .orElseThrow(() -> TraceException.inFile(
                  name,
                  knownMembers.get(number) + " of " + sizes.get(number) + " members of "
                      + name(number),
                  "all members, because the recordings of the other ranks are complete"));
      own[local] = rank;
      placed.set(rank);
      assumed
          .computeIfAbsent(rank, r -> new HashMap<>())
          .put(
              number,
              new Comm(
                  key.root,
                  key.parent,
                  key.number,
                  key.makers,
                  local,
                  own.length,
                  firsts.get(number)));
    }
  }

  private static boolean mayLack(@Nullable LogDefinitions log) {
    return log == null || !log.stopped.isEmpty() || !log.finished;
  }

  /**
   * Names a communicator by the world rank of its rank 0, and by the numbers of the calls that made
   * its ancestors and itself.
   */
  private String name(int number) {
    Key key = keys.get(number);
    StringBuilder calls = new StringBuilder();
    for (Key one = key; one != null; one = keys.get(one.parent)) {
      calls.insert(0, "." + one.number);
    }
    return "communicator " + key.root + calls;
  }

  /** Whether a rank is assumed to be a member of any communicator. */
  boolean assumes(int rank) {
    return assumed.containsKey(rank);
  }

  /** Defines the communicators in which a rank is assumed to be a member. */
  void defineAssumed(int rank, EventSink sink) {
    assumed.getOrDefault(rank, Map.of()).forEach((number, c) -> define(number, c, sink));
  }

  /**
   * Defines a rank's communicators.
   *
   * @return the handles of the communicators in the sink, by number in the rank's log
   */
  Map<Integer, Integer> define(LogDefinitions log, EventSink sink) {
    Map<Integer, Integer> numbers = numbers(log);
    Map<Integer, Integer> handles = new HashMap<>(predefined());
    log.communicators.forEach((id, c) -> handles.put(id, define(number(numbers, id), c, sink)));
    return handles;
  }

  private int define(int number, Comm c, EventSink sink) {
    return sink.communicator(
        name(number), c.root(), numbersAtRoot[number], c.localRank(), c.size(), c.first());
  }
}
