package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.prediction.MachineText;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.trace.text.Numbers;

/** The fastest mapping and the inputs of the search. */
final class FastestMappingSection {
  private final MappingRanking ranking;
  private final String trace;
  private final PredictionRequest request;
  private final String computation;

  private FastestMappingSection(
      MappingRanking ranking, String trace, PredictionRequest request, String computation) {
    this.ranking = ranking;
    this.trace = trace;
    this.request = request;
    this.computation = computation;
  }

  static PageSection of(
      MappingRanking ranking, String trace, PredictionRequest request, String computation) {
    return new PageSection(
        "fastest",
        "Fastest mapping",
        new FastestMappingSection(ranking, trace, request, computation)::write);
  }

  private void write(SectionBody body) {
    MappingRanking.Ranked best = ranking.best();
    MappingRanking.Ranked own = ranking.own();
    body.open("p", "class", "headline")
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
    body.element("p", "Computation: " + computation + ".");
    body.open("details").element("summary", "Inputs and settings").open("dl");
    body.term("Trace", trace);
    body.term(
        "Machine",
        ranking.fastestMachine().platform().name() + ": "
            + MachineText.of(ranking.fastestMachine()));
    Settings.describe(request, body::setting);
    body.term(
        "Engine", request.engine() + ", contention: " + EngineChoice.contention(request.engine()));
    body.term("Ranks", Numbers.count(ranking.fastestMachine().ranks()));
    body.term("Bytes between ranks", Numbers.count(Math.round(ranking.bytes())));
    body.close("dl").close("details");
  }
}
