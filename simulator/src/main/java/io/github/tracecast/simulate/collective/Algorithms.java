package io.github.tracecast.simulate.collective;

import static io.github.tracecast.simulate.collective.Operation.ALLGATHER;
import static io.github.tracecast.simulate.collective.Operation.ALLGATHERV;
import static io.github.tracecast.simulate.collective.Operation.ALLREDUCE;
import static io.github.tracecast.simulate.collective.Operation.ALLTOALL;
import static io.github.tracecast.simulate.collective.Operation.ALLTOALLV;
import static io.github.tracecast.simulate.collective.Operation.ALLTOALLW;
import static io.github.tracecast.simulate.collective.Operation.BARRIER;
import static io.github.tracecast.simulate.collective.Operation.BCAST;
import static io.github.tracecast.simulate.collective.Operation.EXSCAN;
import static io.github.tracecast.simulate.collective.Operation.GATHER;
import static io.github.tracecast.simulate.collective.Operation.GATHERV;
import static io.github.tracecast.simulate.collective.Operation.REDUCE;
import static io.github.tracecast.simulate.collective.Operation.REDUCE_SCATTER;
import static io.github.tracecast.simulate.collective.Operation.REDUCE_SCATTER_BLOCK;
import static io.github.tracecast.simulate.collective.Operation.SCAN;
import static io.github.tracecast.simulate.collective.Operation.SCATTER;
import static io.github.tracecast.simulate.collective.Operation.SCATTERV;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

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
 * partners at a time of linear for alltoalls and with a root (0 for all). The Javadoc of each class
 * has its messages and bytes.
 *
 * <p>The formulas are converted to LogGP (Alexandrov et al., SPAA 1995). Their sources are Thakur,
 * Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH" (IJHPCA
 * 2005), and Chan et al., "Collective communication: theory, practice, and experience" (CCPE 2007).
 */
public final class Algorithms {
  /** The name of the algorithm on inter-communicators. Platforms cannot select another one there. */
  public static final String TWO_GROUPS = "two-groups";

  private static final Algorithm ON_TWO_GROUPS = new TwoGroups();

  /** Instead of a parameter. */
  private static final long NONE = -1;

  private static final Map<Operation, SequencedMap<String, LongFunction<Algorithm>>> BY_NAME =
      table();

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
    return MADE.computeIfAbsent(operation.key() + " " + name, key -> make(operation, name));
  }

  private static Algorithm make(Operation operation, String name) {
    int colon = name.indexOf(':');
    String kind = colon < 0 ? name : name.substring(0, colon);
    LongFunction<Algorithm> with = BY_NAME.get(operation).get(kind);
    Algorithm algorithm = with == null
        ? null
        : with.apply(colon < 0 ? NONE : Long.parseLong(name.substring(colon + 1)));
    if (algorithm == null) {
      throw new IllegalArgumentException("no algorithm \"" + name + "\" for " + operation.key()
          + "; expected one of " + String.join(", ", names(operation)));
    }
    return algorithm;
  }

  /** Whether inter-communicators have the operation. */
  public static boolean haveTwoGroups(Operation operation) {
    return !operation.hasNeighbours()
        && operation != Operation.SCAN
        && operation != Operation.EXSCAN;
  }

  /** The names of an operation's algorithms, at least one, always in the same order. */
  public static List<String> names(Operation operation) {
    return List.copyOf(BY_NAME.get(operation).sequencedKeySet());
  }

  private static Map<Operation, SequencedMap<String, LongFunction<Algorithm>>> table() {
    Map<Operation, SequencedMap<String, LongFunction<Algorithm>>> table =
        new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      table.put(operation, new LinkedHashMap<>());
    }
    Table to = new Table(table);
    Schedule upAndDown =
        new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Binomial.Down(Carry.WHOLE));
    Schedule inAndOut =
        new ConsecutiveSchedules(new Linear.Up(Carry.WHOLE, 0), new Linear.Down(Carry.WHOLE, 0));
    to.put("dissemination", new Dissemination(), BARRIER);
    to.put("recursive-doubling", Recursive.doubling(), BARRIER, ALLREDUCE);
    to.put("rabenseifner", Rabenseifner.allreduce(), ALLREDUCE);
    to.put("ring", Ring.allreduce(), ALLREDUCE);
    to.put("segmented-ring", SegmentedRing::new, 1 << 20, ALLREDUCE);
    to.put("allgather-reduce", new ExchangeAll(), ALLREDUCE);
    to.put("binomial", upAndDown, BARRIER, ALLREDUCE);
    to.put("linear", inAndOut, BARRIER, ALLREDUCE);
    to.put("binomial", new Binomial.Down(Carry.WHOLE), BCAST);
    to.put("scatter-ring-allgather", Ring.scatterAllgatherBroadcast(), BCAST);
    to.put("binomial", new Binomial.Up(Carry.WHOLE), REDUCE);
    to.put("rabenseifner", Rabenseifner.reduce(), REDUCE);
    to.put("chain", n -> new TreeSchedule(new Tree.Chains(1), n, false), 1 << 16, BCAST);
    to.put("chains", n -> new TreeSchedule(new Tree.Chains(4), n, false), 1 << 16, BCAST);
    to.put("binary-tree", n -> new TreeSchedule(new Tree.Binary(), n, false), 0, BCAST);
    to.put("binomial-tree", n -> new TreeSchedule(new Tree.HighestBit(), n, false), 0, BCAST);
    to.put("split-binary-tree", SplitBinary::new, 0, BCAST);
    to.put("knomial", n -> new TreeSchedule(new Tree.Knomial(radix(n)), 0, false), 4, BCAST);
    to.put("chain", n -> new TreeSchedule(new Tree.Chains(1), n, true), 1 << 16, REDUCE);
    to.put("chains", n -> new TreeSchedule(new Tree.Chains(4), n, true), 1 << 16, REDUCE);
    to.put("binary-tree", n -> new TreeSchedule(new Tree.Binary(), n, true), 0, REDUCE);
    to.put("binomial-tree", n -> new TreeSchedule(new Tree.HighestBit(), n, true), 0, REDUCE);
    to.put("in-order-binary", InOrderReduce::new, 0, REDUCE);
    to.put("knomial", n -> new TreeSchedule(new Tree.Knomial(radix(n)), 0, true), 4, REDUCE);
    to.put("binomial", new Binomial.Up(Carry.BLOCKS), GATHER);
    to.put("binomial", new Binomial.Down(Carry.BLOCKS), SCATTER);
    to.put("bcast", new Binomial.Down(Carry.WHOLE), SCATTER);
    to.put("linear", n -> new Linear.Down(Carry.WHOLE, n), 0, BCAST);
    to.put("linear", n -> new Linear.Up(Carry.WHOLE, n), 0, REDUCE);
    to.put("linear", n -> new Linear.Up(Carry.BLOCKS, n), 0, GATHER, GATHERV);
    to.put("linear-sync", new Linear.UpWhenAsked(), GATHER);
    to.put("linear", n -> new Linear.Down(Carry.BLOCKS, n), 0, SCATTER, SCATTERV);
    to.put("recursive-doubling", Recursive.doublingAllgather(), ALLGATHER);
    to.put("bruck", Bruck.Allgather::new, 2, ALLGATHER);
    to.put("sparbit", new Sparbit(), ALLGATHER);
    to.put("neighbor-exchange", new NeighborExchange(), ALLGATHER, ALLGATHERV);
    to.put("ring", new Ring.Allgather(), ALLGATHER, ALLGATHERV);
    to.put("linear", new Linear.Allgather(), ALLGATHER, ALLGATHERV);
    to.put("bruck", new Bruck.Alltoall(true), ALLTOALL);
    to.put("modified-bruck", new Bruck.Alltoall(false), ALLTOALL);
    to.put("pairwise", new Pairwise.Alltoall(false), ALLTOALL);
    to.put("linear", n -> new Linear.Alltoall(false, n), 0, ALLTOALL);
    to.put("pairwise", new Pairwise.Alltoall(true), ALLTOALLV, ALLTOALLW);
    to.put("linear", n -> new Linear.Alltoall(true, n), 0, ALLTOALLV, ALLTOALLW);
    Operation[] scattered = {REDUCE_SCATTER, REDUCE_SCATTER_BLOCK};
    to.put("recursive-halving", Recursive.halvingReduceScatter(), scattered);
    to.put("pairwise", new Pairwise.ReduceScatter(), scattered);
    to.put("ring", new Ring.ReduceScatter(), scattered);
    to.put(
        "reduce-scatterv",
        new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Linear.Down(Carry.BLOCKS, 0)),
        scattered);
    to.put("recursive-doubling", new Scan.Doubling(), SCAN, EXSCAN);
    to.put("chain", new Scan.Chain(), SCAN, EXSCAN);
    for (Operation operation : Operation.values()) {
      if (operation.hasNeighbours()) {
        to.put("linear", new Linear.Neighbours(), operation);
      }
    }
    return table;
  }

  private static int radix(long parameter) {
    return Math.clamp(parameter, 2, 1 << 20);
  }

  /** Takes one line for each algorithm. */
  private record Table(Map<Operation, SequencedMap<String, LongFunction<Algorithm>>> rows) {
    void put(String name, Algorithm algorithm, Operation... operations) {
      for (Operation operation : operations) {
        rows.get(operation).put(name, parameter -> parameter == NONE ? algorithm : null);
      }
    }

    /** An algorithm with a parameter, such as the size of its segments. */
    void put(String name, LongFunction<Algorithm> with, long usual, Operation... operations) {
      for (Operation operation : operations) {
        rows.get(operation)
            .put(name, parameter -> with.apply(parameter == NONE ? usual : parameter));
      }
    }
  }
}
