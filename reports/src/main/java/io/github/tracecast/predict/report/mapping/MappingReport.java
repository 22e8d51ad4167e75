package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.prediction.TrafficSection;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.util.List;

/** Mappings sorted by predicted time as one HTML page. */
public final class MappingReport {
  private MappingReport() {}

  /**
   * Returns the page. The page's data are the ranking's JSON.
   *
   * @param trace the trace, as the user named it
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
            FastestMappingSection.of(ranking, trace, request, computation),
            PageSection.ofWarnings(warnings),
            MappingsSection.of(ranking),
            PlacementSection.of(ranking),
            TrafficSection.ofReplay(ranking.traffic(), ranking.fastestMachine().platform()),
            provenance.section()));
  }
}
