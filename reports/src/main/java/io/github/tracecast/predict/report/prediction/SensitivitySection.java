package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.sensitivity.Derivative;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The parts of the predicted time, and how much worse the machine may become. */
public final class SensitivitySection extends PageSection {
  private final Sensitivity sensitivity;
  private final double seconds;
  private final TimeUnit unit;

  public SensitivitySection(Sensitivity sensitivity) {
    super("sensitivity", "Sensitivity");
    this.sensitivity = sensitivity;
    this.seconds = sensitivity.path().seconds();
    this.unit = TimeUnit.of(seconds);
  }

  @Override
  public List<Chart> charts() {
    return List.of(new BarChart(
        "sensitivity-chart",
        summary(),
        BarChart.Layout.ROWS,
        "",
        "time, " + unit.symbol(),
        unit.perSecond(),
        Arrays.stream(Share.values()).map(Sensitivity::words).toList(),
        Arrays.stream(Share.values()).map(this::bar).toList(),
        List.of()));
  }

  /** A series with one bar, so that a part has the colour of its name. */
  private BarChart.Series bar(Share share) {
    double[] values = new double[Share.values().length];
    values[share.ordinal()] = sensitivity.seconds(share);
    return BarChart.Series.bars(Sensitivity.words(share), values);
  }

  private String summary() {
    StringBuilder text = new StringBuilder(
        sensitivity.isReplayed()
            ? "The time consists of "
            : "The critical path is the chain of computation and messages that ends last. It consists of ");
    for (Share share : Share.values()) {
      text.append(share.ordinal() == 0 ? "" : ", ")
          .append(Sensitivity.words(share))
          .append(' ')
          .append(Numbers.percent(ofRun(sensitivity.seconds(share))))
          .append('%');
    }
    return text.append('.').toString();
  }

  private double ofRun(double part) {
    return seconds == 0 ? 0 : part / seconds;
  }

  @Override
  public void write(Html html) {
    charts().getFirst().write(html);
    shares().write(html);
    derivatives().write(html);
    sensitivity.chain().ifPresent(chain -> writeChain(chain, html));
  }

  private void writeChain(CriticalPath chain, Html html) {
    String path = "Critical path" + (sensitivity.isReplayed() ? " without contention" : "");
    parts(
            path + ", by call site: computation before the calls, and time of their messages",
            "call site",
            chain,
            sensitivity.bySite(chain))
        .writeFolded(html);
    parts(path + ", by rank", "ranks", chain, sensitivity.byRanks(chain)).writeFolded(html);
  }

  private Table shares() {
    List<String> headings =
        new ArrayList<>(List.of("part", "time, " + unit.symbol(), "of the run, %"));
    sensitivity.slower().forEach(part -> headings.add("run " + Numbers.perCent(part) + " slower"));
    Table table = Table.sortable(
        "How many times as long each part may take", headings.toArray(String[]::new));
    for (Share share : Share.values()) {
      double part = sensitivity.seconds(share);
      List<Table.Cell> cells = new ArrayList<>(List.of(
          Table.Cell.of(Sensitivity.words(share)),
          Table.Cell.time(unit, part),
          Table.Cell.percent(ofRun(part))));
      for (Tolerance tolerance : sensitivity.tolerances()) {
        if (tolerance.share() == share) {
          cells.add(Table.Cell.factor(tolerance.factor().orElse(Double.POSITIVE_INFINITY)));
        }
      }
      table.row(cells.toArray(Table.Cell[]::new));
    }
    return table;
  }

  private Table derivatives() {
    TimeUnit small = TimeUnit.of(sensitivity.derivatives().stream()
        .mapToDouble(derivative -> 0.01 * Math.abs(derivative.seconds()))
        .max()
        .orElse(0));
    Table table = Table.sortable(
        "Change of the predicted time when a property of the machine grows by 1%",
        "property", "change, " + small.symbol(), "of the run, %");
    for (Derivative derivative : sensitivity.derivatives()) {
      double change = 0.01 * derivative.seconds();
      table.row(
          Table.Cell.of(derivative.name().replace('_', ' ')),
          Table.Cell.time(small, change),
          Table.Cell.of(
              String.format(Locale.ROOT, "%.4f", 100 * ofRun(change)), 100 * ofRun(change)));
    }
    return table;
  }

  private Table parts(String caption, String what, CriticalPath of, List<Sensitivity.Part> parts) {
    Table table = Table.sortable(caption, what, "time, " + unit.symbol(), "of the run, %");
    parts.stream()
        .filter(part -> part.seconds() > 0)
        .limit(PredictionReport.MOST_ROWS)
        .forEach(part -> table.row(
            Table.Cell.site(FunctionName.ofCall(part.name()), part.name()),
            Table.Cell.time(unit, part.seconds()),
            Table.Cell.percent(of.seconds() == 0 ? 0 : part.seconds() / of.seconds())));
    return table;
  }
}
