package io.github.tracecast.predict.report.analysis;

import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.prediction.ComputationSection;
import io.github.tracecast.predict.report.prediction.SampledComputations;
import io.github.tracecast.predict.report.prediction.SensitivitySection;
import io.github.tracecast.predict.report.prediction.TopologySection;
import io.github.tracecast.predict.report.prediction.TrafficSection;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The pages of the commands {@code sensitivity}, {@code topology}, {@code info} and {@code replay}. */
public final class AnalysisPage {
  private AnalysisPage() {}

  /**
   * Returns a page with the parts of a predicted time.
   *
   * @param text prints the command's report as text
   */
  public static Page ofSensitivity(
      Sensitivity sensitivity, Consumer<PrintWriter> text, Reproduction provenance) {
    String report = printed(text);
    return new Page(
        "Sensitivity: " + Page.fileName(sensitivity.name()) + " on "
            + sensitivity.machine().platform().name(),
        "sensitivity",
        List.of(
            answer(sentence(first(report)), List.of(leeway(sensitivity), next(report)), report),
            SensitivitySection.of(Optional.of(sensitivity)),
            provenance.section()));
  }

  /**
   * Returns a page with the topology of a trace's messages.
   *
   * @param text prints the command's report as text
   */
  public static Page ofTopology(
      String trace,
      TopologyFindings findings,
      Consumer<PrintWriter> text,
      Reproduction provenance) {
    MessagePattern pattern = findings.pattern();
    String report = printed(text);
    return page(
        "Topology: " + Page.fileName(trace),
        "topology",
        answer(
            TopologySection.answer(findings),
            List.of(Numbers.counted(pattern.ranks(), "rank")
                + (pattern.ranks() == 1 ? " sends " : " send ")
                + Numbers.counted(pattern.messages(), "message") + " with "
                + Numbers.bytes(pattern.bytes()) + " in total."),
            report),
        TopologySection.belowAnswer(findings),
        pattern,
        provenance);
  }

  /** Returns the first paragraph of a report, up to the first indented line, on one line. */
  private static String first(String report) {
    return report.split("\n(?=[ \n])", 2)[0].strip().replace('\n', ' ');
  }

  private static String sentence(String words) {
    return words.endsWith(".") ? words : words + ".";
  }

  /** Returns the command that a report suggests, on one line. */
  private static String next(String report) {
    int begin = report.indexOf("\nNext: ");
    int end = report.indexOf("\n\n", begin);
    return begin < 0 || end < 0
        ? ""
        : report
            .substring(begin + 1, end)
            .lines()
            .map(line -> line.strip().replace(" \\", ""))
            .collect(Collectors.joining(" "));
  }

  /**
   * States in one sentence how far each part of the time may grow before the run has the first
   * given slowdown.
   */
  private static String leeway(Sensitivity sensitivity) {
    double slower = sensitivity.slower().getFirst();
    String parts = sensitivity.tolerances().stream()
        .filter(one -> one.slower() == slower && sensitivity.seconds(one.share()) > 0)
        .filter(one -> one.factor().isPresent())
        .map(one ->
            Sensitivity.words(one.share()) + " to " + Numbers.ratio(one.factor().getAsDouble()))
        .collect(Collectors.joining(" times its time, or "));
    return parts.isEmpty()
        ? ""
        : "The run becomes " + Numbers.perCent(slower) + " slower when one part grows: " + parts
            + " times its time.";
  }

  /**
   * Returns a page with the content of a trace.
   *
   * @param answer the answer as a sentence, and further facts
   * @param text prints the command's report as text
   * @param findings the topology; empty if the trace has too many ranks for a search
   */
  public static Page ofTrace(
      String trace,
      List<String> answer,
      Consumer<PrintWriter> text,
      Optional<TopologyFindings> findings,
      MessagePattern pattern,
      Reproduction provenance) {
    return page(
        "Trace: " + Page.fileName(trace),
        "trace",
        answer(answer.getFirst(), answer.subList(1, answer.size()), printed(text)),
        TopologySection.of(findings),
        pattern,
        provenance);
  }

  /** Returns a page with the computations of one rank, as the program of a trace measured them. */
  public static Page ofReplay(
      String trace, int rank, SampledComputations measured, Reproduction provenance) {
    return new Page(
        "Replay: " + trace,
        "replay",
        List.of(
            new PageSection("answer", "Answer", body -> answer(rank, measured, body)),
            ComputationSection.of(rank, measured),
            provenance.ofMeasurement()));
  }

  private static void answer(int rank, SampledComputations measured, SectionBody body) {
    body.element(
        "p",
        "Rank " + rank + " computed for " + Numbers.time(measured.seconds())
            + " in total, in " + Numbers.counted(measured.count(), "computation")
            + " between its MPI calls.",
        "class",
        "headline");
    if (measured.count() > 1) {
      body.element(
          "p",
          "A computation took " + Numbers.time(measured.mean())
              + " on average, from " + Numbers.time(measured.shortest()) + " to "
              + Numbers.time(measured.longest()) + ".");
    }
  }

  private static Page page(
      String title,
      String result,
      PageSection answer,
      PageSection topology,
      MessagePattern pattern,
      Reproduction provenance) {
    return new Page(
        title,
        result,
        List.of(answer, topology, TrafficSection.ofTrace(traffic(pattern)), provenance.section()));
  }

  /**
   * Returns the head of a page: the answer, and the folded text of the command. The text is folded
   * so that the first picture is near the top.
   *
   * @param answer the answer, one sentence
   * @param sentences sentences after the answer
   * @param text the lines that the command prints on a terminal
   */
  private static PageSection answer(String answer, List<String> sentences, String text) {
    return new PageSection("answer", "Answer", body -> {
      body.element("p", answer, "class", "headline");
      sentences.stream()
          .filter(sentence -> !sentence.isEmpty())
          .forEach(sentence -> body.element("p", sentence));
      body.open("details").element("summary", "The report as text");
      body.element("pre", text.strip(), "class", "lines", "tabindex", "0").close("details");
    });
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
