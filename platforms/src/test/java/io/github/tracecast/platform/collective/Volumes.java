package io.github.tracecast.platform.collective;

import java.util.function.IntToLongFunction;

/** The bytes that all ranks together send, from the papers' formulas and not from the schedules. */
final class Volumes {
  private Volumes() {}

  static long of(String algorithm, TestCall call) {
    int p = call.size();
    int q = Integer.highestOneBit(p);
    int lg = Integer.numberOfTrailingZeros(q);
    int ceilingLg = q == p ? lg : lg + 1;
    int outside = p - q;
    String name = (call.operation() == Operation.AGREEMENT
            ? "allreduce"
            : call.operation().key()) + " " + algorithm;
    return switch (name) {
      case "barrier dissemination" -> call.bytes() * p * ceilingLg;
      case "barrier recursive-doubling",
          "barrier two-level",
          "allreduce recursive-doubling",
          "allreduce two-level" -> call.bytes() * (2L * outside + (long) q * lg);
      case "barrier binomial",
          "barrier linear",
          "allreduce binomial",
          "allreduce reduce-bcast",
          "allreduce linear",
          "allreduce ring",
          "allreduce segmented-ring" -> call.bytes() * 2 * (p - 1);
      case "bcast binomial",
          "bcast linear",
          "bcast chain",
          "bcast chains",
          "bcast binary-tree",
          "bcast binomial-tree",
          "bcast split-binary-tree",
          "bcast knomial",
          "bcast two-level",
          "reduce chain",
          "reduce chains",
          "reduce binary-tree",
          "reduce binomial-tree",
          "reduce knomial",
          "reduce two-level",
          "reduce binomial",
          "reduce linear",
          "gather linear",
          "gather linear-sync",
          "scatter linear",
          "scan chain",
          "exscan chain" -> call.bytes() * (p - 1);
      case "reduce in-order-binary" ->
        call.bytes() * (p - 1 + (p > 1 && call.root() != p - 1 ? 1 : 0));
      case "allreduce allgather-reduce", "scatter bcast" -> call.bytes() * p * (p - 1);
      case "bcast scatter-ring-allgather" ->
        call.bytes() * (p - 1) + hops(p, v -> segment(call.bytes(), p, (v + call.root()) % p));
      case "bcast scatter-doubling-allgather" ->
        call.bytes() * (outside + q - 1)
            + hops(p, v -> segment(call.bytes(), p, (v + call.root()) % p));
      case "allgather gather-bcast" -> call.bytes() * p * (p - 1) + hops(p, _ -> call.bytes());
      case "reduce rabenseifner" ->
        call.bytes() * (outside + q - 1)
            + hops(q, rank -> segment(call.bytes(), q, reversed(rank, lg)));
      case "allreduce rabenseifner" -> call.bytes() * 2 * (outside + q - 1);
      case "gather binomial", "scatter binomial" -> hops(p, _ -> call.bytes());
      case "allgather ring",
          "allgather two-level",
          "allgather sparbit",
          "allgather neighbor-exchange",
          "reduce_scatter_block ring",
          "allgather bruck",
          "allgather linear",
          "alltoall linear",
          "alltoall pairwise",
          "reduce_scatter_block pairwise" -> call.bytes() * p * (p - 1);
      case "allgather recursive-doubling" ->
        call.bytes() * (outside + (long) (q - 1) * p + (long) outside * (p - 1));
      case "alltoall bruck", "alltoall modified-bruck" -> p * hops(p, _ -> call.bytes());
      case "reduce_scatter_block recursive-halving" ->
        call.bytes() * ((long) outside * p + (long) (q - 1) * p + outside);
      case "reduce_scatter_block reduce-scatterv" -> call.bytes() * (p - 1) * (p + 1);
      case "scan recursive-doubling", "exscan recursive-doubling" -> call.bytes() * partners(p);
      case "gatherv linear", "scatterv linear" -> throughRoot(call);
      case "allgatherv ring",
          "allgatherv bruck",
          "allgatherv neighbor-exchange",
          "reduce_scatter ring",
          "allgatherv linear",
          "alltoallv linear",
          "alltoallv pairwise",
          "alltoallw linear",
          "alltoallw pairwise",
          "reduce_scatter pairwise",
          "neighbor_allgather linear",
          "neighbor_allgatherv linear",
          "neighbor_alltoall linear",
          "neighbor_alltoallv linear",
          "neighbor_alltoallw linear" -> betweenRanks(call);
      case "reduce_scatter recursive-halving" ->
        result(call) * (outside + q - 1) + oddOfPairs(call, outside);
      case "reduce_scatter reduce-scatterv" -> result(call) * p - call.sendBytes(0);
      default -> throw new AssertionError("no known volume of " + name);
    };
  }

  /** In a binomial tree, the data of v are sent once for each set bit of v. */
  private static long hops(int size, IntToLongFunction bytes) {
    long sum = 0;
    for (int v = 0; v < size; v++) {
      sum += Integer.bitCount(v) * bytes.applyAsLong(v);
    }
    return sum;
  }

  /** Bytes of one of a vector's near-equal parts, the larger ones first. */
  static long segment(long bytes, int parts, int part) {
    return bytes / parts + (part < bytes % parts ? 1 : 0);
  }

  private static int reversed(int rank, int bits) {
    return bits == 0 ? 0 : Integer.reverse(rank) >>> 32 - bits;
  }

  private static long partners(int size) {
    long partners = 0;
    for (int rank = 0; rank < size; rank++) {
      for (int bit = 1; bit < size; bit *= 2) {
        partners += (rank ^ bit) < size ? 1 : 0;
      }
    }
    return partners;
  }

  private static long throughRoot(TestCall call) {
    long sum = 0;
    for (int rank = 0; rank < call.size(); rank++) {
      boolean gather = call.operation() == Operation.GATHERV;
      sum += rank == call.root()
          ? 0
          : gather ? call.sizes()[rank][call.root()] : call.sizes()[call.root()][rank];
    }
    return sum;
  }

  private static long betweenRanks(TestCall call) {
    long sum = 0;
    for (int from = 0; from < call.size(); from++) {
      for (int to = 0; to < call.size(); to++) {
        sum += from == to ? 0 : call.sizes()[from][to];
      }
    }
    return sum;
  }

  private static long result(TestCall call) {
    long sum = 0;
    for (int rank = 0; rank < call.size(); rank++) {
      sum += call.sendBytes(rank);
    }
    return sum;
  }

  private static long oddOfPairs(TestCall call, int pairs) {
    long sum = 0;
    for (int pair = 0; pair < pairs; pair++) {
      sum += call.sendBytes(2 * pair + 1);
    }
    return sum;
  }
}
