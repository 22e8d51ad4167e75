package io.github.tracecast.platform.collective;

import static io.github.tracecast.platform.collective.Operation.AGREEMENT;
import static io.github.tracecast.platform.collective.Operation.ALLGATHER;
import static io.github.tracecast.platform.collective.Operation.ALLGATHERV;
import static io.github.tracecast.platform.collective.Operation.ALLREDUCE;
import static io.github.tracecast.platform.collective.Operation.ALLTOALL;
import static io.github.tracecast.platform.collective.Operation.ALLTOALLV;
import static io.github.tracecast.platform.collective.Operation.ALLTOALLW;
import static io.github.tracecast.platform.collective.Operation.BARRIER;
import static io.github.tracecast.platform.collective.Operation.BCAST;
import static io.github.tracecast.platform.collective.Operation.EXSCAN;
import static io.github.tracecast.platform.collective.Operation.GATHER;
import static io.github.tracecast.platform.collective.Operation.GATHERV;
import static io.github.tracecast.platform.collective.Operation.NEIGHBOR_ALLGATHER;
import static io.github.tracecast.platform.collective.Operation.NEIGHBOR_ALLGATHERV;
import static io.github.tracecast.platform.collective.Operation.NEIGHBOR_ALLTOALL;
import static io.github.tracecast.platform.collective.Operation.NEIGHBOR_ALLTOALLV;
import static io.github.tracecast.platform.collective.Operation.NEIGHBOR_ALLTOALLW;
import static io.github.tracecast.platform.collective.Operation.REDUCE;
import static io.github.tracecast.platform.collective.Operation.REDUCE_SCATTER;
import static io.github.tracecast.platform.collective.Operation.REDUCE_SCATTER_BLOCK;
import static io.github.tracecast.platform.collective.Operation.SCAN;
import static io.github.tracecast.platform.collective.Operation.SCATTER;
import static io.github.tracecast.platform.collective.Operation.SCATTERV;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The table of all algorithms of collectives, with the operations that each algorithm can carry
 * out. Some algorithms have a parameter, which rules set by {@code NAME:NUMBER}: the largest
 * segment in bytes (0 for a single segment), the largest number of partners at a time (0 for all
 * partners), a radix, or the number of ranks per node (by default that of the machine).
 *
 * <p>The Javadoc of each algorithm states its messages, its bytes and its LogGP time (Alexandrov et
 * al., SPAA 1995), without the computation of reductions. There, p is the number of ranks, n the
 * bytes of a vector, m the bytes of a block, lg = ceil(log2), a = L + 2o - G, and b = G. The
 * formulas are derived from Thakur, Rabenseifner, Gropp, "Optimization of collective communication
 * operations in MPICH" (IJHPCA 2005), and Chan et al., "Collective communication: theory, practice,
 * and experience" (CCPE 2007).
 */
public final class Algorithms {
  /** The name of the only algorithm on inter-communicators. */
  public static final String TWO_GROUPS = "two-groups";

  /** The name of the tree, a separate network for collectives that some machines have. */
  public static final String TREE = "tree";

  /** The name of the interrupt network, a separate network for barriers that some machines have. */
  public static final String INTERRUPT = "interrupt";

  public static final String TWO_LEVEL = "two-level";

  /** The value of {@link Line#number} for an algorithm without a parameter. */
  private static final long NONE = -1;

  private interface Maker {
    Algorithm make(Operation operation, long number);
  }

  /**
   * An entry of the table: an algorithm of an operation.
   *
   * @param number the default of the parameter, or {@link #NONE} if the algorithm has no parameter
   * @param parts the successive inner collectives of the algorithm; empty for most algorithms
   */
  private record Line(Maker maker, long number, List<Operation> parts) {}

  /** The entries of the table by operation and by name without parameters. */
  private static final Map<Operation, Map<String, Line>> LINES = new EnumMap<>(Operation.class);

  private static final Algorithm ON_TWO_GROUPS = new TwoGroups();

  /** The algorithm objects by names with parameters, so that equal names share an object. */
  private static final Map<String, Algorithm> MADE = new ConcurrentHashMap<>();

  static {
    network(INTERRUPT, BARRIER);
    network(TREE, AGREEMENT, BARRIER, BCAST, REDUCE, ALLREDUCE, GATHER, GATHERV, SCATTER, SCATTERV);
    add("dissemination", (of, n) -> Dissemination.barrier(), BARRIER);
    add("recursive-doubling", (of, n) -> Recursive.doubling(), AGREEMENT, BARRIER, ALLREDUCE);
    add("recursive-doubling", (of, n) -> Recursive.doublingAllgather(), ALLGATHER);
    add("recursive-doubling", (of, n) -> Scan.doubling(), SCAN, EXSCAN);
    add(
        "recursive-halving",
        (of, n) -> Recursive.halvingReduceScatter(),
        REDUCE_SCATTER,
        REDUCE_SCATTER_BLOCK);
    add("rabenseifner", (of, n) -> Recursive.rabenseifnerReduce(), REDUCE);
    add("rabenseifner", (of, n) -> Recursive.rabenseifnerAllreduce(), ALLREDUCE);
    add("binomial", (of, n) -> TreeSchedule.binomial(of), BCAST, REDUCE, GATHER, SCATTER);
    add("binomial", (of, n) -> TreeSchedule.binomialBothWays(), AGREEMENT, BARRIER, ALLREDUCE);
    add("scatter-ring-allgather", (of, n) -> Ring.scatterAllgatherBroadcast(), BCAST);
    add("scatter-doubling-allgather", (of, n) -> Recursive.scatterAllgatherBroadcast(), BCAST);
    add("chain", 1 << 16, (of, n) -> tree(new Tree.Chains(1), of, n), BCAST, REDUCE);
    add("chain", (of, n) -> Scan.chain(), SCAN, EXSCAN);
    add("chains", 1 << 16, (of, n) -> tree(new Tree.Chains(4), of, n), BCAST, REDUCE);
    add("binary-tree", 0, (of, n) -> tree(new Tree.Binary(), of, n), BCAST, REDUCE);
    add("binomial-tree", 0, (of, n) -> tree(new Tree.HighestBit(), of, n), BCAST, REDUCE);
    add("split-binary-tree", 0, (of, n) -> SplitBinary.broadcast(n), BCAST);
    add("in-order-binary", 0, (of, n) -> TreeSchedule.inOrderReduce(n), REDUCE);
    add("knomial", 4, (of, n) -> tree(new Tree.Knomial(from(2, n), false), of, 0), BCAST, REDUCE);
    add("bruck", 2, (of, n) -> new Bruck.Allgather(from(2, n)), ALLGATHER);
    add("bruck", (of, n) -> new Bruck.Allgather(2), ALLGATHERV);
    add("bruck", (of, n) -> new Bruck.Alltoall(true), ALLTOALL);
    add("modified-bruck", (of, n) -> new Bruck.Alltoall(false), ALLTOALL);
    add("sparbit", (of, n) -> Sparbit.allgather(), ALLGATHER);
    add("neighbor-exchange", (of, n) -> new NeighborExchange(), ALLGATHER, ALLGATHERV);
    add("ring", (of, n) -> Ring.allreduce(0), ALLREDUCE);
    add("ring", (of, n) -> Ring.allgather(), ALLGATHER, ALLGATHERV);
    add("ring", (of, n) -> Ring.reduceScatter(), REDUCE_SCATTER, REDUCE_SCATTER_BLOCK);
    add("segmented-ring", 1 << 20, (of, n) -> Ring.allreduce(n), ALLREDUCE);
    add("allgather-reduce", (of, n) -> Linear.allgatherReduce(), ALLREDUCE);
    add("pairwise", (of, n) -> Pairwise.alltoall(), ALLTOALL, ALLTOALLV, ALLTOALLW);
    add("pairwise", (of, n) -> Pairwise.reduceScatter(), REDUCE_SCATTER, REDUCE_SCATTER_BLOCK);
    add("linear-sync", (of, n) -> Linear.gatherWhenAsked(), GATHER);
    add("linear", (of, n) -> TreeSchedule.linearBothWays(), BARRIER, ALLREDUCE);
    add("linear", 0, TreeSchedule::linear, BCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV);
    add("linear", (of, n) -> Linear.allgather(), ALLGATHER, ALLGATHERV);
    add("linear", 0, (of, n) -> Linear.alltoall(n), ALLTOALL, ALLTOALLV, ALLTOALLW);
    add("linear", (of, n) -> Linear.neighbours(), NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV);
    add(
        "linear",
        (of, n) -> Linear.neighbours(),
        NEIGHBOR_ALLTOALL,
        NEIGHBOR_ALLTOALLV,
        NEIGHBOR_ALLTOALLW);
    addParts("reduce-bcast", "binomial+binomial", List.of(REDUCE, BCAST), ALLREDUCE);
    addParts("gather-bcast", "binomial+binomial", List.of(GATHER, BCAST), ALLGATHER);
    addParts("bcast", "binomial", List.of(BCAST), SCATTER);
    addParts("reduce-scatterv", "binomial+linear", List.of(REDUCE, SCATTERV), REDUCE_SCATTER);
    addParts("reduce-scatterv", "binomial+linear", List.of(REDUCE, SCATTER), REDUCE_SCATTER_BLOCK);
    add(
        TWO_LEVEL,
        1,
        (of, n) -> TwoLevel.of(of, from(1, n)),
        BARRIER,
        BCAST,
        REDUCE,
        ALLREDUCE,
        ALLGATHER);
  }

  private Algorithms() {}

  private static void add(String name, Maker maker, Operation... operations) {
    add(name, NONE, maker, operations);
  }

  private static void add(String name, long number, Maker maker, Operation... operations) {
    add(name, new Line(maker, number, List.of()), operations);
  }

  private static void add(String name, Line line, Operation... operations) {
    for (Operation operation : operations) {
      LINES.computeIfAbsent(operation, of -> new LinkedHashMap<>()).put(name, line);
    }
  }

  private static void addParts(
      String name, String usual, List<Operation> parts, Operation operation) {
    add(name, new Line((of, n) -> named(of, name + ":" + usual), NONE, parts), operation);
  }

  private static void network(String name, Operation... operations) {
    Maker none = (of, n) -> {
      throw unknown(of, name);
    };
    add(name, none, operations);
  }

  private static Schedule tree(Tree tree, Operation operation, long segmentBytes) {
    return TreeSchedule.ofSegments(tree, operation, segmentBytes);
  }

  private static int from(int least, long number) {
    return Math.clamp(number, least, 1 << 20);
  }

  private static Map<String, Line> lines(Operation operation) {
    return Objects.requireNonNull(LINES.get(operation));
  }

  /** Removes the parameter and the names of inner algorithms from a name. */
  public static String withoutParameter(String name) {
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  private static Line line(Operation operation, String name) {
    Line line = lines(operation).get(withoutParameter(name));
    if (line == null) {
      throw unknown(operation, name);
    }
    return line;
  }

  private static IllegalArgumentException unknown(Operation operation, String name) {
    return new IllegalArgumentException("no algorithm \"" + name + "\" for " + operation.key()
        + "; expected one of " + String.join(", ", names(operation)));
  }

  /**
   * Returns the names of algorithms and networks that rules may select for an operation, in the
   * order of the table.
   */
  public static List<String> namesWithNetworks(Operation operation) {
    return List.copyOf(lines(operation).keySet());
  }

  /**
   * Returns the names of the algorithms of an operation, without networks, in the order of the
   * table. There is at least one algorithm.
   */
  public static List<String> names(Operation operation) {
    return lines(operation).keySet().stream().filter(name -> !isNetwork(name)).toList();
  }

  /**
   * Whether a name is that of a separate network: the tree or the interrupt network. On such a
   * network, a collective starts when the last rank has called it, and ends for all ranks at the
   * same time.
   */
  public static boolean isNetwork(String name) {
    return name.equals(TREE) || name.equals(INTERRUPT);
  }

  /** Whether an algorithm has a parameter for this operation. */
  public static boolean takesNumber(Operation operation, String name) {
    return line(operation, name).number != NONE;
  }

  /**
   * Returns the successive inner collectives of an algorithm; empty for most algorithms. The
   * machine's rules select the algorithm of each inner collective, as in {@code
   * reduce-bcast:binomial+ring}.
   */
  public static List<Operation> parts(Operation operation, String name) {
    return line(operation, name).parts;
  }

  /**
   * Returns the algorithm of an operation by its name. {@link #TWO_GROUPS} is the algorithm for all
   * operations on inter-communicators.
   *
   * @throws IllegalArgumentException if the operation has no algorithm of that name; the message
   *     lists the valid names
   */
  public static Algorithm named(Operation operation, String name) {
    if (name.equals(TWO_GROUPS)) {
      return ON_TWO_GROUPS;
    }
    String key = operation.key() + " " + name;
    Algorithm known = MADE.get(key);
    if (known != null) {
      return known;
    }
    // not computeIfAbsent, because make() looks up the inner algorithms in the same map
    Algorithm made = make(operation, name);
    Algorithm before = MADE.putIfAbsent(key, made);
    return before == null ? made : before;
  }

  private static Algorithm make(Operation operation, String name) {
    Line line = line(operation, name);
    int colon = name.indexOf(':');
    if (colon < 0) {
      return line.maker.make(operation, line.number);
    }
    String parameter = name.substring(colon + 1);
    if (line.number != NONE) {
      return line.maker.make(operation, Long.parseLong(parameter));
    }
    String[] names = parameter.split("\\+");
    if (names.length != line.parts.size()) {
      throw unknown(operation, name);
    }
    Schedule[] stages = new Schedule[names.length];
    for (int i = 0; i < names.length; i++) {
      stages[i] = (Schedule) named(line.parts.get(i), names[i]);
    }
    return new ScheduleSequence(stages);
  }
}
