package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code communicators}: the unification of the communicators of simulated processes. Each process
 * is a member of four communicators: a duplicate of the world, one half of the world, and the row
 * and the column of the process in a grid. A process identifies a communicator either by Scalasca's
 * key, which has a constant number of bytes, or by the list of all its members.
 */
@Command(
    name = "communicators",
    mixinStandardHelpOptions = true,
    description = "Measures CPU seconds and bytes for the unification of the communicators of simulated processes.")
final class CommunicatorsCommand implements Runnable {
  private static final int[] RANKS = {1024, 4096, 16_384, 32_768, 65_536, 131_072};

  /** Lists of members are measured only up to this number of processes, because more take minutes. */
  private static final int MOST_LISTED = 16_384;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "131072",
      description = "Leaves out runs of more than N processes (default: ${DEFAULT-VALUE}).")
  private int most;

  @Option(
      names = "--duplicates",
      paramLabel = "N",
      description = "Instead, predicts 18 duplicates of MPI_COMM_WORLD and 4 of MPI_COMM_SELF on N processes.")
  private int duplicates;

  @Option(
      names = "--ring",
      paramLabel = "N",
      description = "Instead, predicts an allgather of 64 B by ring on N processes.")
  private int ring;

  @Option(
      names = "--pairwise",
      paramLabel = "N",
      description = "Instead, predicts a pairwise all-to-all of 64 B on N processes.")
  private int pairwise;

  /** One communicator, as one of its members identifies it. */
  private record Membership(int root, int number, int localRank, int size, int stride) {
    /** The bytes of the key and of the local rank, as variable-length integers with 7 bits in each byte. */
    int keyBytes() {
      return IntStream.of(root, number, localRank, size).map(Membership::bytes).sum();
    }

    private static int bytes(int number) {
      return Math.max(1, (38 - Integer.numberOfLeadingZeros(number)) / 7);
    }

    int[] members() {
      return IntStream.range(0, size).map(local -> root + local * stride).toArray();
    }
  }

  @Override
  public void run() {
    if (duplicates > 0) {
      ManyRanks.duplicates(duplicates);
    } else if (ring > 0) {
      ManyRanks.ring(ring);
    } else if (pairwise > 0) {
      ManyRanks.pairwise(pairwise);
    } else {
      unify();
    }
  }

  private void unify() {
    unified(RANKS[0], true); // warm-up, so that the first row does not measure unoptimized code
    unified(RANKS[0], false);
    ResultTable table = new ResultTable(
        System.out,
        "processes",
        "communicators",
        "keys, bytes",
        "CPU s, without communicators",
        "CPU s",
        "bytes in the trace",
        "lists of members, bytes",
        "CPU s");
    for (int ranks : RANKS) {
      if (ranks <= most) {
        measure(ranks, table);
      }
    }
  }

  private static void measure(int ranks, ResultTable table) {
    Trace without = unified(ranks, false);
    Trace with = unified(ranks, true);
    long keys = 0;
    long lists = 0;
    for (int rank = 0; rank < ranks; rank++) {
      for (Membership one : memberships(rank, ranks)) {
        keys += one.keyBytes();
        lists += 4L * one.size();
      }
    }
    table.row(
        ranks,
        with.communicators().size() - without.communicators().size(),
        keys,
        rounded(least(() -> unified(ranks, false))),
        rounded(least(() -> unified(ranks, true))),
        BinaryCodec.write(with).length - BinaryCodec.write(without).length,
        lists,
        ranks <= MOST_LISTED ? rounded(least(() -> listed(ranks))) : "");
  }

  private static Membership[] memberships(int rank, int ranks) {
    int columns = Integer.highestOneBit((int) Math.round(Math.sqrt(ranks)));
    int column = rank % columns;
    return new Membership[] {
      new Membership(0, 0, rank, ranks, 1),
      new Membership(rank % 2, 1, rank / 2, ranks / 2, 2),
      new Membership(rank - column, 2, column, columns, 1),
      new Membership(column, 3, rank / columns, ranks / columns, columns)
    };
  }

  /** Each process calls a barrier on each of its communicators, or the same number of barriers on the world. */
  private static Trace unified(int ranks, boolean own) {
    Compressor compressor = new Compressor(ranks, CompressOptions.DEFAULT.withDeltas(Deltas.NONE));
    for (int rank = 0; rank < ranks; rank++) {
      EventSink task = compressor.task(rank);
      for (Membership one : memberships(rank, ranks)) {
        int made = own
            ? task.communicator(
                one.root() + "." + one.number(),
                one.root(),
                one.number(),
                one.localRank(),
                one.size())
            : 0;
        task.begin(MpiCall.BARRIER, task.site("kind " + one.number()))
            .number(Parameter.COMMUNICATOR, made)
            .end();
      }
      compressor.finish(rank);
    }
    return compressor.trace("", List.of());
  }

  /** Collects, as if each process sent it, the list of members of each of its communicators. */
  private static Set<Group> listed(int ranks) {
    Set<Group> groups = new HashSet<>();
    Set<List<Integer>> seen = new HashSet<>();
    for (int rank = 0; rank < ranks; rank++) {
      for (Membership one : memberships(rank, ranks)) {
        int[] members = one.members();
        if (seen.add(List.of(members.length, Arrays.hashCode(members)))) {
          groups.add(Group.of(members));
        }
      }
    }
    return groups;
  }

  /** Returns the CPU time in seconds of the fastest of three runs. */
  private static double least(Runnable run) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      double start = CpuTime.secondsOfProcess();
      run.run();
      least = Math.min(least, CpuTime.secondsOfProcess() - start);
    }
    return least;
  }

  private static String rounded(double seconds) {
    return ResultTable.decimals(2, seconds);
  }
}
