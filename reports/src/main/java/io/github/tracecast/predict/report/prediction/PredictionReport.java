package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.JobTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.model.Repeats;
import io.github.tracecast.predict.model.SharedLink;
import io.github.tracecast.predict.model.SideBySide;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.sweep.WhatIfSection;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.Variations;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import io.github.tracecast.trace.text.Shell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A prediction as one HTML page. */
public final class PredictionReport {
  /** The most ranks, call sites and skipped loops that the page lists one by one. */
  public static final int MOST_ROWS = 256;

  /** The most skipped loops that the page lists; the JSON has more. */
  private static final int MOST_LOOPS = 128;

  /** Call sites with a smaller share of the run's time are folded. */
  static final double SMALL = 0.01;

  /** The most bars in the histogram of repeated predictions. */
  private static final int MOST_BINS = 20;

  private PredictionReport() {}

  /**
   * Returns the page. The caller writes the page's data with at most {@link #MOST_ROWS} ranks, call
   * sites and skipped loops.
   *
   * @param trace the trace that was replayed
   * @param timeline the ranks' activities over time; null if not requested
   * @param sensitivity the parts of the time, if requested
   * @param variations predictions with settings near those of this prediction
   */
  public static Page of(
      Prediction prediction,
      PreparedTrace trace,
      @Nullable Timeline timeline,
      Optional<Sensitivity> sensitivity,
      Variations variations,
      Reproduction provenance) {
    return new Page(
        "Predicted: " + Page.fileName(prediction.trace()) + " on "
            + prediction.machine().platform().name(),
        "prediction",
        List.of(
            HeadlineSection.of(prediction),
            PageSection.ofWarnings(prediction.warnings()),
            WhatIfSection.around(
                variations.points(), TimeUnit.of(prediction.replay().predictedSeconds())),
            whatIfCommand(prediction.trace(), variations.tooLong()),
            jobs(prediction.jobs()),
            repeats(prediction.repeats()),
            RanksSection.of(prediction),
            TimelineSection.of(timeline, trace.trace()),
            ComputationSection.of(timeline),
            callSites(prediction),
            SensitivitySection.of(sensitivity),
            DeltasSection.of(prediction, trace.trace()),
            TopologySection.of(Optional.of(
                TopologyFindings.quick(MessagePattern.of(trace.programs(), trace.table())))),
            TrafficSection.ofReplay(
                prediction.replay().traffic(), prediction.machine().platform()),
            LinksSection.of(prediction),
            skips(prediction),
            provenance.section(cost(prediction))));
  }

  /**
   * The command for the controls of latency, bandwidth and computation, if the predictions for
   * these controls take longer than the page's prediction.
   */
  private static PageSection whatIfCommand(String trace, Optional<SweepPlan> tooLong) {
    return new PageSection(
        "what-if",
        "What if?",
        body -> tooLong.ifPresent(plan -> {
          body.sentence("a page with controls for latency, bandwidth and computation needs "
              + Numbers.count(plan.size())
              + " predictions, which take longer than this prediction");
          List<String> words = new ArrayList<>(List.of("tracecast", "sweep", trace));
          words.addAll(Settings.options(
              plan.base(),
              Settings.all().stream()
                  .filter(setting -> !plan.varies(setting.key()))
                  .toList()));
          for (Axis axis : plan.axes()) {
            words.addAll(List.of("--vary", axis.key() + "=" + String.join(",", axis.values())));
          }
          words.addAll(List.of("--html", "what-if.html"));
          body.open("pre", "tabindex", "0")
              .element("code", Shell.command(words))
              .close("pre");
        }));
  }

  /** The times of each job, alone and beside the other jobs, and the links that jobs share. */
  private static PageSection jobs(Optional<SideBySide> jobs) {
    return new PageSection("jobs", "Jobs", body -> jobs.ifPresent(found -> jobs(found, body)));
  }

  private static void jobs(SideBySide jobs, Html html) {
    TimeUnit unit = TimeUnit.of(
        jobs.jobs().stream().mapToDouble(JobTimes::togetherSeconds).max().orElse(0));
    new ShownColumns<>(JobTimes.COLUMNS, unit)
        .page("Time of each job from its start to its end", jobs.jobs())
        .write(html);
    jobs.background().forEach(words -> html.element("p", "Background: " + words + "."));
    if (jobs.links().isEmpty()) {
      html.element("p", SideBySide.NO_LINKS);
      return;
    }
    List<SharedLink> shown = jobs.links().stream().limit(MOST_ROWS).toList();
    new ShownColumns<>(SharedLink.COLUMNS, unit)
        .page(
            Table.caption(
                shown.size(),
                jobs.links().size(),
                "Links where jobs meet",
                "links with most bytes"),
            shown)
        .write(html);
  }

  /** The distribution of predicted times with several seeds, and the band that holds 90% of them. */
  private static PageSection repeats(Optional<Repeats> repeats) {
    return new PageSection(
        "repeats",
        "Range over seeds",
        body -> repeats.ifPresent(runs -> {
          body.element("p", runs.words() + ".");
          body.chart(histogram(runs));
        }));
  }

  private static Chart histogram(Repeats repeats) {
    double least = repeats.percentile(0);
    double range = repeats.percentile(100) - least;
    int bins = range == 0 ? 1 : Math.min(MOST_BINS, repeats.seconds().size());
    double width = range / bins;
    TimeUnit unit = TimeUnit.of(least);
    // the position of a time on the axis, in bins
    DoubleUnaryOperator place = seconds -> width == 0 ? 0.5 : (seconds - least) / width;
    double[] runs = new double[bins];
    repeats.seconds().forEach(time -> runs[(int) Math.min(bins - 1, place.applyAsDouble(time))]++);
    return new BarChart(
        "repeats-chart",
        "Number of runs by predicted time.",
        BarChart.Layout.HISTOGRAM,
        "predicted time from, " + unit.symbol(),
        "runs",
        1,
        IntStream.range(0, bins)
            .mapToObj(bin -> unit.number(least + bin * width))
            .toList(),
        List.of(BarChart.Series.bars("runs", runs)),
        List.of(
            new BarChart.Mark("5%", place.applyAsDouble(repeats.percentile(5))),
            new BarChart.Mark("median", place.applyAsDouble(repeats.percentile(50))),
            new BarChart.Mark("95%", place.applyAsDouble(repeats.percentile(95)))));
  }

  /** The time by call site, over all ranks. */
  private static PageSection callSites(Prediction prediction) {
    return new PageSection("call-sites", "Call sites", body -> {
      List<CallSiteTimes> sites = prediction.callSites().stream()
          .sorted(Comparator.comparingDouble(CallSiteTimes::costSeconds).reversed())
          .toList();
      List<CallSiteTimes> shown = sites.subList(0, Math.min(sites.size(), MOST_ROWS));
      double longest = shown.stream()
          .mapToDouble(site -> Math.max(site.computeSeconds(), site.seconds()))
          .max()
          .orElse(0);
      double small =
          SMALL * sites.stream().mapToDouble(CallSiteTimes::costSeconds).sum();
      new ShownColumns<>(PredictionTables.callSites(shown), TimeUnit.of(longest))
          .writePage(
              body,
              Table.caption(shown.size(), sites.size(), "Call sites", "call sites that cost most")
                  + ", sum over all ranks, in the order of computation before plus time",
              shown,
              site -> site.costSeconds() < small,
              "call site",
              " with less than 1% of the time each");
    });
  }

  /** The loops whose iterations were not all replayed. */
  private static PageSection skips(Prediction prediction) {
    return new PageSection("fast-forward", "Fast-forward", body -> {
      List<Skip> skips = prediction.replay().skips();
      if (skips.isEmpty()) {
        return;
      }
      body.element(
          "p",
          "Iterations of loops in a periodic state were not replayed. Each of these iterations adds the same"
              + " time as the iterations before it.");
      int shown = Math.min(skips.size(), MOST_LOOPS);
      new ShownColumns<>(PredictionTables.SKIPS, TimeUnit.of(prediction.predictedSeconds()))
          .page(
              shown < skips.size()
                  ? "The first " + shown + " of " + Numbers.count(skips.size()) + " periodic loops"
                  : "Periodic loops",
              skips.subList(0, shown))
          .write(body);
    });
  }

  private static String cost(Prediction prediction) {
    return "The replay took " + Numbers.time(prediction.cost().wallSeconds()) + " ("
        + Numbers.rate(prediction.eventsPerSecond()) + " MPI calls/s, "
        + Numbers.rate(prediction.messagesPerSecond()) + " messages/s) and at most "
        + Numbers.memory(prediction.cost().peakMemoryBytes()) + " of memory.";
  }
}
