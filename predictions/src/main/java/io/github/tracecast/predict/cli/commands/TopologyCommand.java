package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.JsonOption;
import io.github.tracecast.predict.cli.options.QuietReport;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.TopologyReport;
import io.github.tracecast.predict.topology.MessagePattern;
import io.github.tracecast.predict.topology.TopologyFindings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code tracecast topology}: finds the grid, torus or tree that the messages of a trace follow.
 */
@Command(
    name = "topology",
    mixinStandardHelpOptions = true,
    description = {
      "Recognises the topology of a trace's point-to-point messages.",
      "Compares the partners of each rank with grids and tori of 1 to 4 dimensions, trees, the hypercube, CG's transposition and all to"
          + " all. Reports every match, the share of messages and bytes that it explains, and what is left over."
    })
public final class TopologyCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @Option(
      names = "--patterns",
      paramLabel = "FILE",
      description = "Also tries the patterns in this YAML file (docs/topology.md).")
  private @Nullable Path patterns;

  @Option(
      names = "--positions",
      paramLabel = "FILE",
      description =
          "Writes the position of each rank in the first match as CSV; - writes it to standard output instead of the report.")
  private @Nullable String positions;

  @Mixin
  private JsonOption json;

  @Mixin
  private QuietReport quiet;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    ReportFile.check(new ReportFile.Target("--positions", positions), json.target());
    PreparedTrace prepared = input.read();
    MessagePattern pattern = MessagePattern.of(prepared.programs(), prepared.table());
    TopologyReport report =
        new TopologyReport(input.path().toString(), TopologyFindings.of(pattern, patterns));
    if (positions != null) {
      ReportFile.write("--positions", positions, out, report::writePositions);
    }
    json.write(report::write);
    if (!json.isStandardOutput() && !ReportFile.isStandardOutput(positions)) {
      report.print(out, quiet.asked());
    }
    return 0;
  }
}
