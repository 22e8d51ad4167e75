package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;

/**
 * The instructions to reproduce a result.
 *
 * @param cost its effort in one sentence; may be empty
 */
public record ReproductionSection(Reproduction provenance, String cost) implements PageSection {
  @Override
  public String id() {
    return "reproduce";
  }

  @Override
  public String title() {
    return "How to reproduce it";
  }

  @Override
  public void write(Html html) {
    html.open("pre", "tabindex", "0").element("code", provenance.command()).close("pre");
    html.element(
        "p",
        "Made by tracecast " + provenance.version()
            + (provenance.engine().isEmpty() ? "" : " with engine " + provenance.engine())
            + ". The same version, command and inputs give the same result.");
    Table table = Table.plain("Inputs", "input", "name", "SHA-256", "to check");
    for (Reproduction.Input input : provenance.inputs()) {
      table.row(
          Table.Cell.of(input.role()),
          Table.Cell.of(input.name()),
          Table.Cell.of(input.sha256()),
          Table.Cell.of(input.check()));
    }
    table.write(html);
    if (!cost.isEmpty()) {
      html.element("p", cost);
    }
  }
}
