package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The parts of the predicted time, and by which factor each may grow before a given slowdown. */
public final class SensitivitySection {
  /** Beside a part with a larger share, the bars of the other parts cannot be seen. */
  private static final double ALMOST_ALL = 0.95;

  private final Sensitivity sensitivity;
  private final TimeUnit unit;

  private SensitivitySection(Sensitivity sensitivity) {
    this.sensitivity = sensitivity;
    this.unit = TimeUnit.of(sensitivity.path().seconds());
  }

  public static PageSection of(Optional<Sensitivity> sensitivity) {
    return new PageSection(
        "sensitivity",
        "Sensitivity",
        body -> sensitivity.ifPresent(found -> new SensitivitySection(found).write(body)));
  }

  private Chart chart() {
    return new BarChart(
        "sensitivity-chart",
        summary(),
        BarChart.Layout.ROWS,
        "",
        "time, " + unit.symbol(),
        unit.perSecond(),
        Arrays.stream(Share.values()).map(Sensitivity::words).toList(),
        Arrays.stream(Share.values()).map(this::bar).toList(),
        List.of());
  }

  /** A series with a single bar, so that each bar has its own colour. */
  private BarChart.Series bar(Share share) {
    double[] values = new double[Share.values().length];
    values[share.ordinal()] = sensitivity.seconds(share);
    return BarChart.Series.bars(Sensitivity.words(share), values);
  }

  private String summary() {
    StringBuilder text = new StringBuilder(
        "The critical path is the chain of computation and messages that determines the time of the run. It"
            + " consists of ");
    for (Share share : Share.values()) {
      text.append(share.ordinal() == 0 ? "" : ", ")
          .append(Sensitivity.words(share))
          .append(' ')
          .append(Numbers.percent(sensitivity.ofRun(share)))
          .append('%');
    }
    return text.append('.').toString();
  }

  private void write(SectionBody body) {
    if (Arrays.stream(Share.values()).anyMatch(share -> sensitivity.ofRun(share) > ALMOST_ALL)) {
      body.element("p", "There is no chart, because one part takes almost all time. " + summary());
    } else {
      body.chart(chart());
    }
    new ShownColumns<>(sensitivity.shareColumns(), unit)
        .page(
            "How many times as long each part may take before the run is slower",
            List.of(Share.values()))
        .write(body);
    new ShownColumns<>(sensitivity.derivativeColumns(), unit)
        .page(
            "Change of the predicted time when a property of the machine grows by 1%",
            sensitivity.derivatives())
        .write(body);
    sensitivity.chain().ifPresent(chain -> writeChain(chain, body));
  }

  private void writeChain(CriticalPath chain, Html html) {
    String path = "Critical path" + (sensitivity.isReplayed() ? " without contention" : "");
    parts(
        path + ", by call site: computation before the calls, and time of their messages",
        Sensitivity.siteColumns(chain),
        sensitivity.bySite(chain),
        html);
    parts(path + ", by rank", Sensitivity.rankColumns(chain), sensitivity.byRanks(chain), html);
  }

  private void parts(
      String caption,
      List<Column<Sensitivity.Part>> columns,
      List<Sensitivity.Part> parts,
      Html html) {
    new ShownColumns<>(columns, unit)
        .page(
            caption,
            parts.stream()
                .filter(part -> part.seconds() > 0)
                .limit(PredictionReport.MOST_ROWS)
                .toList())
        .writeFolded(html);
  }
}
