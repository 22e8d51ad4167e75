package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.RuleText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

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
 * @param rules the rules, in the order of trial
 */
public record CollectiveRules(List<Rule> rules) {

  /**
   * One rule.
   *
   * @param operation the collective in lower case without {@code MPI_}, or {@code *} for all
   * @param fromBytes fewest bytes
   * @param toBytes most bytes
   * @param minRanks fewest ranks of the communicator
   * @param maxRanks most ranks of the communicator
   * @param worldOnly whether only MPI_COMM_WORLD and its duplicates match
   * @param algorithm the algorithm's name
   */
  public record Rule(
      String operation,
      long fromBytes,
      long toBytes,
      int minRanks,
      int maxRanks,
      boolean worldOnly,
      String algorithm) {

    /** Whether this rule applies to a call of these bytes on a communicator of these ranks. */
    public boolean matches(String asked, long bytes, int ranks, boolean worldLike) {
      return (operation.equals("*") || operation.equals(asked))
          && bytes >= fromBytes
          && bytes <= toBytes
          && ranks >= minRanks
          && ranks <= maxRanks
          && (worldLike || !worldOnly);
    }
  }

  /** The name in rules for the reduction with which MPI agrees on a new communicator. */
  public static final String AGREEMENT = "agreement";

  /** Operations and algorithms that take a number: {@code NAME:NUMBER}. */
  private static final Set<String> PARAMETERS = new HashSet<>();

  private static final NavigableMap<String, List<String>> LEGAL = legal();

  /** Copies the list. */
  public CollectiveRules {
    rules = List.copyOf(rules);
  }

  /** Every operation that rules may name, with the algorithms that can serve it. */
  public static NavigableMap<String, List<String>> legalAlgorithms() {
    return LEGAL;
  }

  /** Whether an algorithm takes a number: a size, a radix or a count. */
  public static boolean takesParameter(String operation, String algorithm) {
    return PARAMETERS.contains(operation + " " + algorithm);
  }

  /** The rules of a machine without rules in its file. */
  public static CollectiveRules defaults() {
    return new CollectiveRules(
        LEGAL.keySet().stream().flatMap(RuleText::defaults).toList());
  }

  /**
   * The algorithm for a call.
   *
   * @param operation the collective in lower case without {@code MPI_}; for a non-blocking one, the
   *     name of its blocking form
   * @param bytes bytes of the call, as defined above
   * @param ranks size of the communicator
   * @param worldLike whether the communicator is MPI_COMM_WORLD or a duplicate of it
   * @throws IllegalArgumentException if no rule matches
   */
  public String choose(String operation, long bytes, int ranks, boolean worldLike) {
    for (Rule rule : rules) {
      if (rule.matches(operation, bytes, ranks, worldLike)) {
        return rule.algorithm();
      }
    }
    throw new IllegalArgumentException(
        "no collective rule for " + operation + " of " + bytes + " B on " + ranks + " ranks");
  }

  private static NavigableMap<String, List<String>> legal() {
    TreeMap<String, List<String>> legal = new TreeMap<>();
    put(legal, AGREEMENT, "tree recursive-doubling binomial");
    put(legal, "barrier", "interrupt tree dissemination recursive-doubling binomial linear");
    put(legal, "bcast", "tree binomial scatter-ring-allgather chain: chains: binary-tree:");
    put(legal, "bcast", "binomial-tree: split-binary-tree: knomial: linear:");
    put(legal, "reduce", "tree binomial rabenseifner chain: chains: binary-tree: binomial-tree:");
    put(legal, "reduce", "in-order-binary: knomial: linear:");
    put(legal, "allreduce", "tree recursive-doubling rabenseifner ring segmented-ring:");
    put(legal, "allreduce", "allgather-reduce binomial linear");
    put(legal, "gather", "tree binomial linear: linear-sync");
    put(legal, "scatter", "tree binomial bcast linear:");
    put(legal, "gatherv scatterv", "tree linear:");
    put(legal, "allgather", "recursive-doubling bruck: sparbit neighbor-exchange ring linear");
    put(legal, "allgatherv", "neighbor-exchange ring linear");
    put(legal, "alltoall", "bruck modified-bruck pairwise linear:");
    put(legal, "alltoallv alltoallw", "pairwise linear:");
    put(legal, "reduce_scatter", "recursive-halving pairwise ring reduce-scatterv");
    put(legal, "reduce_scatter_block", "recursive-halving pairwise ring reduce-scatterv");
    put(legal, "scan exscan", "recursive-doubling chain");
    put(legal, "neighbor_allgather neighbor_allgatherv", "linear");
    put(legal, "neighbor_alltoall neighbor_alltoallv neighbor_alltoallw", "linear");
    return Collections.unmodifiableNavigableMap(legal);
  }

  private static void put(Map<String, List<String>> legal, String operations, String algorithms) {
    for (String operation : operations.split(" ")) {
      List<String> names = legal.computeIfAbsent(operation, o -> new ArrayList<>());
      for (String algorithm : algorithms.split(" ")) {
        String name = algorithm.replace(":", "");
        names.add(name);
        if (!name.equals(algorithm)) {
          PARAMETERS.add(operation + " " + name);
        }
      }
    }
  }
}
