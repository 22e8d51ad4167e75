package io.github.tracecast.platform;

import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.CollectiveRule;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.platform.internal.RuleSets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Selects the algorithm of each collective. Rules are tried in order, and the first matching rule
 * determines the algorithm.
 *
 * <p>The bytes of a call depend on the operation. For bcast, reduce, allreduce, scan and exscan,
 * they are the size of the vector. For gather, scatter, alltoall and the neighbour collectives,
 * they are the size of the block between two ranks. For allgather, allgatherv, reduce_scatter and
 * reduce_scatter_block, they are the sum of all ranks' blocks. In the other vector forms, a rank
 * need not know the counts of other ranks, so the size is 0.
 *
 * @param rules the rules, in the order in which they are tried
 * @param mpiOfTrace the MPI library of the trace, if this library selected the set of rules; empty
 *     if the machine selected the set
 */
public record CollectiveRules(List<CollectiveRule> rules, Optional<String> mpiOfTrace) {
  /** Creates rules that the machine selected, not the trace. */
  public CollectiveRules(List<CollectiveRule> rules) {
    this(rules, Optional.empty());
  }

  public CollectiveRules {
    rules = List.copyOf(rules);
  }

  /** Returns these rules with another number of ranks per node, which is a parameter of two-level algorithms. */
  CollectiveRules onNodesOf(int before, int ranks) {
    String named = Algorithms.TWO_LEVEL + ":" + before;
    return new CollectiveRules(
        rules.stream()
            .map(rule -> rule.algorithm().equals(named)
                ? new CollectiveRule(
                    rule.operation(), rule.condition(), Algorithms.TWO_LEVEL + ":" + ranks)
                : rule)
            .toList(),
        mpiOfTrace);
  }

  /** Returns the value of {@code mpi.collectives} that selects the rules of an MPI library. */
  public static String setOfMpi(String mpi) {
    return RuleSets.ofMpi(mpi);
  }

  /**
   * Returns the rules of an MPI library, which is given by name and version. For an unknown
   * library, returns the default rules.
   */
  public static CollectiveRules ofMpi(String mpi) {
    String set = RuleSets.ofMpi(mpi);
    return new CollectiveRules(Arrays.stream(Operation.values())
        .flatMap(operation -> RuleSets.rules(set, operation).stream())
        .toList());
  }

  /**
   * Returns the algorithm for a call.
   *
   * @param operation the collective
   * @param bytes bytes of the call, as defined above
   * @param ranks size of the communicator
   * @param worldLike whether the communicator is MPI_COMM_WORLD or a duplicate of it
   * @throws IllegalArgumentException if no rule matches
   */
  public String choose(Operation operation, long bytes, int ranks, boolean worldLike) {
    for (CollectiveRule rule : rules) {
      if (rule.matches(operation, bytes, ranks, worldLike)) {
        return rule.algorithm();
      }
    }
    throw new IllegalArgumentException(
        "no collective rule for " + operation.key() + " of " + bytes + " B on " + ranks + " ranks");
  }
}
