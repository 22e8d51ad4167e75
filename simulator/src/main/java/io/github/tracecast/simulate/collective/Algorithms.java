package io.github.tracecast.simulate.collective;

import static io.github.tracecast.simulate.collective.Operation.ALLTOALL;
import static io.github.tracecast.simulate.collective.Operation.BCAST;
import static io.github.tracecast.simulate.collective.Operation.GATHER;
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
 * <p>The table gives their costs on LogGP with p ranks, lg = ceil(log2), a = L + 2o - G and b = G.
 * A vector has n bytes, a block m bytes. {@code T(p)} marks algorithms with one or two extra steps
 * if p is not a power of two. A binomial tree takes the given time if p is a power of two, otherwise
 * at most that time. The computation of reductions is not included.
 *
 * <table>
 * <caption>Algorithms</caption>
 * <tr><th>operation</th><th>name</th><th>time</th></tr>
 * <tr><td>barrier</td><td>dissemination</td><td>lg p (L + 2o)</td></tr>
 * <tr><td></td><td>recursive-doubling</td><td>lg p (L + 2o), T(p)</td></tr>
 * <tr><td></td><td>binomial</td><td>2 lg p (L + 2o)</td></tr>
 * <tr><td></td><td>linear</td><td>2 L + 2 p o</td></tr>
 * <tr><td>bcast</td><td>binomial</td><td>lg p (a + n b)</td></tr>
 * <tr><td></td><td>scatter-ring-allgather</td><td>(lg p + p - 1) a + 2 (p - 1) / p n b</td></tr>
 * <tr><td></td><td>scatter-doubling-allgather</td><td>2 lg p a + 2 (p - 1) / p n b, T(p)</td></tr>
 * <tr><td></td><td>chain</td><td>(p - 2 + S)(a + n / S b), S segments of 64 KiB</td></tr>
 * <tr><td></td><td>linear</td><td>(p - 2) o + a + n b</td></tr>
 * <tr><td>reduce</td><td>binomial</td><td>lg p (a + n b)</td></tr>
 * <tr><td></td><td>rabenseifner</td><td>2 lg p a + 2 (p - 1) / p n b, T(p)</td></tr>
 * <tr><td></td><td>linear</td><td>(p - 2) o + a + n b</td></tr>
 * <tr><td>allreduce</td><td>recursive-doubling</td><td>lg p (a + n b), T(p)</td></tr>
 * <tr><td></td><td>rabenseifner</td><td>2 lg p a + 2 (p - 1) / p n b, T(p)</td></tr>
 * <tr><td></td><td>ring</td><td>2 (p - 1)(a + n / p b)</td></tr>
 * <tr><td></td><td>binomial</td><td>2 lg p (a + n b)</td></tr>
 * <tr><td>gather, scatter</td><td>binomial</td><td>lg p a + (p - 1) m b</td></tr>
 * <tr><td>also gatherv, scatterv</td><td>linear</td><td>(p - 2) o + a + m b</td></tr>
 * <tr><td>allgather</td><td>recursive-doubling</td><td>lg p a + (p - 1) m b, T(p)</td></tr>
 * <tr><td></td><td>bruck</td><td>lg p a + (p - 1) m b</td></tr>
 * <tr><td>also allgatherv</td><td>ring</td><td>(p - 1)(a + m b)</td></tr>
 * <tr><td>also allgatherv</td><td>linear</td><td>2 (p - 1) o for m = 1 and (p - 2) o &gt;= L</td></tr>
 * <tr><td>alltoall</td><td>bruck</td><td>lg p a + p / 2 lg p m b</td></tr>
 * <tr><td>also alltoallv, alltoallw</td><td>pairwise</td><td>(p - 1)(a + m b)</td></tr>
 * <tr><td>also alltoallv, alltoallw</td><td>linear</td><td>2 (p - 1) o for m = 1 and (p - 2) o &gt;= L</td></tr>
 * <tr><td>reduce_scatter(_block)</td><td>recursive-halving</td><td>lg p a + (p - 1) m b, T(p)</td></tr>
 * <tr><td></td><td>pairwise</td><td>(p - 1)(a + m b)</td></tr>
 * <tr><td></td><td>reduce-scatterv</td><td>lg p (a + p m b) + (p - 2) o + a + m b</td></tr>
 * <tr><td>scan, exscan</td><td>recursive-doubling</td><td>lg p (a + n b)</td></tr>
 * <tr><td></td><td>chain</td><td>(p - 1)(a + n b)</td></tr>
 * <tr><td>neighbor_...</td><td>linear</td><td>2 d o for d neighbours, m = 1, (d - 1) o &gt;= L</td></tr>
 * </table>
 *
 * <p>{@code NAME:NUMBER} gives the parameter of some: the most bytes of a segment (0 for one
 * segment) of chain, chains (four of them), binary-tree, binomial-tree, split-binary-tree,
 * in-order-binary and segmented-ring; the radix of knomial and of bruck for allgather; the most
 * partners at a time of linear for alltoalls and with a root (0 for all); the ranks of a node of
 * two-level (1 if it is not given; machines give their own). The Javadoc of each class
 * has its messages and bytes.
 *
 * <p>The formulas are converted to LogGP (Alexandrov et al., SPAA 1995). Their sources are Thakur,
 * Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH" (IJHPCA
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
    return stages.length == 1 ? stages[0] : new Parts(stages[0], stages[1]);
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
    return switch (kind) {
      case TREE, INTERRUPT -> throw new IllegalArgumentException(kind.key());
      case DISSEMINATION -> new Dissemination();
      case RECURSIVE_DOUBLING ->
        switch (operation) {
          case ALLGATHER -> Recursive.doublingAllgather();
          case SCAN, EXSCAN -> new Scan.Doubling();
          default -> Recursive.doubling();
        };
      case RECURSIVE_HALVING -> Recursive.halvingReduceScatter();
      case RABENSEIFNER -> operation == REDUCE ? Rabenseifner.reduce() : Rabenseifner.allreduce();
      case BINOMIAL ->
        switch (operation) {
          case BCAST -> new Binomial.Down(Carry.WHOLE);
          case REDUCE -> new Binomial.Up(Carry.WHOLE);
          case GATHER -> new Binomial.Up(Carry.BLOCKS);
          case SCATTER -> new Binomial.Down(Carry.BLOCKS);
          default ->
            new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Binomial.Down(Carry.WHOLE));
        };
      case SCATTER_RING_ALLGATHER -> Ring.scatterAllgatherBroadcast();
      case SCATTER_DOUBLING_ALLGATHER -> Recursive.scatterAllgatherBroadcast();
      case CHAIN ->
        switch (operation) {
          case SCAN, EXSCAN -> new Scan.Chain();
          default -> tree(new Tree.Chains(1), operation, or(number, 1 << 16));
        };
      case CHAINS -> tree(new Tree.Chains(4), operation, or(number, 1 << 16));
      case BINARY_TREE -> tree(new Tree.Binary(), operation, or(number, 0));
      case BINOMIAL_TREE -> tree(new Tree.HighestBit(), operation, or(number, 0));
      case SPLIT_BINARY_TREE -> new SplitBinary(or(number, 0));
      case IN_ORDER_BINARY -> new InOrderReduce(or(number, 0));
      case KNOMIAL -> tree(new Tree.Knomial(Math.clamp(or(number, 4), 2, 1 << 20)), operation, 0);
      case BRUCK ->
        operation == ALLTOALL ? new Bruck.Alltoall(true) : new Bruck.Allgather(or(number, 2));
      case MODIFIED_BRUCK -> new Bruck.Alltoall(false);
      case SPARBIT -> new Sparbit();
      case NEIGHBOR_EXCHANGE -> new NeighborExchange();
      case RING ->
        switch (operation) {
          case ALLREDUCE -> Ring.allreduce();
          case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> new Ring.ReduceScatter();
          default -> new Ring.Allgather();
        };
      case SEGMENTED_RING -> new SegmentedRing(or(number, 1 << 20));
      case ALLGATHER_REDUCE -> new Linear.AllgatherReduce();
      case PAIRWISE ->
        switch (operation) {
          case ALLTOALL -> new Pairwise.Alltoall(false);
          case ALLTOALLV, ALLTOALLW -> new Pairwise.Alltoall(true);
          default -> new Pairwise.ReduceScatter();
        };
      case LINEAR_SYNC -> new Linear.UpWhenAsked();
      case LINEAR -> linear(operation, or(number, 0));
      case REDUCE_BCAST ->
        new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Binomial.Down(Carry.WHOLE));
      case GATHER_BCAST ->
        new ConsecutiveSchedules(new Binomial.Up(Carry.BLOCKS), new Binomial.Down(Carry.WHOLE));
      case BCAST -> new Binomial.Down(Carry.WHOLE);
      case REDUCE_SCATTERV ->
        new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Linear.Down(Carry.BLOCKS, 0));
      case TWO_LEVEL -> TwoLevel.of(operation, Math.clamp(or(number, 1), 1, 1 << 20));
    };
  }

  private static long or(long number, long usual) {
    return number == NONE ? usual : number;
  }

  private static Algorithm tree(Tree tree, Operation operation, long segmentBytes) {
    return new TreeSchedule(tree, segmentBytes, operation == REDUCE);
  }

  private static Algorithm linear(Operation operation, long atOnce) {
    return switch (operation) {
      case BARRIER, ALLREDUCE ->
        new ConsecutiveSchedules(new Linear.Up(Carry.WHOLE, 0), new Linear.Down(Carry.WHOLE, 0));
      case BCAST -> new Linear.Down(Carry.WHOLE, atOnce);
      case REDUCE -> new Linear.Up(Carry.WHOLE, atOnce);
      case GATHER, GATHERV -> new Linear.Up(Carry.BLOCKS, atOnce);
      case SCATTER, SCATTERV -> new Linear.Down(Carry.BLOCKS, atOnce);
      case ALLGATHER, ALLGATHERV -> new Linear.Allgather();
      case ALLTOALL -> new Linear.Alltoall(false, atOnce);
      case ALLTOALLV, ALLTOALLW -> new Linear.Alltoall(true, atOnce);
      default -> new Linear.Neighbours();
    };
  }

  /**
   * An algorithm that consists of other collectives, such as a reduction and then a broadcast. Each may
   * divide the data in its own way. Its volume is the sum of theirs.
   */
  private static final class Parts extends Schedule {
    private final Schedule first;
    private final Schedule second;

    Parts(Schedule first, Schedule second) {
      this.first = first;
      this.second = second;
    }

    @Override
    int rounds(CollectiveCall call) {
      return first.rounds(call) + second.rounds(call);
    }

    @Override
    public int alike(CollectiveCall call, int round) {
      int rounds = first.rounds(call);
      return round < rounds ? first.alike(call, round) : second.alike(call, round - rounds);
    }

    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return Math.addExact(first.allocatedBytes(call, vector), second.allocatedBytes(call, vector));
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int rounds = first.rounds(call);
      Schedule part = round < rounds ? first : second;
      int within = round < rounds ? round : round - rounds;
      part.emit(call, within, steps.dividedInto(part.blocks(call)));
    }
  }
}
