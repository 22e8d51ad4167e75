package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;

/** The instructions to reproduce a result. */
public final class ReproductionSection extends PageSection {
  private final Reproduction provenance;
  private final String cost;

  /** @param cost the effort of the result in one sentence; may be empty */
  public ReproductionSection(Reproduction provenance, String cost) {
    super("reproduce", "How to reproduce it");
    this.provenance = provenance;
    this.cost = cost;
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
