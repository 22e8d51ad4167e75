package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.tools.topology.LeftOver;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.trace.text.Numbers;

/** The recognised topology of the program's messages, as a picture. */
public final class TopologySection extends PageSection {
  private static final int MOST_PAIRS = 20;

  private final TopologyFindings findings;

  public TopologySection(TopologyFindings findings) {
    super("topology", "Topology of the messages");
    this.findings = findings;
  }

  @Override
  public void write(Html html) {
    if (findings.best().isEmpty()) {
      html.element(
          "p",
          findings.messages() == 0
              ? "The program sends no messages from rank to rank by itself."
              : "The messages follow no grid, torus, tree or other known topology.");
      return;
    }
    TopologyMatch match = findings.best().get();
    LeftOver rest = LeftOver.of(findings.pattern(), match);
    html.open("p")
        .text(match.topology().name() + ": " + Numbers.percent(findings.messageShare(match))
            + "% of the messages, " + Numbers.percent(findings.byteShare(match))
            + "% of the bytes.")
        .close("p");
    if (match.positionOf().length <= TopologyPicture.MOST_POSITIONS) {
      new TopologyPicture(match, rest).write(html);
    }
    if (rest.pairs() > 0) {
      leftOver(html, rest);
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
