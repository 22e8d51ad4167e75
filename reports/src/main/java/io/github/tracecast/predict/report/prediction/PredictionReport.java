package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.page.ReproductionSection;
import io.github.tracecast.predict.report.page.WarningsSection;
import io.github.tracecast.predict.report.sweep.WhatIfSection;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sweep.Variations;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A prediction as one HTML page. */
public final class PredictionReport {
  /** Most ranks, call sites and skipped loops that the page lists one by one. */
  public static final int MOST_ROWS = 256;

  private PredictionReport() {}

  /**
   * Returns the page. The caller writes its data with at most {@link #MOST_ROWS} ranks, call sites
   * and skipped loops.
   *
   * @param trace the trace that was replayed
   * @param timeline the ranks' activities over time; null if not requested
   * @param sensitivity the parts of the time, if requested
   * @param variations predictions around this one
   */
  public static Page of(
      Prediction prediction,
      PreparedTrace trace,
      @Nullable Timeline timeline,
      Optional<Sensitivity> sensitivity,
      Variations variations,
      Reproduction provenance) {
    List<PageSection> sections = new ArrayList<>();
    sections.add(new HeadlineSection(prediction));
    sections.add(new WarningsSection(prediction.warnings()));
    variations
        .points()
        .ifPresent(points -> sections.add(
            WhatIfSection.around(points, TimeUnit.of(prediction.replay().predictedSeconds()))));
    variations
        .tooLong()
        .ifPresent(plan -> sections.add(new WhatIfCommandSection(prediction.trace(), plan)));
    prediction.jobs().ifPresent(found -> sections.add(new JobsSection(found)));
    prediction.repeats().ifPresent(runs -> sections.add(new RepeatsSection(runs)));
    sections.add(new RanksSection(prediction));
    if (timeline != null) {
      sections.add(new TimelineSection(timeline, trace.trace()));
      sections.add(new ComputationSection(timeline));
    }
    sections.add(new CallSitesSection(prediction));
    sensitivity.ifPresent(found -> sections.add(new SensitivitySection(found)));
    sections.add(new DeltasSection(prediction, trace.trace()));
    sections.add(new TopologySection(
        TopologyFindings.quick(MessagePattern.of(trace.programs(), trace.table()))));
    sections.add(TrafficSection.ofReplay(
        prediction.replay().traffic(), prediction.machine().platform()));
    sections.add(new LinksSection(prediction));
    if (!prediction.replay().skips().isEmpty()) {
      sections.add(new SkipsSection(prediction));
    }
    sections.add(new ReproductionSection(provenance, cost(prediction)));
    return new Page(
        "Predicted: " + prediction.trace() + " on "
            + prediction.machine().platform().name(),
        "prediction",
        sections);
  }

  private static String cost(Prediction prediction) {
    return "The replay took " + Numbers.time(prediction.cost().wallSeconds()) + " ("
        + Numbers.rate(prediction.eventsPerSecond()) + " MPI calls/s, "
        + Numbers.rate(prediction.messagesPerSecond()) + " messages/s) and at most "
        + Numbers.memory(prediction.cost().peakMemoryBytes()) + " of memory.";
  }
}
