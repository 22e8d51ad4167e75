package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.PatternOptions;
import io.github.tracecast.predict.cli.options.TraceOutput;
import io.github.tracecast.tools.pattern.Patterns;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tracecast generate}: writes a communication pattern as a trace. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the trace of a communication pattern.",
      "Patterns: message (from rank 0 to a partner), pingpong (there and back), fan (from rank 0 to each other"
          + " rank, back to back), ring (each rank to the next), chain (from rank 0 through all ranks, one block per"
          + " step), wavefront (over a grid, each rank receives, computes, sends), stencil (each rank of a grid"
          + " exchanges messages with its neighbours: all receives, all sends, one wait), and the collectives"
          + " barrier, bcast, reduce, allreduce,"
          + " gather, scatter, allgather, alltoall, reduce_scatter. The root of a collective is rank 0."
    })
public final class GenerateCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Mixin
  private PatternOptions pattern;

  @Mixin
  private TraceOutput output;

  @Override
  public Integer call() {
    output.write(Patterns.generate(pattern.request()));
    return 0;
  }
}
