package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.ProductionWords;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.QuantityText;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.NearFastest;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import java.util.stream.Collectors;

/** The fastest and the slowest point, and the inputs of a sweep. */
record SweepHeadlineSection(SweepResult result, SweepPlan plan) {
  /** The largest number of curves whose efficiency is stated. */
  private static final int MOST_LINES = 8;

  static PageSection of(SweepResult result) {
    return new PageSection(
        "sweep", "Sweep", new SweepHeadlineSection(result, result.plan())::write);
  }

  private void write(SectionBody body) {
    boolean choice = result.hasChoice();
    if (choice || result.noEffect().isPresent()) {
      result
          .fastest()
          .ifPresent(point -> extreme(body, "strong", choice ? "Fastest" : "Each point", point));
    } else {
      RankScaling.of(result).stream()
          .limit(MOST_LINES)
          .flatMap(scaling -> scaling.efficiencyText().stream())
          .forEach(words -> body.element("p", "Efficiency: " + words + ".", "class", "headline"));
    }
    result.noEffect().map(Arguments::asOptions).ifPresent(line -> body.element("p", line));
    NearFastest.of(result)
        .filter(near -> choice)
        .filter(near -> !near.words().isEmpty())
        .ifPresent(near -> body.element(
            "p",
            (near.spread().isPresent() ? "Alike: " : "Within 1% of it: ")
                + String.join("; ", near.words()) + "."));
    ProductionWords production = new ProductionWords(result);
    production.length().ifPresent(words -> body.sentence("whole run: " + words));
    production.deadline().ifPresent(words -> body.sentence(words));
    result
        .cheapest()
        .ifPresent(point -> body.sentence(result.against().least() + ": " + production.chosen(point)
            + ", at " + plan.label(point)));
    result
        .slowest()
        .filter(point -> choice)
        .ifPresent(point -> extreme(body, "b", "Slowest", point));
    body.sentence(result
        .assumption()
        .map(Arguments::asOptions)
        .orElse("computation " + result.computation()));
    result.oneNode().map(Arguments::asOptions).ifPresent(body::sentence);
    if (result.failed() > 0) {
      body.open("p")
          .element(
              "a",
              Numbers.count(result.failed()) + " of " + Numbers.count(plan.size())
                  + " points could not be predicted",
              "href",
              "#failed")
          .text(".")
          .close("p");
    }
    if (!result.warnings().isEmpty()) {
      body.open("p")
          .element("a", "Warnings", "href", "#warnings")
          .text(" to read before you use these predictions: "
              + Numbers.count(result.warnings().size()) + ".")
          .close("p");
    }
    restsOn(body);
  }

  private void extreme(Html html, String tag, String name, int point) {
    double seconds = result.seconds(point).getAsDouble();
    html.open("p", "class", "headline")
        .text(name + ": ")
        .open(tag)
        .time(seconds)
        .close(tag)
        .text(" at " + plan.label(point) + " (point " + Numbers.count(point) + ")"
            + result.fits(point).map(range -> ", " + range.words()).orElse(""))
        .close("p");
  }

  private void restsOn(Html html) {
    PredictionRequest base = plan.base();
    html.open("details").element("summary", "Inputs and settings").open("dl");
    html.term(
        "Trace",
        result.trace() + (plan.varies("ranks") ? "" : ", ranks: " + Numbers.count(result.ranks())));
    html.term(
        "Points",
        Numbers.count(plan.size())
            + (plan.axes().size() == 1
                ? ""
                : plan.zipped() ? ", all axes change together" : ", every combination of values"));
    for (Axis axis : plan.axes()) {
      int values = axis.values().size();
      html.term(
          axis.key(),
          axis.dimension().isPresent() && values > 4
              ? Numbers.count(values) + " values from "
                  + QuantityText.of(axis.values().getFirst()) + " to "
                  + QuantityText.of(axis.values().getLast())
              : axis.values().stream().map(QuantityText::of).collect(Collectors.joining(", ")));
    }
    if (!plan.varies("platform")) {
      html.term("Machine", String.join(", ", result.platforms()));
    }
    html.term("Engine", String.join(", ", result.engines()));
    if (!plan.varies("engine")) {
      html.term("Contention", SweepReport.contention(base));
    }
    html.term("Computation", result.computation());
    result.describe(html::setting);
    html.close("dl").close("details");
  }
}
