package io.github.tracecast.benchmarks;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultXYDataset;
import org.jfree.svg.SVGGraphics2D;

/** A chart of curves with two logarithmic axes. */
final class PointChart {
  private static final int WIDTH = 480;
  private static final int HEIGHT = 320;

  /** If the largest and the smallest number differ by a smaller factor, the axis has powers of two. */
  private static final double FEW = 100;

  private static final int TICKS = 6;

  private final DefaultXYDataset curves = new DefaultXYDataset();
  private final String title;
  private final String across;
  private final String up;

  PointChart(String title, String across, String up) {
    this.title = title;
    this.across = across;
    this.up = up;
  }

  PointChart add(String name, double[] x, double[] y) {
    curves.addSeries(name, new double[][] {x, y});
    return this;
  }

  void write(Path file) {
    JFreeChart chart = ChartFactory.createXYLineChart(title, across, up, curves);
    chart.getTitle().setFont(chart.getTitle().getFont().deriveFont(14f));
    chart.setPadding(new RectangleInsets(5, 5, 5, 20)); // room for the last label of the axis
    XYPlot plot = chart.getXYPlot();
    plot.setDomainAxis(logarithmic(across, curves::getXValue));
    plot.setRangeAxis(logarithmic(up, curves::getYValue));
    plot.setRenderer(new XYLineAndShapeRenderer(true, true));
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainGridlinesVisible(false);
    SVGGraphics2D svg = new SVGGraphics2D(WIDTH, HEIGHT);
    svg.setDefsKeyPrefix("chart-"); // the default is the time, which differs in each run
    chart.draw(svg, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    try {
      Files.writeString(file, svg.getSVGElement() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Numbers {
    double at(int curve, int item);
  }

  /**
   * Returns an axis that begins and ends at powers of ten. It has powers of two instead if the
   * numbers are powers of two or lie close together.
   */
  private LogAxis logarithmic(String label, Numbers numbers) {
    DoubleSummaryStatistics all = new DoubleSummaryStatistics();
    boolean twos = true;
    for (int curve = 0; curve < curves.getSeriesCount(); curve++) {
      for (int item = 0; item < curves.getItemCount(curve); item++) {
        double number = numbers.at(curve, item);
        all.accept(number);
        twos &= number == Math.rint(number) && Long.bitCount((long) number) == 1;
      }
    }
    LogAxis axis = new LogAxis(label);
    axis.setBase(twos || all.getMax() < FEW * all.getMin() ? 2 : 10);
    double least = Math.floor(axis.calculateLog(all.getMin()));
    double most = Math.ceil(axis.calculateLog(all.getMax()));
    axis.setRange(axis.calculateValue(least), axis.calculateValue(most));
    axis.setTickUnit(new NumberTickUnit(Math.max(1, Math.ceil((most - least) / TICKS))));
    axis.setNumberFormatOverride(
        new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    axis.setMinorTickMarksVisible(false);
    return axis;
  }
}
