package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.Checksums;
import io.github.tracecast.predict.cli.options.HtmlOption;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.QuietReport;
import io.github.tracecast.predict.cli.options.TraceInput;
import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.model.PredictionFile;
import io.github.tracecast.predict.model.PredictionProcess;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.ComparisonJson;
import io.github.tracecast.predict.print.ComparisonText;
import io.github.tracecast.predict.report.ComparisonReport;
import io.github.tracecast.predict.report.Provenance;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.simulate.engine.Engines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast compare}: the differences between two predictions. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    customSynopsis = {
      "tracecast compare [OPTIONS] A.json B.json",
      "tracecast compare [OPTIONS] TRACE --platform P [--with Q] [--with-set KEY=VALUE]... [--with-mapping M]"
    },
    description = {
      "Compares two predictions.",
      "It shows which settings differ, how much the time changes, and which call sites change.",
      "It reads two files of predict --json, or predicts one trace on two machines."
    })
public final class CompareCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..2",
      description = "Two JSON files of predict, or one trace with --platform.")
  private List<Path> files = List.of();

  @Mixin
  private TraceInput input;

  @ArgGroup(
      exclusive = false,
      multiplicity = "0..1",
      heading = "%nFor a trace, options of both predictions:%n")
  private PredictionOptions options;

  @ArgGroup(
      exclusive = false,
      multiplicity = "0..1",
      heading = "%nOptions of the second prediction:%n")
  private Second second;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also writes the comparison as JSON; - writes it to standard output instead of the report.")
  private String json;

  @Mixin
  private HtmlOption html;

  @Mixin
  private QuietReport quiet;

  @Option(
      names = "--sites-table",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Maximum number of rows in the table of call sites (default: ${DEFAULT-VALUE}).")
  private int sitesTable;

  /** The options that change the second of two predictions of a trace. */
  private static final class Second {
    @Option(
        names = "--with",
        paramLabel = "Q",
        description =
            "Machine of the second prediction, without the values of --set (default: the same machine).")
    private String platform;

    @Option(
        names = "--with-set",
        paramLabel = "KEY=VALUE",
        description = "A value of the second machine, as with --set; repeatable.")
    private Map<String, String> figures = Map.of();

    @Option(
        names = "--with-mapping",
        paramLabel = "M",
        description = "Mapping of the second prediction.")
    private String mapping;

    private PredictionRequest of(PredictionRequest first) {
      Map<String, String> set = new TreeMap<>(platform == null ? first.figures() : Map.of());
      set.putAll(figures);
      return first.with(draft -> {
        draft.figures = set;
        draft.platform = platform == null ? first.platform() : platform;
        draft.mapping = mapping == null ? first.mapping() : mapping;
      });
    }
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    ReportFile.check(JsonOutput.target(json), html.target());
    if (sitesTable < 0) {
      throw new UsageException("--sites-table: found " + sitesTable + "; expected 0 or more rows");
    }
    Comparison comparison = files.size() == 2 ? ofFiles() : ofTrace();
    if (json != null) {
      JsonOutput.write(json, out, generator -> ComparisonJson.write(comparison, generator));
    }
    if (html.asked()) {
      html.write(
          ComparisonReport.of(comparison, html.provenance(engine(comparison), inputs())),
          generator -> ComparisonJson.write(comparison, generator));
    }
    if (!JsonOutput.isStandardOutput(json) && !html.isStandardOutput()) {
      ComparisonText text = new ComparisonText(comparison, out);
      if (quiet.asked()) {
        text.headline();
      } else {
        text.print(sitesTable);
      }
    }
    return 0;
  }

  private static String engine(Comparison comparison) {
    String a = engine(comparison.a());
    String b = engine(comparison.b());
    return a.equals(b) ? a : a + " for A and " + b + " for B";
  }

  private static String engine(PredictionFile prediction) {
    return prediction.text("engine") + " " + prediction.text("engine_version");
  }

  private List<Provenance.Input> inputs() throws IOException {
    if (files.size() == 2) {
      return List.of(
          Checksums.input("prediction A", files.get(0)),
          Checksums.input("prediction B", files.get(1)));
    }
    PredictionRequest a = options.request();
    PredictionRequest b = second.of(a);
    List<Provenance.Input> inputs =
        new ArrayList<>(Checksums.of(files.getFirst(), a.platform(), a.mapping()));
    Checksums.of(files.getFirst(), b.platform(), b.mapping()).stream()
        .filter(input -> !inputs.contains(input))
        .forEach(inputs::add);
    return inputs;
  }

  private Comparison ofFiles() throws IOException {
    if (options != null || second != null) {
      throw new UsageException("found two files together with options of a prediction;"
          + " expected only two predictions, or one trace with --platform");
    }
    return Comparison.of(PredictionFile.read(files.get(0)), PredictionFile.read(files.get(1)));
  }

  private Comparison ofTrace() throws IOException {
    if (options == null) {
      throw new UsageException(
          "found one file without --platform; expected two predictions, or one trace with --platform");
    }
    if (second == null) {
      throw new UsageException(
          "found one machine; expected --with, --with-set or --with-mapping for the second prediction");
    }
    PredictionRequest first = options.request();
    List<PredictionRequest> requests = List.of(first, second.of(first));
    List<PredictionFile> predictions =
        first.engine().equals(Engines.SIMGRID) ? apart(requests) : here(requests);
    return Comparison.of(predictions.get(0), predictions.get(1));
  }

  /** Predicts with SimGrid, which needs one process per prediction. */
  private List<PredictionFile> apart(List<PredictionRequest> requests) throws IOException {
    requests.forEach(Predictor::new); // complains of what cannot be used
    try (ProgressDisplay progress =
        new ProgressDisplay("Predicting", "predictions", requests.size(), !quiet.asked())) {
      return PredictionProcess.predictions(input.source(files.getFirst()), requests, progress);
    }
  }

  private List<PredictionFile> here(List<PredictionRequest> requests) throws IOException {
    requests.forEach(Predictor::new); // complains of what cannot be used, before the trace is read
    PreparedTrace trace = input.read(files.getFirst());
    List<PredictionFile> predictions = new ArrayList<>();
    for (PredictionRequest request : requests) {
      try (ProgressDisplay progress =
          new ProgressDisplay("Replaying", "calls", trace.counts().total(), !quiet.asked())) {
        predictions.add(PredictionFile.of(trace, request, options.warnings(), progress));
      }
    }
    return predictions;
  }
}
