package io.github.tracecast.simulate.collective;

import static io.github.tracecast.simulate.collective.Operation.ALLTOALL;
import static io.github.tracecast.simulate.collective.Operation.BCAST;
import static io.github.tracecast.simulate.collective.Operation.GATHER;
import static io.github.tracecast.simulate.collective.Operation.GATHERV;
import static io.github.tracecast.simulate.collective.Operation.REDUCE;
import static io.github.tracecast.simulate.collective.Operation.REDUCE_SCATTER;
import static io.github.tracecast.simulate.collective.Operation.SCATTER;
import static io.github.tracecast.simulate.collective.Operation.SCATTERV;

import io.github.tracecast.platform.CollectiveAlgorithm;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The algorithms of each operation, by name.
 *
 * <p>{@code NAME:NUMBER} gives the parameter of some: the most bytes of a segment (0 for one
 * segment) of chain, chains (four of them), binary-tree, binomial-tree, split-binary-tree,
 * in-order-binary and segmented-ring; the radix of knomial and of bruck for allgather; the most
 * partners at a time of linear for alltoalls and with a root (0 for all); the ranks of a node of
 * two-level (1 if it is not given; machines give their own).
 *
 * <p>The Javadoc of each algorithm has its messages, its bytes and its time by LogGP (Alexandrov et al., SPAA 1995) on p ranks, for
 * a vector of n or blocks of m bytes, without the computation of reductions: lg = ceil(log2), a = L + 2o - G, b = G. The formulas
 * are converted from Thakur, Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH" (IJHPCA
 * 2005), and Chan et al., "Collective communication: theory, practice, and experience" (CCPE 2007).
 */
public final class Algorithms {
  /** The name of the algorithm on inter-communicators. Platforms cannot select another one there. */
  public static final String TWO_GROUPS = "two-groups";

  /** Instead of a number. */
  private static final long NONE = -1;

  private static final Algorithm ON_TWO_GROUPS = new TwoGroups();

  /** Algorithms by their names with parameters: equal names give the same object. */
  private static final Map<String, Algorithm> MADE = new ConcurrentHashMap<>();

  private Algorithms() {}

  /**
   * The algorithm of an operation. {@link #TWO_GROUPS} serves all operations that inter-communicators
   * have.
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
    // not computeIfAbsent: the parts of an algorithm are looked up while it is made
    Algorithm made = make(operation, name);
    Algorithm before = MADE.putIfAbsent(key, made);
    return before == null ? made : before;
  }

  private static Algorithm make(Operation operation, String name) {
    CollectiveAlgorithm kind = CollectiveAlgorithm.named(operation.key(), name)
        .filter(algorithm -> !algorithm.isNetwork())
        .orElseThrow(() -> unknown(operation, name));
    int colon = name.indexOf(':');
    if (colon < 0) {
      return make(kind, operation, NONE);
    }
    String parameter = name.substring(colon + 1);
    if (kind.takesNumber(operation.key())) {
      return make(kind, operation, Long.parseLong(parameter));
    }
    Operation[] parts = parts(kind, operation);
    String[] names = parameter.split("\\+");
    if (parts.length == 0 || names.length != parts.length) {
      throw unknown(operation, name);
    }
    Schedule[] stages = new Schedule[parts.length];
    for (int i = 0; i < parts.length; i++) {
      stages[i] = (Schedule) named(parts[i], names[i]);
    }
    return new ScheduleSequence(stages);
  }

  /**
   * The successive collectives of an algorithm. The machine's rules choose the
   * algorithm of each: {@code reduce-bcast:binomial+ring}.
   */
  public static Operation[] parts(String name, Operation operation) {
    return CollectiveAlgorithm.named(operation.key(), name)
        .map(kind -> parts(kind, operation))
        .orElse(new Operation[0]);
  }

  private static Operation[] parts(CollectiveAlgorithm kind, Operation operation) {
    return switch (kind) {
      case REDUCE_BCAST -> new Operation[] {REDUCE, BCAST};
      case GATHER_BCAST -> new Operation[] {GATHER, BCAST};
      case REDUCE_SCATTERV ->
        new Operation[] {REDUCE, operation == REDUCE_SCATTER ? SCATTERV : SCATTER};
      default ->
        operation == SCATTER && kind == CollectiveAlgorithm.BCAST
            ? new Operation[] {BCAST}
            : new Operation[0];
    };
  }

  private static IllegalArgumentException unknown(Operation operation, String name) {
    return new IllegalArgumentException("no algorithm \"" + name + "\" for " + operation.key()
        + "; expected one of " + String.join(", ", names(operation)));
  }

  /** Whether inter-communicators have the operation. */
  public static boolean haveTwoGroups(Operation operation) {
    return !operation.hasNeighbours()
        && operation != Operation.SCAN
        && operation != Operation.EXSCAN;
  }

  /** The names of an operation's algorithms, at least one, always in the same order. */
  public static List<String> names(Operation operation) {
    return Arrays.stream(CollectiveAlgorithm.values())
        .filter(algorithm -> algorithm.serves(operation.key()) && !algorithm.isNetwork())
        .map(CollectiveAlgorithm::key)
        .toList();
  }

  /** Makes an algorithm. A new algorithm of the table needs a case here, and the compiler asks for it. */
  private static Algorithm make(CollectiveAlgorithm kind, Operation operation, long number) {
    boolean up = operation == REDUCE || operation == GATHER || operation == GATHERV;
    return switch (kind) {
      case TREE, INTERRUPT -> throw new IllegalArgumentException(kind.key());
      case DISSEMINATION -> Dissemination.barrier();
      case RECURSIVE_DOUBLING ->
        switch (operation) {
          case ALLGATHER -> Recursive.doublingAllgather();
          case SCAN, EXSCAN -> Scan.doubling();
          default -> Recursive.doubling();
        };
      case RECURSIVE_HALVING -> Recursive.halvingReduceScatter();
      case RABENSEIFNER -> up ? Recursive.rabenseifnerReduce() : Recursive.rabenseifnerAllreduce();
      case BINOMIAL ->
        switch (operation) {
          case BCAST, REDUCE -> TreeSchedule.binomial(up, Carry.WHOLE);
          case GATHER, SCATTER -> TreeSchedule.binomial(up, Carry.BLOCKS);
          default ->
            new ScheduleSequence(
                TreeSchedule.binomial(true, Carry.WHOLE),
                TreeSchedule.binomial(false, Carry.WHOLE));
        };
      case SCATTER_RING_ALLGATHER -> Ring.scatterAllgatherBroadcast();
      case SCATTER_DOUBLING_ALLGATHER -> Recursive.scatterAllgatherBroadcast();
      case CHAIN ->
        switch (operation) {
          case SCAN, EXSCAN -> Scan.chain();
          default -> TreeSchedule.ofSegments(new Tree.Chains(1), up, or(number, 1 << 16));
        };
      case CHAINS -> TreeSchedule.ofSegments(new Tree.Chains(4), up, or(number, 1 << 16));
      case BINARY_TREE -> TreeSchedule.ofSegments(new Tree.Binary(), up, or(number, 0));
      case BINOMIAL_TREE -> TreeSchedule.ofSegments(new Tree.HighestBit(), up, or(number, 0));
      case SPLIT_BINARY_TREE -> SplitBinary.broadcast(or(number, 0));
      case IN_ORDER_BINARY -> TreeSchedule.inOrderReduce(or(number, 0));
      case KNOMIAL -> {
        int base = Math.clamp(or(number, 4), 2, 1 << 20);
        yield TreeSchedule.ofSegments(new Tree.Knomial(base, false), up, 0);
      }
      case BRUCK ->
        operation == ALLTOALL
            ? new Bruck.Alltoall(true)
            : new Bruck.Allgather(Math.clamp(or(number, 2), 2, 1 << 20));
      case MODIFIED_BRUCK -> new Bruck.Alltoall(false);
      case SPARBIT -> Sparbit.allgather();
      case NEIGHBOR_EXCHANGE -> new NeighborExchange();
      case RING ->
        switch (operation) {
          case ALLREDUCE -> Ring.allreduce(0);
          case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> Ring.reduceScatter();
          default -> Ring.allgather();
        };
      case SEGMENTED_RING -> Ring.allreduce(or(number, 1 << 20));
      case ALLGATHER_REDUCE -> Linear.allgather(Carry.WHOLE);
      case PAIRWISE ->
        switch (operation) {
          case ALLTOALL, ALLTOALLV, ALLTOALLW -> Pairwise.alltoall();
          default -> Pairwise.reduceScatter();
        };
      case LINEAR_SYNC -> Linear.gatherWhenAsked();
      case LINEAR -> linear(operation, up, or(number, 0));
      case REDUCE_BCAST, GATHER_BCAST -> named(operation, kind.key() + ":binomial+binomial");
      case BCAST -> named(operation, "bcast:binomial");
      case REDUCE_SCATTERV -> named(operation, "reduce-scatterv:binomial+linear");
      case TWO_LEVEL -> TwoLevel.of(operation, Math.clamp(or(number, 1), 1, 1 << 20));
    };
  }

  private static long or(long number, long usual) {
    return number == NONE ? usual : number;
  }

  private static Algorithm linear(Operation operation, boolean up, long atOnce) {
    return switch (operation) {
      case BARRIER, ALLREDUCE ->
        new ScheduleSequence(
            TreeSchedule.linear(true, Carry.WHOLE, 0), TreeSchedule.linear(false, Carry.WHOLE, 0));
      case BCAST, REDUCE -> TreeSchedule.linear(up, Carry.WHOLE, atOnce);
      case GATHER, GATHERV, SCATTER, SCATTERV -> TreeSchedule.linear(up, Carry.BLOCKS, atOnce);
      case ALLGATHER, ALLGATHERV -> Linear.allgather(Carry.BLOCKS);
      case ALLTOALL, ALLTOALLV, ALLTOALLW -> Linear.alltoall(atOnce);
      default -> Linear.neighbours();
    };
  }
}
