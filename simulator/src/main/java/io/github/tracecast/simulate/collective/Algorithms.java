package io.github.tracecast.simulate.collective;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** The algorithms of each operation, by name. */
public final class Algorithms {
  private static final Map<Operation, SequencedMap<String, Algorithm>> BY_NAME = table();

  private Algorithms() {}

  /**
   * The algorithm of an operation.
   *
   * @throws IllegalArgumentException naming the legal ones, when the operation has none of that name
   */
  public static Algorithm named(Operation operation, String name) {
    Algorithm algorithm = BY_NAME.get(operation).get(name);
    if (algorithm == null) {
      throw new IllegalArgumentException(
          "no algorithm \"" + name + "\" for " + operation.key() + "; expected one of " + String.join(", ", names(operation)));
    }
    return algorithm;
  }

  /** The names of an operation's algorithms, at least one, always in the same order. */
  public static List<String> names(Operation operation) {
    return List.copyOf(BY_NAME.get(operation).sequencedKeySet());
  }

  private static Map<Operation, SequencedMap<String, Algorithm>> table() {
    Map<Operation, SequencedMap<String, Algorithm>> table = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      SequencedMap<String, Algorithm> algorithms = new LinkedHashMap<>();
      fill(operation, algorithms);
      table.put(operation, Collections.unmodifiableSequencedMap(algorithms));
    }
    return table;
  }

  private static void fill(Operation operation, Map<String, Algorithm> algorithms) {
    switch (operation) {
      case BARRIER -> {
        algorithms.put("dissemination", new Dissemination());
        algorithms.put("linear", new Sequence(new Linear.Up(Carry.WHOLE), new Linear.Down(Carry.WHOLE)));
        algorithms.put("binomial", new Sequence(new Binomial.Up(Carry.WHOLE), new Binomial.Down(Carry.WHOLE)));
      }
      case BCAST -> {
        algorithms.put("binomial", new Binomial.Down(Carry.WHOLE));
        algorithms.put("linear", new Linear.Down(Carry.WHOLE));
      }
      case REDUCE -> {
        algorithms.put("binomial", new Binomial.Up(Carry.WHOLE));
        algorithms.put("linear", new Linear.Up(Carry.WHOLE));
      }
      case ALLREDUCE -> algorithms.put("binomial", new Sequence(new Binomial.Up(Carry.WHOLE), new Binomial.Down(Carry.WHOLE)));
      case GATHER -> {
        algorithms.put("binomial", new Binomial.Up(Carry.BLOCKS));
        algorithms.put("linear", new Linear.Up(Carry.BLOCKS));
      }
      case SCATTER -> {
        algorithms.put("binomial", new Binomial.Down(Carry.BLOCKS));
        algorithms.put("linear", new Linear.Down(Carry.BLOCKS));
      }
      case GATHERV -> algorithms.put("linear", new Linear.Up(Carry.BLOCKS));
      case SCATTERV -> algorithms.put("linear", new Linear.Down(Carry.BLOCKS));
      case ALLGATHER, ALLGATHERV -> algorithms.put("linear", new Linear.Allgather());
      case ALLTOALL -> algorithms.put("linear", new Linear.All(false));
      case ALLTOALLV, ALLTOALLW -> algorithms.put("linear", new Linear.All(true));
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
          algorithms.put("reduce-scatterv", new Sequence(new Binomial.Up(Carry.WHOLE), new Linear.Down(Carry.BLOCKS)));
      case SCAN, EXSCAN -> algorithms.put("chain", new ScanChain());
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
          algorithms.put("linear", new Linear.Neighbours());
    }
  }

  /** The name of a sensible choice where a platform gives none, for a vector or block of so many bytes on so many ranks. */
  public static String fallback(Operation operation, long bytes, int size) {
    return names(operation).getFirst();
  }
}
