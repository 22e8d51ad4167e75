package io.github.tracecast.simulate.collective;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

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
 * <p>The formulas are converted to LogGP (Alexandrov et al., SPAA 1995). Their sources are Thakur,
 * Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH" (IJHPCA
 * 2005), and Chan et al., "Collective communication: theory, practice, and experience" (CCPE 2007).
 */
public final class Algorithms {
  /** The size whose transfer takes about as long as a message's latency and overheads. */
  private static final int WORTH_A_ROUND = 1_024;

  /** The largest number of messages that a rank of an alltoall has in progress. */
  private static final int AT_ONCE = 64;

  /** The name of the algorithm on inter-communicators. Platforms cannot select another one there. */
  public static final String TWO_GROUPS = "two-groups";

  private static final Algorithm ON_TWO_GROUPS = new TwoGroups();

  private static final Map<Operation, SequencedMap<String, Algorithm>> BY_NAME = table();

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
    Algorithm algorithm = BY_NAME.get(operation).get(name);
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

  /**
   * The algorithm for an operation if the platform selects none. The limits are MPICH's (Thakur,
   * Rabenseifner, Gropp 2005), with two exceptions for large communicators. An algorithm of p - 1
   * rounds needs blocks that outweigh a message's latency. An alltoall does not keep p messages per
   * rank in progress.
   *
   * @param bytes the vector or the (mean) block, as {@link CollectiveCall#bytes()}; ignored for the
   *     vector forms other than reduce_scatter
   * @param size ranks in the communicator, at least 1
   */
  public static String fallback(Operation operation, long bytes, int size) {
    return switch (operation) {
      case BARRIER -> "dissemination";
      case BCAST ->
        bytes < 12_288 || size < 8 || bytes / size < WORTH_A_ROUND
            ? "binomial"
            : "scatter-ring-allgather";
      case REDUCE -> tooShortToCut(bytes, size) ? "binomial" : "rabenseifner";
      case ALLREDUCE -> {
        if (tooShortToCut(bytes, size)) {
          yield "recursive-doubling";
        }
        yield Integer.bitCount(size) == 1 || bytes / size < 8 * WORTH_A_ROUND
            ? "rabenseifner"
            : "ring";
      }
      case GATHER, SCATTER -> "binomial";
      case ALLGATHER -> {
        boolean powerOfTwo = Integer.bitCount(size) == 1;
        long longFrom = powerOfTwo ? 524_288 : 81_920;
        yield bytes >= WORTH_A_ROUND && bytes >= longFrom / size
            ? "ring"
            : powerOfTwo ? "recursive-doubling" : "bruck";
      }
      case ALLGATHERV -> "ring";
      case ALLTOALL -> {
        if (bytes <= 256 && size >= 8) {
          yield "bruck";
        }
        yield bytes <= 32_768 && size <= AT_ONCE ? "linear" : "pairwise";
      }
      case ALLTOALLV, ALLTOALLW -> size <= AT_ONCE ? "linear" : "pairwise";
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
        bytes >= WORTH_A_ROUND && bytes >= 524_288 / size ? "pairwise" : "recursive-halving";
      case SCAN, EXSCAN -> "recursive-doubling";
      case GATHERV,
          SCATTERV,
          NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLGATHERV,
          NEIGHBOR_ALLTOALL,
          NEIGHBOR_ALLTOALLV,
          NEIGHBOR_ALLTOALLW -> "linear";
    };
  }

  /** Whether a reduction's vector is short, or has less than one double per rank. */
  private static boolean tooShortToCut(long bytes, int size) {
    return bytes <= 2_048 || bytes / size < Double.BYTES;
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
        algorithms.put("recursive-doubling", Recursive.doubling());
        algorithms.put(
            "binomial",
            new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Binomial.Down(Carry.WHOLE)));
        algorithms.put(
            "linear",
            new ConsecutiveSchedules(new Linear.Up(Carry.WHOLE), new Linear.Down(Carry.WHOLE)));
      }
      case BCAST -> {
        algorithms.put("binomial", new Binomial.Down(Carry.WHOLE));
        algorithms.put("scatter-ring-allgather", Ring.scatterAllgatherBroadcast());
        algorithms.put("chain", new Pipeline());
        algorithms.put("linear", new Linear.Down(Carry.WHOLE));
      }
      case GATHER -> {
        algorithms.put("binomial", new Binomial.Up(Carry.BLOCKS));
        algorithms.put("linear", new Linear.Up(Carry.BLOCKS));
      }
      case GATHERV -> algorithms.put("linear", new Linear.Up(Carry.BLOCKS));
      case SCATTER -> {
        algorithms.put("binomial", new Binomial.Down(Carry.BLOCKS));
        algorithms.put("linear", new Linear.Down(Carry.BLOCKS));
      }
      case SCATTERV -> algorithms.put("linear", new Linear.Down(Carry.BLOCKS));
      case ALLGATHER -> {
        algorithms.put("recursive-doubling", Recursive.doublingAllgather());
        algorithms.put("bruck", new Bruck.Allgather());
        algorithms.put("ring", new Ring.Allgather());
        algorithms.put("linear", new Linear.Allgather());
      }
      case ALLGATHERV -> {
        algorithms.put("ring", new Ring.Allgather());
        algorithms.put("linear", new Linear.Allgather());
      }
      case ALLTOALL -> {
        algorithms.put("bruck", new Bruck.Alltoall());
        algorithms.put("pairwise", new Pairwise.Alltoall(false));
        algorithms.put("linear", new Linear.Alltoall(false));
      }
      case ALLTOALLV, ALLTOALLW -> {
        algorithms.put("pairwise", new Pairwise.Alltoall(true));
        algorithms.put("linear", new Linear.Alltoall(true));
      }
      case NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLGATHERV,
          NEIGHBOR_ALLTOALL,
          NEIGHBOR_ALLTOALLV,
          NEIGHBOR_ALLTOALLW -> algorithms.put("linear", new Linear.Neighbours());
      default -> fillReductions(operation, algorithms);
    }
  }

  private static void fillReductions(Operation operation, Map<String, Algorithm> algorithms) {
    switch (operation) {
      case REDUCE -> {
        algorithms.put("binomial", new Binomial.Up(Carry.WHOLE));
        algorithms.put("rabenseifner", Rabenseifner.reduce());
        algorithms.put("linear", new Linear.Up(Carry.WHOLE));
      }
      case ALLREDUCE -> {
        algorithms.put("recursive-doubling", Recursive.doubling());
        algorithms.put("rabenseifner", Rabenseifner.allreduce());
        algorithms.put("ring", Ring.allreduce());
        algorithms.put(
            "binomial",
            new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Binomial.Down(Carry.WHOLE)));
      }
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> {
        algorithms.put("recursive-halving", Recursive.halvingReduceScatter());
        algorithms.put("pairwise", new Pairwise.ReduceScatter());
        algorithms.put(
            "reduce-scatterv",
            new ConsecutiveSchedules(new Binomial.Up(Carry.WHOLE), new Linear.Down(Carry.BLOCKS)));
      }
      case SCAN, EXSCAN -> {
        algorithms.put("recursive-doubling", new Scan.Doubling());
        algorithms.put("chain", new Scan.Chain());
      }
      default -> throw new AssertionError(operation);
    }
  }
}
