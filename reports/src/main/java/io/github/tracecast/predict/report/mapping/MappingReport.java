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
   * @param use the commands that use the fastest mapping; may be empty
   */
  public static Page of(
      MappingRanking ranking,
      String trace,
      PredictionRequest request,
      String computation,
      List<String> use,
      List<String> warnings,
      Reproduction provenance) {
    return new Page(
        "Mapped: " + Page.fileName(trace) + " on "
            + ranking.fastestMachine().platform().name(),
        "mapping",
        List.of(
            new FastestMappingSection(ranking, trace, request, computation, use).section(),
            PageSection.ofWarnings(warnings),
            MappingsSection.of(ranking),
            PlacementSection.of(ranking),
            TrafficSection.ofReplay(ranking.traffic(), ranking.fastestMachine().platform()),
            provenance.section()));
  }
}
