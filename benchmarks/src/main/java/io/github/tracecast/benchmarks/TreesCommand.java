package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.CompressOptions.RadixTree;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.openjdk.jol.vm.VM;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code trees}: bytes, time, and memory of a task for both merge trees, on the stencils of Noeth's thesis. */
@Command(
    name = "trees",
    mixinStandardHelpOptions = true,
    description = "Measures sizes, times and memory of both merge trees on stencils, without deltas.")
final class TreesCommand implements Runnable {
  private static final CompressOptions OPTIONS = CompressOptions.DEFAULT.withDeltas(Deltas.NONE);

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Leaves out stencils of more than N ranks (default: ${DEFAULT-VALUE}).")
  private int most;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "9",
      description = "Number of merges, of which the fastest counts (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Override
  public void run() {
    VM.current(); // initializes JOL on one thread, before several threads use it
    ResultTable table = new ResultTable(
        System.out,
        "stencil",
        "ranks",
        "tree",
        "trace B",
        "merge, CPU ms",
        "average task B",
        "largest task B");
    for (StencilEvents stencil : StencilEvents.published(10)) {
      for (RadixTree tree : RadixTree.values()) {
        if (stencil.ranks() <= most) {
          measure(stencil, tree, table);
        }
      }
    }
  }

  private void measure(StencilEvents stencil, RadixTree tree, ResultTable table) {
    CompressOptions options = OPTIONS.withTree(tree);
    long[] bytes = MemoryCommand.largest(stencil, options);
    long nanos = Long.MAX_VALUE;
    int traceBytes = 0;
    for (int i = 0; i < repeat; i++) {
      Compressor compressor = new Compressor(stencil.ranks(), options);
      IntStream.range(0, stencil.ranks()).forEach(rank -> stencil.run(rank, compressor.task(rank)));
      long begin = CpuTime.nanosOfThread();
      IntStream.range(0, stencil.ranks()).forEach(compressor::finish);
      Trace trace = compressor.trace("", List.of());
      nanos = Math.min(nanos, CpuTime.nanosOfThread() - begin);
      traceBytes = BinaryCodec.write(trace).length;
    }
    table.row(
        stencil.name(),
        stencil.ranks(),
        tree.name().toLowerCase(Locale.ROOT),
        traceBytes,
        ResultTable.decimals(1, nanos * 1e-6),
        Math.round(Arrays.stream(bytes).average().orElseThrow()),
        Arrays.stream(bytes).max().orElseThrow());
  }
}
