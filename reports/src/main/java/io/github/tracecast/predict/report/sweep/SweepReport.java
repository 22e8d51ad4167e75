package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A sweep as one HTML page. */
public final class SweepReport {
  /** The most points that the page lists one by one. */
  public static final int MOST_POINTS = 2048;

  private SweepReport() {}

  /**
   * Returns the page. The caller writes the page's data with at most {@link #MOST_POINTS} points.
   */
  public static Page of(SweepResult result, Reproduction provenance) {
    TimeUnit unit = TimeUnit.of(
        result.fastest().map(point -> result.seconds(point).getAsDouble()).orElse(0.0));
    return new Page(
        "Swept: "
            + Stream.of(result.trace().split(", "))
                .map(Page::fileName)
                .collect(Collectors.joining(", "))
            + " on " + String.join(", ", result.platforms()),
        "sweep",
        List.of(
            SweepHeadlineSection.of(result),
            PageSection.ofWarnings(result.warnings().stream()
                .map(warning -> warning.of(result.plan().size()))
                .toList()),
            failedPoints(result),
            WhatIfSection.of(result, unit),
            FrontSection.of(result),
            CurvesSection.of(result, unit),
            ScalingSection.of(result, unit),
            GridSection.of(result, unit),
            PointsSection.of(result, unit),
            PointSensitivitySection.of(result, unit),
            provenance.section()));
  }

  /** Points that could not be predicted, and why. */
  private static PageSection failedPoints(SweepResult result) {
    return new PageSection("failed", "Failed points", body -> {
      if (result.failed() == 0) {
        return;
      }
      Table table = Table.sortable(
          "Points that could not be predicted: " + Numbers.count(result.failed()),
          "point",
          "at",
          "why");
      for (int point = 0; point < result.plan().size(); point++) {
        if (result.outcomes().get(point) instanceof Outcome.Failed(String reason)) {
          table.row(
              Table.Cell.count(point),
              Table.Cell.of(result.plan().label(point)),
              Table.Cell.of(Arguments.asOptions(reason)));
        }
      }
      table.write(body);
    });
  }

  /** Describes how messages on the same link slow each other down. */
  static String contention(PredictionRequest request) {
    return request.engine().equals(Engines.LOGGP)
        ? "none: messages never slow each other down"
        : "messages share each link's bandwidth";
  }
}
