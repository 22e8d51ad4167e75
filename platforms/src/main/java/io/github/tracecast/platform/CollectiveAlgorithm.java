package io.github.tracecast.platform;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The algorithms of collectives, one line each: the operations that an algorithm serves. A colon
 * behind an operation says that the algorithm takes a number there, {@code NAME:NUMBER}: a size, a
 * radix or a count. The simulator has one class for each and must name it, or it does not compile.
 */
public enum CollectiveAlgorithm {
  INTERRUPT("barrier"),
  TREE("agreement barrier bcast reduce allreduce gather gatherv scatter scatterv"),
  DISSEMINATION("barrier"),
  RECURSIVE_DOUBLING("agreement barrier allreduce allgather scan exscan"),
  RECURSIVE_HALVING("reduce_scatter reduce_scatter_block"),
  RABENSEIFNER("reduce allreduce"),
  BINOMIAL("agreement barrier bcast reduce allreduce gather scatter"),
  SCATTER_RING_ALLGATHER("bcast"),
  SCATTER_DOUBLING_ALLGATHER("bcast"),
  CHAIN("bcast: reduce: scan exscan"),
  CHAINS("bcast: reduce:"),
  BINARY_TREE("bcast: reduce:"),
  BINOMIAL_TREE("bcast: reduce:"),
  SPLIT_BINARY_TREE("bcast:"),
  IN_ORDER_BINARY("reduce:"),
  KNOMIAL("bcast: reduce:"),
  BRUCK("allgather: allgatherv alltoall"),
  MODIFIED_BRUCK("alltoall"),
  SPARBIT("allgather"),
  NEIGHBOR_EXCHANGE("allgather allgatherv"),
  RING("allreduce allgather allgatherv reduce_scatter reduce_scatter_block"),
  SEGMENTED_RING("allreduce:"),
  ALLGATHER_REDUCE("allreduce"),
  PAIRWISE("alltoall alltoallv alltoallw reduce_scatter reduce_scatter_block"),
  LINEAR_SYNC("gather"),
  LINEAR("barrier bcast: reduce: allreduce gather: gatherv: scatter: scatterv: allgather allgatherv"
      + " alltoall: alltoallv: alltoallw: neighbor_allgather neighbor_allgatherv"
      + " neighbor_alltoall neighbor_alltoallv neighbor_alltoallw"),
  REDUCE_BCAST("allreduce"),
  GATHER_BCAST("allgather"),
  BCAST("scatter"),
  REDUCE_SCATTERV("reduce_scatter reduce_scatter_block"),
  TWO_LEVEL("barrier: bcast: reduce: allreduce: allgather:");

  private static final NavigableMap<String, List<String>> BY_OPERATION = byOperation();

  private final String key = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final List<String> operations;
  private final Set<String> withNumber = new HashSet<>();

  CollectiveAlgorithm(String operations) {
    List<String> names = new ArrayList<>();
    for (String word : operations.split(" ")) {
      String operation = word.replace(":", "");
      names.add(operation);
      if (!operation.equals(word)) {
        withNumber.add(operation);
      }
    }
    this.operations = List.copyOf(names);
  }

  /** The name in rules. */
  public String key() {
    return key;
  }

  /** Whether the algorithm serves an operation. */
  public boolean serves(String operation) {
    return operations.contains(operation);
  }

  /** Whether the algorithm takes a number for this operation. */
  public boolean takesNumber(String operation) {
    return withNumber.contains(operation);
  }

  /** Whether it is a separate network, which only machines with such a network have. */
  public boolean isNetwork() {
    return this == TREE || this == INTERRUPT;
  }

  /** The names of the algorithms of each operation that rules may name, in the order of the table. */
  public static NavigableMap<String, List<String>> names() {
    return BY_OPERATION;
  }

  private static NavigableMap<String, List<String>> byOperation() {
    NavigableMap<String, List<String>> names = new TreeMap<>();
    for (CollectiveAlgorithm algorithm : values()) {
      for (String operation : algorithm.operations) {
        names.computeIfAbsent(operation, o -> new ArrayList<>()).add(algorithm.key);
      }
    }
    names.replaceAll((operation, list) -> List.copyOf(list));
    return Collections.unmodifiableNavigableMap(names);
  }

  /** The algorithm of that name, with or without a number, or with the names of its parts. */
  public static Optional<CollectiveAlgorithm> named(String operation, String name) {
    int colon = name.indexOf(':');
    String kind = colon < 0 ? name : name.substring(0, colon);
    for (CollectiveAlgorithm algorithm : values()) {
      if (algorithm.key.equals(kind) && algorithm.serves(operation)) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }
}
