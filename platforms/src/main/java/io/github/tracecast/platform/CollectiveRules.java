package io.github.tracecast.platform;

import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.platform.internal.RuleSets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Selects the algorithm of each collective. Rules are tried in order, and the first that matches
 * wins.
 *
 * <p>The bytes of a call depend on the operation. For bcast, reduce, allreduce, scan and exscan
 * they are the vector. For gather, scatter, alltoall and the neighbour collectives they are the
 * block that one rank exchanges with one other. For allgather, allgatherv, reduce_scatter and
 * reduce_scatter_block they are the blocks of all ranks together. In the other vector forms, ranks
 * need not know each other's counts, so their calls use 0.
 *
 * @param rules the rules, in the order in which they are tried
 * @param mpiOfTrace the MPI library of the trace, if it chose the set of rules and not the machine
 */
public record CollectiveRules(List<Rule> rules, Optional<String> mpiOfTrace) {
  /** Rules that the machine chose. */
  public CollectiveRules(List<Rule> rules) {
    this(rules, Optional.empty());
  }

  /**
   * One rule.
   *
   * @param operation the collective
   * @param condition the calls that it applies to
   * @param algorithm the algorithm's name
   */
  public record Rule(Operation operation, Condition condition, String algorithm) {
    /** Whether this rule applies to a call of these bytes on a communicator of these ranks. */
    public boolean matches(Operation asked, long bytes, int ranks, boolean worldLike) {
      return operation == asked && condition.holds(bytes, ranks, worldLike);
    }
  }

  /**
   * The calls that a rule applies to.
   *
   * @param bytes the bytes of a call
   * @param bytesOfARank the bytes of a call divided by the ranks
   * @param ranks the ranks of the communicator
   * @param powersOfTwo whether the number of ranks must be a power of two
   * @param worldOnly whether only MPI_COMM_WORLD and its duplicates match
   */
  public record Condition(
      Range bytes, Range bytesOfARank, Range ranks, boolean powersOfTwo, boolean worldOnly) {
    /** Holds for every call. */
    public static final Condition NONE =
        new Condition(Range.ALL, Range.ALL, Range.ALL, false, false);

    boolean holds(long callBytes, int size, boolean worldLike) {
      return bytes.contains(callBytes)
          && bytesOfARank.contains(callBytes / Math.max(1, size))
          && ranks.contains(size)
          && (!powersOfTwo || Integer.bitCount(size) == 1)
          && (worldLike || !worldOnly);
    }
  }

  /**
   * Numbers from one to another.
   *
   * @param from the least, 0 or more
   * @param below one more than the largest
   */
  public record Range(long from, long below) {
    /** All numbers. */
    public static final Range ALL = new Range(0, Long.MAX_VALUE);

    boolean contains(long number) {
      return number >= from && number < below;
    }

    /** Whether no number is in it. */
    public boolean isEmpty() {
      return from >= below;
    }
  }

  /** Copies the list. */
  public CollectiveRules {
    rules = List.copyOf(rules);
  }

  /** These rules where nodes have another number of ranks, which algorithms of two levels name. */
  CollectiveRules onNodesOf(int before, int ranks) {
    String named = Algorithms.TWO_LEVEL + ":" + before;
    return new CollectiveRules(
        rules.stream()
            .map(rule -> rule.algorithm().equals(named)
                ? new Rule(rule.operation(), rule.condition(), Algorithms.TWO_LEVEL + ":" + ranks)
                : rule)
            .toList(),
        mpiOfTrace);
  }

  /** The name of the set of rules of an MPI library, as {@code mpi.collectives} takes it. */
  public static String setOfMpi(String mpi) {
    return RuleSets.ofMpi(mpi);
  }

  /** The rules of the MPI of that name and version, or of a machine without rules in its file. */
  public static CollectiveRules ofMpi(String mpi) {
    String set = RuleSets.ofMpi(mpi);
    return new CollectiveRules(Arrays.stream(Operation.values())
        .flatMap(operation -> RuleSets.rules(set, operation).stream())
        .toList());
  }

  /**
   * The algorithm for a call.
   *
   * @param operation the collective
   * @param bytes bytes of the call, as defined above
   * @param ranks size of the communicator
   * @param worldLike whether the communicator is MPI_COMM_WORLD or a duplicate of it
   * @throws IllegalArgumentException if no rule matches
   */
  public String choose(Operation operation, long bytes, int ranks, boolean worldLike) {
    for (Rule rule : rules) {
      if (rule.matches(operation, bytes, ranks, worldLike)) {
        return rule.algorithm();
      }
    }
    throw new IllegalArgumentException(
        "no collective rule for " + operation.key() + " of " + bytes + " B on " + ranks + " ranks");
  }
}
