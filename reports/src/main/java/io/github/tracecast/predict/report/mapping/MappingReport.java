package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.page.ReproductionSection;
import io.github.tracecast.predict.report.page.WarningsSection;
import io.github.tracecast.predict.report.prediction.TrafficSection;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.util.List;

/** Mappings sorted by predicted time as one HTML page. */
public final class MappingReport {
  private MappingReport() {}

  /**
   * Returns the page. Its data are the ranking's JSON.
   *
   * @param trace as the user named it
   * @param computation one line about how computation was recorded and scaled
   */
  public static Page of(
      MappingRanking ranking,
      String trace,
      PredictionRequest request,
      String computation,
      List<String> warnings,
      Reproduction provenance) {
    return new Page(
        "Mapped: " + trace + " on " + ranking.fastestMachine().platform().name(),
        "mapping",
        List.of(
            new FastestMappingSection(ranking, trace, request, computation),
            new WarningsSection(warnings),
            new MappingsSection(ranking),
            new PlacementSection(ranking),
            TrafficSection.ofReplay(ranking.traffic(), ranking.fastestMachine().platform()),
            new ReproductionSection(provenance, "")));
  }
}
