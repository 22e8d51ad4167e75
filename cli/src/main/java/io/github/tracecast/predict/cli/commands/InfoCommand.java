package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.options.reports.ReportOutput;
import io.github.tracecast.predict.print.trace.MessagePatternText;
import io.github.tracecast.predict.print.trace.RankLoops;
import io.github.tracecast.predict.print.trace.TraceSummary;
import io.github.tracecast.predict.report.analysis.AnalysisPage;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonGenerator;

/** {@code tracecast info}: shows the content of a trace. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    description = {
      "Describes a trace without expanding it.",
      "It shows ranks, events, loops, deltas, communicators, calls and sizes."
    })
public final class InfoCommand implements Callable<Integer> {
  @Mixin
  private TraceFile input;

  @Mixin
  private ReportOutput output;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Writes messages and bytes between each pair of ranks as CSV, by class of message size; with FILE -, to"
              + " standard output instead of the text.")
  private @Nullable String messages;

  @ArgGroup(exclusive = false)
  private @Nullable LoopReport loops;

  @Mixin
  private MergeTreeOption mergeTree;

  @Override
  public Integer call() throws IOException {
    if (mergeTree.isRequested()) {
      mergeTree.print(output.out());
      return 0;
    }
    output.check(csv());
    if (loops != null) {
      if (output.hasPage()) {
        pageOfLoops();
      }
      loops.search();
      RankLoops found = loops.look(input.read());
      write(found::print, found::write, InfoCommand::pageOfLoops);
      return 0;
    }
    PreparedTrace trace = input.read();
    TraceSummary summary = new TraceSummary(input.bytes(), trace);
    if (messages != null) {
      MessagePatternText pattern = new MessagePatternText(summary.pattern());
      ReportFile.write("--csv", messages, output.out(), pattern::writeCsv);
    }
    write(
        summary::print,
        summary::write,
        () -> AnalysisPage.ofTrace(
            trace.name(),
            summary.answer(),
            summary::print,
            summary.findings(),
            summary.pattern(),
            output.provenance(input.path())));
    return 0;
  }

  private ReportFile.Target csv() {
    return new ReportFile.Target("--csv", messages);
  }

  private static Page pageOfLoops() {
    throw new UsageException("--html: found together with --loops; expected only one of the two");
  }

  /** Writes a report whose first line is its answer. */
  private void write(
      Consumer<PrintWriter> text, Consumer<JsonGenerator> members, ReportOutput.PageSource page)
      throws IOException {
    output.write(
        new ReportOutput.Forms(
            members,
            page,
            () -> output.out().println(Quiet.firstLine(text)),
            () -> text.accept(output.out())),
        csv());
  }
}
