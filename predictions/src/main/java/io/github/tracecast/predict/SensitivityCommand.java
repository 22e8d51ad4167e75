package io.github.tracecast.predict;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.internal.UsageException;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.CriticalPath;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.Tolerance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast sensitivity}: what a predicted time consists of, and how much worse a machine may become. */
@Command(
    name = "sensitivity",
    mixinStandardHelpOptions = true,
    description = {
      "States what the predicted time on a machine consists of along the run's critical path, its derivative to latency,"
          + " overhead, gap per byte and computation, and how much worse each may become before the run is slower.",
      "By engine loggp, exactly; for programs in which no match depends on time."
    })
final class SensitivityCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      description = "A trace of Tracecast or of any format that import reads.")
  private Path trace;

  @Option(
      names = "--platform",
      paramLabel = "P",
      required = true,
      description = "A machine of the catalogue (tracecast platforms) or a YAML file.")
  private String platform;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a figure of the machine, as in predict; may be repeated.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--mapping",
      paramLabel = "M",
      defaultValue = "default",
      description = "Which rank goes where, as in predict (${DEFAULT-VALUE}).")
  private String mapping;

  @Option(
      names = "--compute-scale",
      paramLabel = "F",
      defaultValue = "1",
      description = "Factor on all computation (${DEFAULT-VALUE}).")
  private double computeScale;

  @Option(
      names = "--slower",
      paramLabel = "PERCENT",
      split = ",",
      defaultValue = "1,2,5,10",
      description = "How much slower the run may become, in per cent (${DEFAULT-VALUE}).")
  private List<Double> slower;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also writes it as JSON; - for standard output, instead of the text.")
  private String json;

  @Option(names = "--quiet", description = "No progress display.")
  private boolean quiet;

  @Override
  public Integer call() throws IOException {
    JsonOutput.check(json);
    for (double percent : slower) {
      if (!(percent > 0) || percent > 1e6) {
        throw new UsageException(
            "--slower: found " + percent + "; expected per cent above 0, at most 1000000");
      }
    }
    Programs programs = Programs.of(Importers.read(trace));
    Sensitivity sensitivity = sensitivity(programs);
    PrintWriter out = spec.commandLine().getOut();
    if (json != null) {
      JsonOutput.write(json, out, sensitivity::write);
    }
    if (!JsonOutput.isStandardOutput(json)) {
      sensitivity.print(out);
    }
    return 0;
  }

  private Sensitivity sensitivity(Programs programs) {
    ReplayOptions options =
        new ReplayOptions(ReplayOptions.DeltaMode.AVG, 1, computeScale, Map.of());
    Machine machine = Machine.fit(
        PlatformCatalogue.load(platform, figures), programs.ranks(), MappingSpec.parse(mapping));
    Lane lane = new Lane(machine, options);
    List<Double> parts = slower.stream().map(percent -> percent / 100).toList();
    try (ProgressDisplay progress = new ProgressDisplay("Replaying", "calls", -1, !quiet)) {
      CriticalPath path = CriticalPath.of(programs, lane, progress).orElseThrow(this::unsuited);
      List<Tolerance> tolerances =
          Tolerance.of(programs, lane, parts, progress).orElseThrow(this::unsuited);
      return new Sensitivity(trace.toString(), programs.trace(), machine, path, tolerances);
    }
  }

  private ReplayException unsuited() {
    return new ReplayException(
        trace + ": found a program in which messages may match differently on different machines"
            + " (receives of any source with a choice, probes, tests without outcomes), non-blocking collectives, or"
            + " one that does not run to its end; expected one whose messages are fixed: sensitivity follows these."
            + " tracecast predict says what is wrong, or predicts two machines to compare");
  }
}
