package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.JobsOption;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.SensitivityOption;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.options.reports.ReportOutput;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.print.NextCommand;
import io.github.tracecast.predict.print.SensitivityJson;
import io.github.tracecast.predict.print.SensitivityText;
import io.github.tracecast.predict.report.analysis.AnalysisPage;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code tracecast sensitivity}: shows the parts of a predicted time, and how much slower each part
 * of the machine may become.
 */
@Command(
    name = "sensitivity",
    mixinStandardHelpOptions = true,
    description = {
      "Shows how a predicted time depends on computation, overhead, latency and bandwidth.",
      "For each part, it reports the share of the time, how the time changes with the part, and how much slower"
          + " the part may become before the run is 1, 2, 5 or 10%% slower (--slower).",
      "With --engine flows, messages share links, so the figures come from replays on slower machines. Only the"
          + " tables by call site and by rank come from the critical path, which ignores contention. With"
          + " --engine loggp, all"
          + " figures come from this path."
    })
public final class SensitivityCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @Mixin
  private PredictionOptions options;

  @Option(
      names = "--slower",
      paramLabel = "PERCENT",
      split = ",",
      defaultValue = "1,2,5,10",
      description =
          "The slowdowns of the run for which to report tolerances, in per cent (default: ${DEFAULT-VALUE}).")
  private List<Double> slower;

  @Mixin
  private ReportOutput output;

  @Mixin
  private JobsOption jobsOption;

  @Override
  public Integer call() throws IOException {
    return jobsOption.run(this::sensitivity);
  }

  private int sensitivity() throws IOException {
    output.check();
    List<Double> parts = OptionValues.parts("--slower", slower);
    options.preferFlows();
    PredictionRequest request = options.request();
    Sensitivity.require("sensitivity", request);
    Predictor predictor = new Predictor(request);
    PreparedTrace prepared = input.read();
    Needs.replay(spec, options, prepared, predictor);
    ErrorLines.warn(spec, predictor.warnings(prepared));
    ErrorLines.warn(spec, options.warnings(request));
    Sensitivity sensitivity = SensitivityOption.of(prepared, request, parts, output.isQuiet());
    ErrorLines.warn(spec, sensitivity.warnings());
    String next = NextCommand.afterSensitivity(input.path().toString(), request, sensitivity);
    SensitivityText text = new SensitivityText(sensitivity, output.out());
    output.write(new ReportOutput.Forms(
        json -> SensitivityJson.writeAlone(sensitivity, json),
        () -> AnalysisPage.ofSensitivity(
            sensitivity,
            to -> new SensitivityText(sensitivity, to).print(next),
            output.provenance(input.path(), request)),
        text::headline,
        () -> text.print(next)));
    return 0;
  }
}
