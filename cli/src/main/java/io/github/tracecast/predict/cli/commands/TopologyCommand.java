package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.options.reports.ReportOutput;
import io.github.tracecast.predict.print.trace.TopologyReport;
import io.github.tracecast.predict.report.analysis.AnalysisPage;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code tracecast topology}: finds the grid, torus or tree that the messages of a trace follow.
 */
@Command(
    name = "topology",
    mixinStandardHelpOptions = true,
    description = {
      "Recognises the grid, torus, tree or other topology of a trace's point-to-point messages.",
      "It tries grids and tori of 1 to 4 dimensions, trees, the hypercube, the transposition of NAS CG, and all to"
          + " all. For each matching topology, it reports the share of messages and bytes between neighbours."
          + " For the best match, it also lists the pairs of ranks that exchange other messages."
    })
public final class TopologyCommand implements Callable<Integer> {
  @Mixin
  private TraceFile input;

  @Option(
      names = "--patterns",
      paramLabel = "FILE",
      description = "Also tries the topologies that the YAML file FILE defines (docs/topology.md).")
  private @Nullable Path patterns;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Writes the position of each rank in the first listed topology as CSV; with FILE -, to standard output"
              + " instead of the text.")
  private @Nullable String positions;

  @Mixin
  private ReportOutput output;

  @Override
  public Integer call() throws IOException {
    ReportFile.Target csv = new ReportFile.Target("--csv", positions);
    output.check(csv);
    PreparedTrace prepared = input.read();
    MessagePattern pattern = MessagePattern.of(prepared.programs(), prepared.table());
    TopologyFindings findings = TopologyFindings.of(pattern, patterns);
    String name = input.path().toString();
    TopologyReport report = new TopologyReport(name, findings);
    if (positions != null) {
      ReportFile.write("--csv", positions, output.out(), report::writePositions);
    }
    output.write(
        new ReportOutput.Forms(
            report::write,
            () -> AnalysisPage.ofTopology(
                name, findings, to -> report.print(to, false), output.provenance(input.path())),
            () -> report.print(output.out(), true),
            () -> report.print(output.out(), false)),
        csv);
    return 0;
  }
}
