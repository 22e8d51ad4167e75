package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.CompressOptions.RadixTree;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Merging the programs of 1,024 tasks of a 3D stencil, already folded, into one validated trace, on all cores. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(1)
public class MergeBenchmark {
  @Param({"1", "10", "100"})
  public int steps;

  @Param({"NONE", "HISTOGRAM"})
  public Deltas deltas;

  @Param({"LSB", "MSB"})
  public RadixTree tree;

  private Compressor compressor;

  /** A merge consumes its programs, so each merge needs new programs. */
  @Setup(Level.Invocation)
  public void fold() {
    StencilEvents stencil = StencilEvents.of(3, false, 1024, steps);
    compressor = new Compressor(1024, CompressOptions.DEFAULT.withDeltas(deltas).withTree(tree));
    IntStream.range(0, 1024).parallel().forEach(rank -> stencil.run(rank, compressor.task(rank)));
  }

  @Benchmark
  public Trace merge() {
    return compressor.trace("", List.of());
  }
}
