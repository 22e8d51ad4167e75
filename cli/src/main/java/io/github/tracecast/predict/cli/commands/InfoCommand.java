package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.options.reports.Checksums;
import io.github.tracecast.predict.cli.options.reports.HtmlOption;
import io.github.tracecast.predict.cli.options.reports.JsonOption;
import io.github.tracecast.predict.print.trace.MessagePatternText;
import io.github.tracecast.predict.print.trace.RankLoops;
import io.github.tracecast.predict.print.trace.TraceSummary;
import io.github.tracecast.predict.report.analysis.AnalysisPage;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
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
  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @Mixin
  private JsonOption json;

  @Mixin
  private HtmlOption html;

  @Mixin
  private Quiet quiet;

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
      mergeTree.print(spec.commandLine().getOut());
      return 0;
    }
    ReportFile.check(new ReportFile.Target("--csv", messages), json.target(), html.target());
    if (loops != null) {
      if (html.isRequested()) {
        throw new UsageException(
            "--html: found together with --loops; expected only one of the two");
      }
      loops.search();
      RankLoops found = loops.look(input.read());
      show(found::print, found::write);
      return 0;
    }
    PreparedTrace trace = input.read();
    TraceSummary summary = new TraceSummary(input.bytes(), trace);
    if (messages != null) {
      ReportFile.write(
          "--csv",
          messages,
          spec.commandLine().getOut(),
          new MessagePatternText(summary.pattern())::writeCsv);
    }
    if (html.isRequested()) {
      html.write(
          AnalysisPage.ofTrace(
              trace.name(),
              summary.answer(),
              summary::print,
              summary.findings(),
              summary.pattern(),
              html.provenance("", List.of(Checksums.input("trace", input.path())))),
          summary::write);
    }
    show(summary::print, summary::write);
    return 0;
  }

  private void show(Consumer<PrintWriter> text, Consumer<JsonGenerator> members)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()
        && !html.isStandardOutput()
        && !ReportFile.isStandardOutput(messages)) {
      if (quiet.isSet()) {
        StringWriter whole = new StringWriter();
        text.accept(new PrintWriter(whole));
        out.println(whole.toString().lines().findFirst().orElse(""));
      } else {
        text.accept(out);
      }
    }
    json.write(members);
  }
}
