package io.github.tracecast.platform;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which algorithm serves which collective. Rules are tried in order; the first that matches wins.
 *
 * <p>The bytes of a call are: the vector for bcast, reduce, allreduce, scan, exscan and
 * reduce_scatter; the block that one rank gives to or gets from one other for gather, scatter,
 * allgather, alltoall, reduce_scatter_block and the neighbour collectives. The vector forms, whose
 * ranks need not know each other's counts, are asked with 0.
 *
 * @param rules the rules, in the order in which they are tried
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

    /** Whether this rule is about such a call. */
    public boolean matches(String asked, long bytes, int ranks, boolean worldLike) {
      return (operation.equals("*") || operation.equals(asked))
          && bytes >= fromBytes
          && bytes <= toBytes
          && ranks >= minRanks
          && ranks <= maxRanks
          && (worldLike || !worldOnly);
    }
  }

  private static final NavigableMap<String, List<String>> LEGAL = legal();

  /** Copies the list. */
  public CollectiveRules {
    rules = List.copyOf(rules);
  }

  /** Every operation that rules may name, with the algorithms that can serve it. */
  public static NavigableMap<String, List<String>> legalAlgorithms() {
    return LEGAL;
  }

  /**
   * The algorithm for a call.
   *
   * @param operation the collective in lower case without {@code MPI_}; a non-blocking one by the
   *     name of its blocking form
   * @param bytes bytes of the call, as above
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
    List<String> rooted = List.of("tree", "linear", "binomial");
    List<String> gathered = List.of("linear", "ring", "bruck", "recursive-doubling", "pairwise");
    List<String> exchanged = List.of("linear", "pairwise", "ring");
    List<String> scattered =
        List.of("linear", "binomial", "pairwise", "ring", "recursive-doubling", "reduce-scatterv");
    List<String> scanned = List.of("linear", "chain", "recursive-doubling");
    List<String> neighbours = List.of("linear");
    TreeMap<String, List<String>> legal = new TreeMap<>(Map.of(
        "barrier",
            List.of(
                "interrupt", "tree", "linear", "binomial", "dissemination", "recursive-doubling"),
        "bcast", List.of("tree", "linear", "binomial", "scatter-ring-allgather"),
        "reduce", List.of("tree", "linear", "binomial", "rabenseifner"),
        "allreduce",
            List.of("tree", "linear", "binomial", "recursive-doubling", "rabenseifner", "ring"),
        "alltoall", List.of("linear", "pairwise", "ring", "bruck")));
    for (String operation : List.of("gather", "gatherv", "scatter", "scatterv")) {
      legal.put(operation, rooted);
    }
    for (String operation : List.of("allgather", "allgatherv")) {
      legal.put(operation, gathered);
    }
    for (String operation : List.of("alltoallv", "alltoallw")) {
      legal.put(operation, exchanged);
    }
    for (String operation : List.of("reduce_scatter", "reduce_scatter_block")) {
      legal.put(operation, scattered);
    }
    for (String operation : List.of("scan", "exscan")) {
      legal.put(operation, scanned);
    }
    for (String operation :
        List.of("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")) {
      legal.put("neighbor_" + operation, neighbours);
    }
    return Collections.unmodifiableNavigableMap(legal);
  }
}
