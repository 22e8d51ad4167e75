package io.github.tracecast.benchmarks;

import io.github.tracecast.imports.SharedTraces;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.RawTraces;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the folding of events in memory: all ranks of a run, one after the other on one thread,
 * without a merge.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class TaskLevelBenchmark {
  @Param({"cgS.16", "luS.16", "mgS.64", "st2d9.16", "1D", "2D", "3D"})
  public String run;

  @Param({"NONE", "HISTOGRAM"})
  public Deltas deltas;

  private EventLog[] logs;

  /**
   * Events per second, and the share of the time in which the thread had a core. The share shows
   * whether other work kept the machine busy.
   */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Rate {
    public long events;
    public double cpu;
  }

  @Setup
  public void record() {
    if (run.endsWith("D")) {
      int dimensions = run.charAt(0) - '0';
      StencilEvents stencil = StencilEvents.of(dimensions, false, 64, 4000 / (int) Math.pow(3, dimensions));
      logs = new EventLog[stencil.ranks()];
      for (int rank = 0; rank < logs.length; rank++) {
        logs[rank] = new EventLog();
        stencil.run(rank, logs[rank]);
      }
    } else {
      Path file = SharedTraces.folder().resolve("tit").resolve(run + ".tar.gz");
      CompressOptions all = CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL);
      TraceEvents events = new TraceEvents(RawTraces.compress(List.of(file), all, lines -> {}));
      logs = new EventLog[events.ranks()];
      for (int rank = 0; rank < logs.length; rank++) {
        logs[rank] = new EventLog();
        events.give(rank, logs[rank]);
      }
    }
  }

  @Benchmark
  public Compressor fold(Rate rate) {
    Compressor compressor = new Compressor(logs.length, CompressOptions.DEFAULT.withDeltas(deltas));
    long begin = CpuTime.nanosOfThread();
    for (int rank = 0; rank < logs.length; rank++) {
      logs[rank].replay(compressor.task(rank));
      rate.events += logs[rank].events();
    }
    rate.cpu += (CpuTime.nanosOfThread() - begin) * 1e-9;
    return compressor;
  }
}
