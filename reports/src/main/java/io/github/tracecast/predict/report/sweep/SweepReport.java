package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.page.ReproductionSection;
import io.github.tracecast.predict.report.page.WarningsSection;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;

/** A sweep as one HTML page. */
public final class SweepReport {
  /** Most points that the page lists one by one. */
  public static final int MOST_POINTS = 2048;

  private SweepReport() {}

  /** Returns the page. The caller writes its data with at most {@link #MOST_POINTS} points. */
  public static Page of(SweepResult result, Reproduction provenance) {
    TimeUnit unit = TimeUnit.of(
        result.fastest().map(point -> result.seconds(point).getAsDouble()).orElse(0.0));
    List<PageSection> sections = new ArrayList<>();
    sections.add(new SweepHeadlineSection(result));
    sections.add(new WarningsSection(result.warnings().stream()
        .map(warning -> warning.of(result.plan().size()))
        .toList()));
    if (result.failed() > 0) {
      sections.add(new FailedPointsSection(result));
    }
    sections.add(new WhatIfSection(result, unit));
    sections.add(new FrontSection(result));
    sections.add(new CurvesSection(result, unit));
    if (ScalingSection.suits(result)) {
      sections.add(new ScalingSection(result, unit));
    }
    if (GridSection.suits(result)) {
      sections.add(new GridSection(result, unit));
    }
    sections.add(new PointsSection(result, unit));
    if (result.plan().sensitivity() && result.fastest().isPresent()) {
      sections.add(new PointSensitivitySection(result, unit));
    }
    sections.add(new ReproductionSection(provenance, ""));
    return new Page(
        "Swept: " + result.trace() + " on " + String.join(", ", result.platforms()),
        "sweep",
        sections);
  }

  /** Describes how messages on the same link slow each other down. */
  static String contention(PredictionRequest request) {
    return request.engine().equals(Engines.LOGGP)
        ? "none: messages never slow each other down"
        : "messages share each link's bandwidth";
  }
}
