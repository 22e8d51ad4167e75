package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.CompressOptions.RadixTree;
import io.github.tracecast.compress.WatchedCompression;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.openjdk.jol.info.GraphStats;
import org.openjdk.jol.vm.VM;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code memory}: the bytes of live objects of each task during the merge. */
@Command(
    name = "memory",
    mixinStandardHelpOptions = true,
    description = "Measures the memory of tasks during the merge of stencils.")
final class MemoryCommand implements Runnable {
  private static final int[][] RUNS = {{64, 10}, {64, 1000}, {512, 10}, {4096, 10}};

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "4096",
      description = "Leaves out runs of more than N ranks (default: ${DEFAULT-VALUE}).")
  private int most;

  @Option(
      names = "--published",
      description = "Measures only the stencils of Noeth's thesis: by number of ranks, and for 125 ranks by"
          + " number of steps.")
  private boolean published;

  @Option(
      names = "--radix-tree",
      paramLabel = "ORDER",
      defaultValue = "LSB",
      description = "Which ranks are merged first: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private RadixTree tree;

  @Override
  public void run() {
    VM.current(); // initializes JOL on one thread, before several threads use it
    ResultTable table = new ResultTable(
        System.out, "stencil", "deltas", "ranks", "grid", "steps", "min", "avg", "max", "root");
    for (Deltas deltas : new Deltas[] {Deltas.NONE, Deltas.HISTOGRAM}) {
      if (published) {
        StencilEvents.published(10).forEach(stencil -> measure(stencil, deltas, table));
        StencilEvents.publishedBySteps().forEach(stencil -> measure(stencil, deltas, table));
        continue;
      }
      for (int dimensions = 1; dimensions <= 3; dimensions++) {
        for (int[] run : RUNS) {
          if (run[0] <= most) {
            measure(StencilEvents.of(dimensions, false, run[0], run[1]), deltas, table);
          }
        }
      }
    }
  }

  /** Returns the most bytes that each task holds. */
  static long[] largest(StencilEvents stencil, CompressOptions options) {
    AtomicLongArray largest = new AtomicLongArray(stencil.ranks());
    WatchedCompression.compress(stencil, options, held -> {
      long bytes = GraphStats.parseInstance(held.objects().toArray()).totalSize();
      largest.accumulateAndGet(held.task(), bytes, Math::max);
    });
    return IntStream.range(0, stencil.ranks()).mapToLong(largest::get).toArray();
  }

  private void measure(StencilEvents stencil, Deltas deltas, ResultTable table) {
    long[] bytes = largest(stencil, CompressOptions.DEFAULT.withDeltas(deltas).withTree(tree));
    table.row(
        stencil.name(),
        deltas.name().toLowerCase(Locale.ROOT),
        stencil.ranks(),
        stencil.grid(),
        stencil.steps(),
        Arrays.stream(bytes).min().orElseThrow(),
        Math.round(Arrays.stream(bytes).average().orElseThrow()),
        Arrays.stream(bytes).max().orElseThrow(),
        bytes[0]);
  }
}
