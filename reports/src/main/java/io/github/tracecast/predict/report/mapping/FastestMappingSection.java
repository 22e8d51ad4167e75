package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.prediction.MachineText;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.trace.text.Numbers;

/** The fastest mapping and the inputs of the search. */
final class FastestMappingSection extends PageSection {
  private final MappingRanking ranking;
  private final String trace;
  private final PredictionRequest request;
  private final String computation;

  FastestMappingSection(
      MappingRanking ranking, String trace, PredictionRequest request, String computation) {
    super("fastest", "Fastest mapping");
    this.ranking = ranking;
    this.trace = trace;
    this.request = request;
    this.computation = computation;
  }

  @Override
  public void write(Html html) {
    MappingRanking.Ranked best = ranking.best();
    MappingRanking.Ranked own = ranking.own();
    html.open("p", "class", "headline")
        .element("strong", best.name())
        .text(" takes ")
        .element(
            "data",
            Numbers.time(best.predictedSeconds()),
            "value",
            Double.toString(best.predictedSeconds()))
        .text(" until the last rank ends"
            + (own.predictedSeconds() == 0
                ? ""
                : " instead of " + Numbers.time(own.predictedSeconds()) + " with "
                    + ranking.requested() + ", a gain of " + Numbers.percent(ranking.gain(best))
                    + "%")
            + ".")
        .close("p");
    html.element("p", "Computation: " + computation + ".");
    html.open("details").element("summary", "Inputs and settings").open("dl");
    html.term("Trace", trace);
    html.term(
        "Machine",
        ranking.fastestMachine().platform().name() + ": "
            + MachineText.of(ranking.fastestMachine()));
    Settings.describe(request, html::setting);
    html.term(
        "Engine", request.engine() + ", contention: " + EngineChoice.contention(request.engine()));
    html.term("Ranks", Numbers.count(ranking.fastestMachine().ranks()));
    html.term("Bytes between ranks", Numbers.count(Math.round(ranking.bytes())));
    html.close("dl").close("details");
  }
}
