package io.github.tracecast.predict.report.analysis;

import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.page.ReproductionSection;
import io.github.tracecast.predict.report.prediction.SensitivitySection;
import io.github.tracecast.predict.report.prediction.TopologySection;
import io.github.tracecast.predict.report.prediction.TrafficSection;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The pages of the commands {@code sensitivity}, {@code topology} and {@code info}. */
public final class AnalysisPage {
  private AnalysisPage() {}

  /**
   * The parts of a predicted time.
   *
   * @param text prints the command's report, of which the page shows the first and the last paragraph
   */
  public static Page ofSensitivity(
      Sensitivity sensitivity, Consumer<PrintWriter> text, Reproduction provenance) {
    String[] paragraphs = printed(text).split("\n\n");
    String answer = paragraphs[0] + "\n\n" + paragraphs[paragraphs.length - 1];
    return new Page(
        "Sensitivity: " + sensitivity.name() + " on "
            + sensitivity.machine().platform().name(),
        "sensitivity",
        List.of(
            new AnswerSection("Answer", answer),
            new SensitivitySection(sensitivity),
            new ReproductionSection(provenance, "")));
  }

  /**
   * The topology of a trace's messages.
   *
   * @param text prints the command's report
   */
  public static Page ofTopology(
      String trace,
      TopologyFindings findings,
      Consumer<PrintWriter> text,
      Reproduction provenance) {
    return page(
        "Topology: " + trace,
        "topology",
        text,
        Optional.of(findings),
        findings.pattern(),
        provenance);
  }

  /**
   * The content of a trace.
   *
   * @param text prints the command's report
   * @param findings empty if the trace has too many ranks for a search
   */
  public static Page ofTrace(
      String trace,
      Consumer<PrintWriter> text,
      Optional<TopologyFindings> findings,
      MessagePattern pattern,
      Reproduction provenance) {
    return page("Trace: " + trace, "trace", text, findings, pattern, provenance);
  }

  private static Page page(
      String title,
      String result,
      Consumer<PrintWriter> text,
      Optional<TopologyFindings> findings,
      MessagePattern pattern,
      Reproduction provenance) {
    List<PageSection> sections = new ArrayList<>();
    sections.add(new AnswerSection("Summary", printed(text)));
    findings.ifPresent(found -> sections.add(new TopologySection(found)));
    sections.add(TrafficSection.ofTrace(traffic(pattern)));
    sections.add(new ReproductionSection(provenance, ""));
    return new Page(title, result, sections);
  }

  private static String printed(Consumer<PrintWriter> text) {
    StringWriter written = new StringWriter();
    text.accept(new PrintWriter(written));
    return written.toString();
  }

  private static Traffic traffic(MessagePattern pattern) {
    Traffic traffic = new Traffic(pattern.ranks());
    for (int row = 0; row < pattern.rows(); row++) {
      traffic.add(
          pattern.sender(row), pattern.receiver(row), pattern.messages(row), pattern.bytes(row));
    }
    return traffic;
  }
}
