package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.tools.topology.LeftOver;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.trace.text.Numbers;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The recognised topology of the program's messages, as a picture. */
public final class TopologySection {
  private static final int MOST_PAIRS = 20;

  private TopologySection() {}

  public static PageSection of(Optional<TopologyFindings> findings) {
    return section(body -> findings.ifPresent(found -> {
      body.element("p", answer(found));
      write(found, body);
    }));
  }

  /** Returns the section of a page that begins with {@link #answer}. */
  public static PageSection belowAnswer(TopologyFindings findings) {
    return section(body -> write(findings, body));
  }

  private static PageSection section(Consumer<SectionBody> content) {
    return new PageSection("topology", "Topology of the messages", content);
  }

  /** Returns a sentence that names the topology. */
  public static String answer(TopologyFindings findings) {
    if (findings.messages() == 0) {
      return "The program sends no point-to-point messages.";
    }
    return findings
        .best()
        .map(match -> "The " + match.topology().name()
            + (match.topology().name().contains(",") ? "," : "") + " contains "
            + Numbers.percent(findings.messageShare(match)) + "% of the messages and "
            + Numbers.percent(findings.byteShare(match)) + "% of the bytes.")
        .orElse("The messages follow no grid, torus, tree or other known topology.");
  }

  private static void write(TopologyFindings findings, SectionBody body) {
    findings.best().ifPresent(match -> write(match, findings.pattern(), body));
  }

  private static void write(TopologyMatch match, MessagePattern pattern, SectionBody body) {
    LeftOver rest = LeftOver.of(pattern, match);
    long own = IntStream.range(0, pattern.rows())
        .filter(row -> pattern.sender(row) == pattern.receiver(row))
        .mapToLong(pattern::messages)
        .sum();
    if (match.positionOf().length <= TopologyPicture.MOST_POSITIONS) {
      new TopologyPicture(match, rest, own).write(body);
    }
    if (rest.pairs() > 0) {
      leftOver(body, rest);
    }
  }

  private static void leftOver(Html html, LeftOver rest) {
    int shown = Math.min(MOST_PAIRS, rest.pairs());
    Table table = Table.sortable(
        Table.caption(
            shown,
            rest.pairs(),
            "Messages outside the topology",
            "pairs with the most messages outside the topology"),
        "from rank",
        "to rank",
        "messages",
        "bytes");
    for (LeftOver.Pair pair : rest.most(shown)) {
      table.row(
          Table.Cell.of(Integer.toString(pair.sender()), pair.sender()),
          Table.Cell.of(Integer.toString(pair.receiver()), pair.receiver()),
          Table.Cell.count(pair.messages()),
          Table.Cell.count(pair.bytes()));
    }
    table.writeFolded(html);
  }
}
