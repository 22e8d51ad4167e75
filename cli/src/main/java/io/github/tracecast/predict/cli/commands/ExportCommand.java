package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.ExportOptions;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.TraceFile;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tracecast export}: a trace in another tool's format. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes every MPI call of every rank of a trace in the format of another tool.",
      "Warnings name what the format cannot store."
    })
public final class ExportCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @Mixin
  private ExportOptions options;

  @Mixin
  private Quiet quiet;

  @Override
  public Integer call() {
    options.check();
    PreparedTrace prepared = input.read();
    Needs.files(
        spec,
        prepared.counts().total(),
        options.bytes(prepared.counts(), prepared.programs().ranks()));
    Set<String> warnings = new LinkedHashSet<>(prepared.trace().header().warnings());
    try (ProgressDisplay progress =
        new ProgressDisplay("export", "calls", prepared.counts().total(), !quiet.isSet())) {
      warnings.addAll(options.write(prepared.programs(), progress));
    }
    ErrorLines.warn(spec, warnings);
    return 0;
  }

  @Override
  public boolean streams() {
    return options.streams();
  }

  @Override
  public Set<TraceFormat> writes() {
    return options.replaced();
  }
}
