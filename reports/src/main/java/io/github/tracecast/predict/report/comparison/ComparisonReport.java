package io.github.tracecast.predict.report.comparison;

import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;

/** The differences between two predictions as one HTML page. */
public final class ComparisonReport {
  private ComparisonReport() {}

  /** Returns the page. The page's data are the comparison's JSON. */
  public static Page of(Comparison comparison, Reproduction provenance) {
    Comparison.Quantity predicted = comparison.quantity("predicted_seconds");
    TimeUnit unit = TimeUnit.of(Math.max(predicted.a(), predicted.b()));
    TimeUnit changes = TimeUnit.of(comparison.largestChange());
    List<PageSection> sections = List.of(
        ChangeSection.of(comparison, unit, changes),
        PageSection.ofWarnings(warnings(comparison)),
        MovedSitesSection.of(comparison.sites(), unit, changes),
        MovedRanksSection.of(comparison, unit, changes),
        provenance.section());
    return new Page(
        "Compared: " + comparison.a().name() + " and " + comparison.b().name(),
        "comparison",
        sections);
  }

  /** Returns all warnings with the name of their prediction. */
  private static List<String> warnings(Comparison comparison) {
    List<String> warnings = new ArrayList<>();
    comparison.warningsOfA().forEach(warning -> warnings.add("A: " + warning));
    comparison.warningsOfB().forEach(warning -> warnings.add("B: " + warning));
    for (String warning : comparison.a().warnings()) {
      if (!comparison.warningsOfA().contains(warning)) {
        warnings.add("Both: " + warning);
      }
    }
    return warnings;
  }
}
