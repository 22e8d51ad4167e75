package io.github.tracecast.predict.report;

import io.github.tracecast.predict.Numbers;
import io.github.tracecast.predict.Prediction;
import java.util.Locale;

/** How to make the prediction again. */
record ReproductionSection(Prediction prediction, Provenance provenance) implements Section {
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
        "By tracecast " + provenance.version() + " with engine "
            + prediction.setup().engine() + " "
            + prediction.setup().engineVersion()
            + ". The same version, command and inputs give the same figures.");
    Table table = Table.plain("Inputs", "input", "name", "SHA-256", "to check");
    for (Provenance.Input input : provenance.inputs()) {
      table.row(
          Table.Cell.of(input.role()),
          Table.Cell.of(input.name()),
          Table.Cell.of(input.sha256()),
          Table.Cell.of(input.check()));
    }
    table.write(html);
    html.element(
        "p",
        String.format(
            Locale.ROOT,
            "The replay itself took %.3f s (%s MPI calls and %s messages a second) and at most %s of memory.",
            prediction.cost().wallSeconds(),
            Numbers.rate(prediction.eventsPerSecond()),
            Numbers.rate(prediction.messagesPerSecond()),
            Numbers.memory(prediction.cost().peakMemoryBytes())));
  }
}
