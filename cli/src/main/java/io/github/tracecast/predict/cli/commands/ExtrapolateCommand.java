package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.TraceOutput;
import io.github.tracecast.predict.print.ExtrapolationText;
import io.github.tracecast.tools.extrapolate.Extrapolation;
import io.github.tracecast.tools.extrapolate.Scaling;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.text.UsageException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast extrapolate}: creates a trace of many ranks from recordings on few ranks. */
@Command(
    name = "extrapolate",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the trace of a run on more ranks than were recorded.",
      "Needs recordings of the same program on two or more numbers of ranks, or one recording of a regular"
          + " program with --scaling. Every size, partner and loop count must follow one rule in all"
          + " recordings; otherwise the command fails and names the call, the ranks and the values."
    })
public final class ExtrapolateCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      arity = "1..*",
      description =
          "Traces of the same program on different numbers of ranks, or one trace with --scaling.")
  private List<Path> traces;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      required = true,
      description = "The number of ranks to extrapolate to.")
  private int ranks;

  @Option(
      names = "--scaling",
      paramLabel = "weak|strong",
      description =
          "weak if the computation per rank is constant, strong if the total computation is constant (default:"
              + " fitted to the recordings). Required if there is only one recording, whose messages must go to"
              + " neighbours in a grid.")
  private @Nullable String scaling;

  @Mixin
  private TraceOutput output;

  @Mixin
  private Quiet quiet;

  @Override
  public Integer call() {
    if (ranks < 2 || ranks > RankList.MAX_RANKS) {
      throw new UsageException("--ranks: found " + ranks + "; expected 2 to " + RankList.MAX_RANKS);
    }
    Optional<Scaling> stated = Scaling.parse(scaling);
    List<PreparedTrace> inputs = traces.stream().map(Tracecast::read).toList();
    Extrapolation result = Extrapolation.of(inputs, stated, ranks);
    output.write(result.trace());
    PrintWriter out = output.report(spec);
    if (quiet.isSet()) {
      ExtrapolationText.headline(result, ranks, out);
    } else {
      ExtrapolationText.print(result, ranks, stated, out);
    }
    return 0;
  }
}
