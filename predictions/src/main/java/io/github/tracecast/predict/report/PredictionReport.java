package io.github.tracecast.predict.report;

import io.github.tracecast.predict.Prediction;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** A prediction as one HTML page. */
public final class PredictionReport {
  /** Most ranks, call sites and skipped loops that the page lists one by one. */
  public static final int MOST_ROWS = 512;

  private final Page page;

  /**
   * @param trace the trace that was replayed
   */
  public PredictionReport(Prediction prediction, Trace trace, Provenance provenance) {
    List<Section> sections = new ArrayList<>();
    sections.add(new HeadlineSection(prediction));
    sections.add(new WarningsSection(prediction.warnings()));
    sections.add(new RanksSection(prediction));
    sections.add(new CallSitesSection(prediction));
    sections.add(new DeltasSection(prediction, trace));
    sections.add(new TrafficSection(prediction.replay().traffic()));
    sections.add(new LinksSection(prediction));
    if (!prediction.replay().skips().isEmpty()) {
      sections.add(new SkipsSection(prediction));
    }
    sections.add(new ReproductionSection(prediction, provenance));
    page = new Page(
        "Predicted: " + prediction.trace() + " on "
            + prediction.machine().platform().name(),
        sections);
  }

  /**
   * Writes the page.
   *
   * @param json writes the prediction's members, with no more than {@link #MOST_ROWS} ranks, call sites and skipped loops
   */
  public void write(Writer out, Consumer<JsonGenerator> json) throws IOException {
    page.write(out, generator -> {
      generator.writeObjectPropertyStart("prediction");
      json.accept(generator);
      generator.writeEndObject();
    });
  }
}
