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
 * The communicators of a run. All members know a communicator's identity without communication. It
 * consists of the world rank of local rank 0, the parent, and the number among the communicators
 * made from that parent. If only the members called the creation, a hash of the members replaces
 * the parent.
 *
 * <p>Incomplete recordings may lack communicators of the rank. Their places are assumed: the
 * missing members are taken in the order of the parent.
 */
final class RunCommunicators {
  /**
   * @param parent number in this run; {@code root} identifies one of the communicators that one
   *     call created from it
   */
  private record Key(int root, int parent, long makers, int number) {
    Key ofItsCall() {
      return new Key(-1, parent, makers, number);
    }
  }

  private final String name;
  private final int ranks;
  private final Map<Key, Integer> known = new HashMap<>();

  /** By number in this run; null for the world and for communicators of one process. */
  private final List<Key> keys = new ArrayList<>(Arrays.asList(null, null));

  private final List<Integer> sizes;

  /** By number in this run: the size of the first group of an inter-communicator. */
  private final List<Integer> firsts = new ArrayList<>(List.of(0, 0));

  private final List<Integer> knownMembers = new ArrayList<>(List.of(0, 0));

  /** For each number in this run, the number of earlier communicators with the same rank 0. */
  private final int[] before;

  /** By rank: the assumed communicators by number in this run. */
  private final Map<Integer, Map<Integer, Comm>> assumed = new HashMap<>();

  /**
   * Unifies the communicators of all ranks.
   *
   * @param name the name in error messages
   * @param logs by rank; null for none
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
    before = counted(logs);
    if (IntStream.range(2, keys.size()).anyMatch(this::isIncomplete)) {
      complete(logs);
    }
  }

  private void define(LogDefinitions log) {
    Map<Integer, Integer> numbers = new HashMap<>(own());
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

  private static Map<Integer, Integer> own() {
    return Map.of(Communicator.WORLD, Communicator.WORLD, Communicator.SELF, Communicator.SELF);
  }

  private Key key(Map<Integer, Integer> numbers, Comm c) {
    Integer parent = numbers.get(c.parent());
    if (parent == null) {
      throw TraceException.inFile(
          name, "a communicator of " + c.parent() + ", which is defined later", "of one before it");
    }
    return new Key(c.root(), parent, c.makers(), c.number());
  }

  /** Returns the numbers in this run of a rank's communicators, by their numbers in its log. */
  private Map<Integer, Integer> numbers(LogDefinitions log) {
    Map<Integer, Integer> numbers = new HashMap<>(own());
    log.communicators.forEach((id, c) -> numbers.put(id, known.get(key(numbers, c))));
    return numbers;
  }

  /** Returns the number of a communicator that the log defines. */
  private static int number(Map<Integer, Integer> numbers, int id) {
    return Objects.requireNonNull(numbers.get(id));
  }

  /**
   * Counts the communicators with the same rank 0: first the ones in that rank's log, in its order,
   * then the others.
   */
  private int[] counted(LogDefinitions[] logs) {
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

  /** Returns world ranks by local rank; -1 if no log has them. */
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
                name, "local rank " + c.localRank(), "less than the size, " + of.length);
          }
          of[c.localRank()] = log.rank;
        });
      }
    }
    return members;
  }

  private void complete(LogDefinitions[] logs) {
    int[][] members = members(logs);
    Map<Key, BitSet> placed = new HashMap<>();
    for (int number = 2; number < members.length; number++) {
      BitSet ofCall = placed.computeIfAbsent(keys.get(number).ofItsCall(), key -> new BitSet());
      Arrays.stream(members[number]).filter(rank -> rank >= 0).forEach(ofCall::set);
    }
    for (int number = 2; number < members.length; number++) {
      if (isIncomplete(number)) {
        Key key = keys.get(number);
        BitSet ofCall = Objects.requireNonNull(placed.get(key.ofItsCall())); // of each number above
        assume(number, members, ofCall, logs);
      }
    }
  }

  /**
   * @param placed ranks that are already members of this communicator, or of another from the same
   * call
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
                  && (mayLack(logs[one])
                      || key.makers != 0)) // a member may never have used the communicator
              .findFirst()
              .orElseThrow(() -> TraceException.inFile(
                  name,
                  knownMembers.get(number) + " of " + sizes.get(number) + " members of "
                      + name(number),
                  "all members, or incomplete recordings of the others"));
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
   * Names a communicator by the world rank of its rank 0, and by the number of the call that made
   * it. The names of its parents precede it.
   */
  private String name(int number) {
    Key key = keys.get(number);
    StringBuilder calls = new StringBuilder();
    for (Key one = key; one != null; one = keys.get(one.parent)) {
      calls.insert(0, "." + one.number);
    }
    return "communicator " + key.root + calls;
  }

  /** Whether some places of a rank are assumed. */
  boolean assumes(int rank) {
    return assumed.containsKey(rank);
  }

  /** Defines the communicators that a rank's log lacks. */
  void defineAssumed(int rank, EventSink sink) {
    assumed.getOrDefault(rank, Map.of()).forEach((number, c) -> define(number, c, sink));
  }

  /**
   * Defines a rank's communicators.
   *
   * @return their handles in the sink, by number in the rank's log
   */
  Map<Integer, Integer> define(LogDefinitions log, EventSink sink) {
    Map<Integer, Integer> numbers = numbers(log);
    Map<Integer, Integer> handles = new HashMap<>(own());
    log.communicators.forEach((id, c) -> handles.put(id, define(number(numbers, id), c, sink)));
    return handles;
  }

  private int define(int number, Comm c, EventSink sink) {
    return sink.communicator(
        name(number), c.root(), before[number], c.localRank(), c.size(), c.first());
  }
}
