package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.ReplayResult.LinkLoad;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Optional;
import java.util.OptionalDouble;

/** The predicted time and its inputs. */
record HeadlineSection(Prediction prediction, ReplayResult replay, TimeUnit unit) {
  /** Leads from a recorded time to the note below the table. */
  private static final String MARK = "*";

  private static final String INDENT = "\u2003";

  static PageSection of(Prediction prediction) {
    ReplayResult replay = prediction.replay();
    TimeUnit unit = TimeUnit.of(replay.predictedSeconds());
    return new PageSection(
        "prediction", "Prediction", new HeadlineSection(prediction, replay, unit)::write);
  }

  private void write(SectionBody body) {
    body.open("p", "class", "headline")
        .open("strong")
        .time(replay.predictedSeconds())
        .close("strong")
        .text(interval() + " on " + prediction.machine().platform().name()
            + ", until the last rank ends; " + Numbers.time(replay.meanRankSeconds())
            + " average per rank.")
        .close("p");
    prediction
        .fits()
        .ifPresent(range -> body.element(
            "p", range.words() + " (computation ± " + Numbers.percent(range.share()) + "%)."));
    prediction.averagedText().ifPresent(line -> body.element("p", line + "."));
    prediction.energyText().ifPresent(line -> body.element("p", line + "."));
    prediction.costText().ifPresent(line -> body.element("p", line + "."));
    prediction.wholeRun().ifPresent(run -> body.element("p", run.words() + "."));
    body.sentence(prediction
        .assumption()
        .map(Arguments::asOptions)
        .orElse("computation " + prediction.computationText()));
    Arguments.asOptions(prediction.hints()).forEach(hint -> body.element("p", hint + "."));
    tiles(body);
    int warnings = prediction.warnings().size();
    if (warnings > 0) {
      body.open("p")
          .element(
              "a",
              warnings == 1 ? "One warning" : Numbers.count(warnings) + " warnings",
              "href",
              "#warnings")
          .text(" to read before you use this prediction.")
          .close("p");
    }
    times(body);
    restsOn(body);
  }

  private String interval() {
    double half = replay.halfWidthSeconds();
    return half == 0
        ? ""
        : ", ± " + Numbers.time(half) + " with "
            + Numbers.perCent(prediction.setup().request().fastForward().confidence())
            + " confidence";
  }

  /** Writes tiles with the most important results. */
  private void tiles(Html html) {
    double mean = replay.meanRankSeconds();
    double waiting = prediction.waiting().mean();
    html.open("dl", "class", "tiles figures");
    tile(html, "computation", share(prediction.compute().mean(), mean));
    tile(html, "work in calls", share(prediction.communication().mean() - waiting, mean));
    tile(html, "waiting", share(waiting, mean));
    prediction.efficiencies().ifPresent(found -> {
      tile(html, "load balance", Numbers.percent(found.loadBalance()) + "%");
      tile(html, "transfer efficiency", Numbers.percent(found.transfer()) + "%");
    });
    for (LinkLoad link : prediction.busiestLinks(1)) {
      tile(html, "utilization of the busiest link", Numbers.percent(link.utilization()) + "%");
    }
    html.close("dl");
  }

  private static String share(double part, double whole) {
    return Numbers.percent(whole == 0 ? 0 : part / whole) + "%";
  }

  private static void tile(Html html, String name, String figure) {
    html.open("div").term(name, figure).close("div");
  }

  private void times(Html html) {
    String symbol = ", " + unit.symbol();
    Table table = Table.plain(
        "Time per rank",
        "part",
        "average" + symbol,
        "min" + symbol,
        "max" + symbol,
        "recorded average" + symbol);
    Recorded recorded = prediction.recorded();
    Optional<String> note = prediction.extrapolationText().or(prediction::crowdedText);
    String mark = note.isPresent() ? MARK : "";
    row(table, "computation", prediction.compute(), recorded.computeSeconds(), "");
    row(table, "communication", prediction.communication(), recorded.communicationSeconds(), mark);
    part(table, INDENT + "of which waiting", prediction.waiting());
    prediction.efficiencies().ifPresent(found -> {
      part(table, INDENT + INDENT + "for late ranks", found.waitingForRanks());
      part(table, INDENT + INDENT + "for the network", found.waitingForNetwork());
    });
    table.write(html);
    note.ifPresent(line ->
        html.element("p", (recorded.communicationSeconds().isPresent() ? MARK + " " : "") + line));
    prediction.efficiencies().ifPresent(found -> efficiencies(found).write(html));
    prediction.sharedCoresText().ifPresent(html::sentence);
    if (!prediction.keptSites().isEmpty()) {
      html.element(
          "p",
          "Communication includes the recorded time of calls that are not modelled: "
              + Numbers.time(prediction.keptSeconds()) + " average per rank.");
    }
  }

  private static Table efficiencies(Efficiencies of) {
    Table table =
        Table.plain("Parallel efficiency and its factors", "efficiency", "share, %", "meaning");
    efficiency(table, "parallel", of.parallel(), "average computation of a rank / run time");
    efficiency(
        table,
        "load balance",
        of.loadBalance(),
        "average computation of a rank / longest computation of a rank");
    efficiency(
        table,
        "communication",
        of.communication(),
        "longest computation of a rank / run time: serialisation × transfer");
    efficiency(
        table,
        "serialisation",
        of.serialisation(),
        "longest computation of a rank / run time on an ideal network");
    efficiency(table, "transfer", of.transfer(), "run time on an ideal network / run time");
    return table;
  }

  private static void efficiency(Table table, String name, double share, String meaning) {
    table.row(Table.Cell.of(name), Table.Cell.percent(share), Table.Cell.of(meaning));
  }

  /** Adds a row of which no time is recorded. */
  private void part(Table table, String name, Spread spread) {
    row(table, name, spread, OptionalDouble.empty(), "");
  }

  private void row(
      Table table, String name, Spread spread, OptionalDouble recordedSeconds, String mark) {
    table.row(
        Table.Cell.of(name),
        Table.Cell.time(unit, spread.mean()),
        Table.Cell.time(unit, spread.min()),
        Table.Cell.time(unit, spread.max()),
        recordedSeconds.isPresent()
            ? Table.Cell.time(unit, recordedSeconds.getAsDouble()).marked(mark)
            : Table.Cell.none());
  }

  private void restsOn(Html html) {
    Prediction.Setup setup = prediction.setup();
    html.open("details").element("summary", "Inputs and settings").open("dl");
    html.term(
        "Trace",
        prediction.trace() + ", ranks: " + Numbers.count(prediction.traceRanks())
            + (prediction.computation().threads() == 1
                ? ""
                : ", threads per rank: " + prediction.computation().threads())
            + ", rank classes: " + Numbers.count(prediction.rankClasses()) + ", events: "
            + Numbers.count(prediction.traceEvents()) + ", MPI calls: "
            + Numbers.count(replay.calls()));
    html.term(
        "Machine",
        prediction.machine().platform().name() + ": " + MachineText.of(prediction.machine()));
    html.term(
        "Engine",
        setup.request().engine() + " " + setup.engineVersion() + ", "
            + switch (setup.contention()) {
              case "none" -> "no contention: messages never slow each other down";
              default -> "contention: messages share each link's bandwidth";
            });
    html.term("Computation", prediction.computationText());
    Settings.describe(setup.request(), html::setting);
    html.term(
        "Messages",
        Numbers.count(replay.messages()) + " with " + Numbers.bytes(replay.bytes())
            + " in total; point-to-point messages of the program itself: "
            + Numbers.count(replay.programMessages()) + " with "
            + Numbers.bytes(replay.programBytes()));
    html.term(
        "Replayed",
        Numbers.count(replay.eventsReplayed()) + " of " + Numbers.count(replay.calls())
            + " MPI calls"
            + (replay.skips().isEmpty() ? "" : "; iterations of periodic loops were skipped"));
    html.close("dl").close("details");
  }
}
