package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.tools.topology.LeftOver;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.trace.text.Numbers;
import java.util.Optional;

/** The recognised topology of the program's messages, as a picture. */
public final class TopologySection {
  private static final int MOST_PAIRS = 20;

  private final TopologyFindings findings;

  private TopologySection(TopologyFindings findings) {
    this.findings = findings;
  }

  public static PageSection of(Optional<TopologyFindings> findings) {
    return new PageSection(
        "topology",
        "Topology of the messages",
        body -> findings.ifPresent(found -> new TopologySection(found).write(body)));
  }

  private void write(SectionBody body) {
    if (findings.best().isEmpty()) {
      body.element(
          "p",
          findings.messages() == 0
              ? "The program sends no point-to-point messages."
              : "The messages follow no grid, torus, tree or other known topology.");
      return;
    }
    TopologyMatch match = findings.best().get();
    LeftOver rest = LeftOver.of(findings.pattern(), match);
    body.open("p")
        .text(match.topology().name() + ": " + Numbers.percent(findings.messageShare(match))
            + "% of the messages, " + Numbers.percent(findings.byteShare(match))
            + "% of the bytes.")
        .close("p");
    if (match.positionOf().length <= TopologyPicture.MOST_POSITIONS) {
      new TopologyPicture(match, rest).write(body);
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
