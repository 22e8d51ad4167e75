package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.FoldedTask;
import io.github.tracecast.compress.LongSequence;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.codec.BinaryCodec;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code vertices}: the merge of simulated ranks that were recorded by the structure of their
 * program. The program is Figure 1 of CYPRESS, once or several times in a row. It has a branch on
 * the rank, then a loop that has one more iteration at each step and takes another branch in every
 * second iteration.
 */
@Command(
    name = "vertices",
    mixinStandardHelpOptions = true,
    description = "Measures the time to merge the trees of simulated ranks, by numbers of ranks and of vertices.")
final class VerticesCommand implements Runnable {
  private static final int[] RANKS = {64, 256, 1024, 4096};
  private static final int[] COPIES = {1, 4, 16};
  private static final int STEPS = 20;

  /** The vertices: outer loop, branch on the rank, the call in it, inner loop, and two branches with one call each. */
  private static final int VERTICES = 8;

  /** The number of times that each merge is measured. The fastest time counts. */
  private static final int REPEAT = 3;

  @Override
  public void run() {
    measure(RANKS[2], COPIES[2]); // warm-up, so that the first row measures optimized code
    ResultTable table =
        new ResultTable(System.out, "vertices", "ranks", "merge, CPU ms", "us a rank and vertex", "trace B");
    for (int copies : COPIES) {
      for (int ranks : RANKS) {
        Merge merge = measure(ranks, copies);
        for (int i = 1; i < REPEAT; i++) {
          Merge next = measure(ranks, copies);
          merge = next.nanos < merge.nanos ? next : merge;
        }
        table.row(
            VERTICES * copies,
            ranks,
            ResultTable.decimals(1, merge.nanos * 1e-6),
            ResultTable.decimals(2, merge.nanos * 1e-3 / ranks / VERTICES / copies),
            merge.bytes);
      }
    }
  }

  private record Merge(long nanos, int bytes) {}

  private static Merge measure(int ranks, int copies) {
    Compressor compressor = new Compressor(ranks, CompressOptions.DEFAULT.withDeltas(Deltas.NONE));
    for (int rank = 0; rank < ranks; rank++) {
      FoldedTask task = compressor.folded(rank);
      for (int copy = 0; copy < copies; copy++) {
        give(task, rank, "copy " + copy);
      }
    }
    long begin = CpuTime.nanosOfThread();
    for (int rank = 0; rank < ranks; rank++) {
      compressor.finish(rank);
    }
    int bytes = BinaryCodec.write(compressor.trace("", List.of())).length;
    return new Merge(CpuTime.nanosOfThread() - begin, bytes);
  }

  private static void give(FoldedTask task, int rank, String site) {
    task.openLoop();
    if (rank % 2 == 0) {
      call(task, MpiCall.SEND, site, Parameter.DESTINATION, rank + 1, STEPS);
    } else {
      call(task, MpiCall.RECV, site, Parameter.SOURCE, rank - 1, STEPS);
    }
    task.openLoop();
    for (int branch = 0; branch < 2; branch++) {
      LongSequence outcomes = new LongSequence(outcome(0, branch));
      long taken = outcome(0, branch);
      long last = 0;
      for (int step = 2; step < STEPS; step++) {
        for (int i = 0; i < step; i++) {
          last = outcome(i, branch);
          taken += last;
          if (step < STEPS - 1 || i < step - 1) {
            outcomes.append(last);
          }
        }
      }
      task.openLoop();
      call(task, branch == 0 ? MpiCall.BCAST : MpiCall.REDUCE, site, Parameter.ROOT, 0, taken);
      task.closeLoop(outcomes, last);
    }
    LongSequence iterations = new LongSequence(0);
    for (int step = 1; step < STEPS - 1; step++) {
      iterations.append(step);
    }
    task.closeLoop(iterations, STEPS - 1);
    task.closeLoop(null, STEPS);
  }

  private static long outcome(int iteration, int branch) {
    return (iteration + branch + 1) % 2;
  }

  private static void call(
      FoldedTask task, MpiCall call, String site, Parameter parameter, int value, long executions) {
    LongSequence values = new LongSequence(value);
    values.repeatTo(executions);
    int number = task.definitions().site(site + " " + call.mpiName());
    task.call(call, number, List.of(parameter), List.of(values), executions, null);
  }
}
