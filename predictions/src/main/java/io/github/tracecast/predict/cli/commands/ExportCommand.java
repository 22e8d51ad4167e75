package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.QuietProgress;
import io.github.tracecast.predict.cli.options.TraceInput;
import io.github.tracecast.predict.export.DeltaChoice;
import io.github.tracecast.predict.export.ExportFormat;
import io.github.tracecast.predict.export.ExportRequest;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast export}: a trace in another tool's format. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a trace in the format of another tool, every MPI call of every rank.",
      "Warnings name what the format cannot hold."
    })
public final class ExportCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      description = "A trace of Tracecast, or of any other format that import reads.")
  private Path trace;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      required = true,
      completionCandidates = Formats.class,
      description = "The format: ${COMPLETION-CANDIDATES}.")
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description =
          "Where to write it. Formats with several files also create a folder FILE_files.")
  private Path output;

  @Option(
      names = "--platform",
      paramLabel = "P",
      description =
          "The machine whose collective algorithms and instruction rate are used if the format needs them:"
              + " a machine from the catalogue (tracecast platforms), or a YAML file.")
  private String platform;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a value of the machine, as in predict; repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--deltas",
      paramLabel = "MODE",
      defaultValue = "avg",
      description =
          "Which recorded computation times to write: avg, min or max (default: ${DEFAULT-VALUE}).")
  private String deltas;

  @Option(
      names = "--overheads-as-calc",
      description =
          "Writes the processor time of messages into a GOAL schedule as calculations, where engine loggp charges it."
              + " The schedule then says how to run LogGOPSim. Needs --platform.")
  private boolean overheads;

  @Mixin
  private TraceInput input;

  @Mixin
  private QuietProgress quiet;

  @Override
  public Integer call() throws IOException {
    ExportFormat chosen = ExportFormat.of(format)
        .orElseThrow(() -> new UsageException(
            "--to: found " + format + "; expected one of " + String.join(", ", new Formats())));
    DeltaChoice choice = OptionValues.one("--deltas", deltas, DeltaChoice.values());
    if (platform == null && !figures.isEmpty()) {
      throw new UsageException("--set: expected together with --platform");
    }
    if (overheads && (platform == null || chosen != ExportFormat.GOAL)) {
      throw new UsageException(
          "--overheads-as-calc: expected together with --to goal and --platform");
    }
    ReportFile.check("--output", output.toString());
    PreparedTrace prepared = input.read(trace);
    ExportRequest request = new ExportRequest(
        prepared.programs(), machine(prepared.programs().ranks()), choice, overheads);
    Set<String> warnings = new LinkedHashSet<>(prepared.trace().header().notes());
    try (ProgressDisplay progress =
        new ProgressDisplay("export", "calls", prepared.counts().total(), !quiet.asked())) {
      warnings.addAll(chosen.export(request, output, progress));
    } catch (IOException e) {
      throw new UsageException("--output: found " + output + ", which cannot be written ("
          + WholeFile.reason(e, 0) + "); expected a place with room for all files");
    }
    ErrorLines.warn(spec, warnings);
    return 0;
  }

  @Override
  public Set<TraceFormat> writes() {
    return switch (format) {
      case "tit" -> Set.of(TraceFormat.TIME_INDEPENDENT);
      case "goal" -> Set.of(TraceFormat.GOAL);
      case "otf2" -> Set.of(TraceFormat.OTF2);
      default -> Set.of();
    };
  }

  private Optional<Machine> machine(int ranks) {
    return Optional.ofNullable(platform)
        .map(name -> Machine.fit(
            PlatformCatalogue.load(name, figures), ranks, MappingSpec.parse("default")));
  }

  /** The names of all formats. */
  private static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ExportFormat.values()).map(ExportFormat::text).iterator();
    }
  }
}
