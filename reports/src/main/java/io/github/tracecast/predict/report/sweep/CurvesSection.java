package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.LineChart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.AxisUnit;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The predicted time along each axis, with bands, and with marks where it is so many per cent above
 * its minimum.
 */
record CurvesSection(SweepResult result, SweepCurves curves, TimeUnit unit) {
  /** The largest number of lines that unordered colours can distinguish. */
  private static final int LINES = 6;

  /**
   * If a chart has at most this number of lines, marks also show where the time is 2, 5 and 10%
   * above the minimum.
   */
  private static final int MARKED_LINES = 3;

  /** The largest number of lines with sequential colours. */
  private static final int ORDERED_LINES = 32;

  /**
   * If the ratio of the largest to the smallest value is at least this, the axis is logarithmic.
   */
  private static final double WIDE = 16;

  static PageSection of(SweepResult result, TimeUnit unit) {
    return new PageSection(
        "curves",
        "Predicted time along each axis",
        new CurvesSection(result, new SweepCurves(result), unit)::write);
  }

  private void write(SectionBody body) {
    if (curves.axes().isEmpty()) {
      body.element("p", "A single point has no curve.");
      return;
    }
    for (int axis : curves.axes()) {
      body.element("h3", curves.title(axis));
      body.chart(chart(axis));
      if (curves.isContinuous(axis)) {
        tolerances(axis).writeFolded(body);
      }
    }
  }

  private List<SweepCurves.Curve> chosen(int axis) {
    List<SweepCurves.Curve> all = curves.along(axis);
    int most = curves.ordersLines(axis) ? ORDERED_LINES : LINES;
    return Arrays.stream(Numbers.evenly(all.size(), most)).mapToObj(all::get).toList();
  }

  private Chart chart(int axis) {
    double[] places = curves.places(axis);
    List<LineChart.Line> lines = new ArrayList<>();
    for (SweepCurves.Curve curve : chosen(axis)) {
      List<LineChart.Mark> marks = new ArrayList<>();
      if (curves.isContinuous(axis)) {
        for (double slower : ShareSensitivity.SLOWER) {
          for (double place : crossings(curve, places, curves.inverse(axis), slower)) {
            marks.add(new LineChart.Mark(
                "+" + Numbers.perCent(slower), place, curve.mean()[curve.best()] * (1 + slower)));
          }
        }
      }
      lines.add(new LineChart.Line(
          curve.name().isEmpty() ? "predicted time" : curve.name(),
          curve.mean(),
          curve.low(),
          curve.high(),
          marks));
    }
    return new LineChart(
        chartId(axis),
        summary(axis, lines),
        curves.heading(axis),
        "predicted time, " + unit.symbol(),
        unit.perSecond(),
        curves.labels(axis),
        places,
        isLogarithmic(places),
        curves.inverse(axis),
        false,
        false,
        curves.ordersLines(axis),
        lines);
  }

  /** Returns the name of the chart along an axis. */
  static String chartId(int axis) {
    return "curves-" + axis;
  }

  /** Whether the values on an axis differ so much that the axis is logarithmic. */
  static boolean isLogarithmic(double[] places) {
    if (places.length == 0) {
      return false;
    }
    double least = Arrays.stream(places).min().getAsDouble();
    return least > 0 && Arrays.stream(places).max().getAsDouble() / least >= WIDE;
  }

  private String summary(int axis, List<LineChart.Line> lines) {
    int all = curves.along(axis).size();
    StringBuilder text = new StringBuilder("Predicted time over ").append(curves.title(axis));
    if (all > lines.size()) {
      text.append("; ").append(lines.size()).append(" of ").append(all);
      text.append(" lines, evenly spaced; the table below has all lines");
    }
    text.append('.');
    if (WhatIfSection.hasAnswers(result)) {
      text.append(" The red line is the value that is chosen above.");
    }
    if (curves.isContinuous(axis)) {
      text.append(
          " Marks show where a line is " + (lines.size() > MARKED_LINES ? "1%" : "1, 2, 5 and 10%")
              + " above its minimum. Between points the time is interpolated linearly in "
              + (curves.inverse(axis) ? "the inverse of the value." : "the value."));
    }
    if (lines.stream().anyMatch(LineChart.Line::hasBand)) {
      text.append(
          curves.repeats()
              ? " A line is the average over seeds. The band of a line spans the minimum and maximum over"
                  + " seeds, including their confidence intervals."
              : " Bands are confidence intervals of "
                  + Numbers.perCent(result.plan().base().fastForward().confidence())
                  + " for sampled loops.");
    }
    return text.toString();
  }

  /**
   * Returns the positions where a curve exceeds its minimum by this share, at most one on each side
   * of the minimum.
   */
  private static List<Double> crossings(
      SweepCurves.Curve curve, double[] places, boolean inverse, double slower) {
    List<Double> found = new ArrayList<>();
    int best = curve.best();
    for (int step = -1; best >= 0 && step <= 1; step += 2) {
      double level = curve.mean()[best] * (1 + slower);
      for (int i = best; i + step >= 0 && i + step < places.length; i += step) {
        double time = curve.mean()[i];
        double nextTime = curve.mean()[i + step];
        if (Double.isNaN(nextTime)) {
          break;
        }
        if (nextTime >= level) {
          found.add(
              between(places[i], places[i + step], (level - time) / (nextTime - time), inverse));
          break;
        }
      }
    }
    return found;
  }

  private static double between(double from, double to, double share, boolean inverse) {
    return inverse ? 1 / (1 / from + share * (1 / to - 1 / from)) : from + share * (to - from);
  }

  private Table tolerances(int axis) {
    double[] places = curves.places(axis);
    AxisUnit of = AxisUnit.of(result.plan().axes().get(axis));
    List<String> headings = new ArrayList<>(
        List.of("line", of.heading("best at"), "predicted at the best, " + unit.symbol()));
    ShareSensitivity.SLOWER.forEach(
        part -> headings.add(of.heading("+" + Numbers.perCent(part) + " at")));
    Table table = Table.sortable(
        "Where " + curves.title(axis)
            + " makes the run slower than the minimum of its line by the given percentage",
        headings.toArray(String[]::new));
    for (SweepCurves.Curve curve :
        curves.along(axis).stream().limit(SweepReport.MOST_POINTS).toList()) {
      int best = curve.best();
      if (best < 0) {
        continue;
      }
      List<Table.Cell> cells = new ArrayList<>(List.of(
          Table.Cell.of(curve.name().isEmpty() ? "all" : curve.name()),
          Table.Cell.of(of.text(places[best]), places[best]),
          Table.Cell.time(unit, curve.mean()[best])));
      for (double slower : ShareSensitivity.SLOWER) {
        List<Double> at = crossings(curve, places, curves.inverse(axis), slower);
        cells.add(Table.Cell.of(
            at.isEmpty()
                ? "not in this range"
                : String.join(
                    " and ",
                    at.stream().map(place -> Numbers.ratio(place / of.inBase())).toList()),
            at.isEmpty() ? Double.POSITIVE_INFINITY : at.getLast()));
      }
      table.row(cells.toArray(Table.Cell[]::new));
    }
    return table;
  }
}
