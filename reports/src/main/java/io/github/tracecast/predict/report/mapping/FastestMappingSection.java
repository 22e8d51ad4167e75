package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.prediction.MachineText;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.trace.text.Numbers;
import java.util.List;

/** The fastest mapping and the inputs of the search. */
record FastestMappingSection(
    MappingRanking ranking,
    String trace,
    PredictionRequest request,
    String computation,
    List<String> use) {

  PageSection section() {
    return new PageSection("fastest", "Fastest mapping", this::write);
  }

  private void write(SectionBody body) {
    MappingRanking.Ranked best = ranking.best();
    MappingRanking.Ranked own = ranking.own();
    body.open("p", "class", "headline")
        .element("strong", best.name())
        .text(" is the fastest mapping, with ")
        .time(best.predictedSeconds())
        .text(" until the last rank ends"
            + (own.predictedSeconds() == 0
                ? ""
                : " instead of " + Numbers.time(own.predictedSeconds()) + " with "
                    + ranking.requested() + ", a gain of " + Numbers.percent(ranking.gain(best))
                    + "%")
            + ".")
        .close("p");
    body.element("p", "Computation: " + computation + ".");
    if (!use.isEmpty()) {
      body.element("p", "To use this mapping:");
      body.open("pre", "tabindex", "0").element("code", String.join("\n", use)).close("pre");
    }
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
