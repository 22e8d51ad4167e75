package io.github.tracecast.benchmarks;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.DefaultXYDataset;
import org.jfree.svg.SVGGraphics2D;

/** Curves over a common axis, both axes logarithmic. */
final class PointChart {
  private static final int WIDTH = 480;
  private static final int HEIGHT = 320;

  private final DefaultXYDataset curves = new DefaultXYDataset();
  private final String title;
  private final String across;
  private final String up;
  private final double[] x;

  PointChart(String title, String across, String up, double[] x) {
    this.title = title;
    this.across = across;
    this.up = up;
    this.x = x;
  }

  PointChart add(String name, double[] y) {
    curves.addSeries(name, new double[][] {x, y});
    return this;
  }

  void write(Path file) {
    JFreeChart chart = ChartFactory.createXYLineChart(title, across, up, curves);
    chart.getTitle().setFont(chart.getTitle().getFont().deriveFont(14f));
    XYPlot plot = chart.getXYPlot();
    plot.setDomainAxis(logarithmic(across));
    plot.setRangeAxis(logarithmic(up));
    plot.setRenderer(new XYLineAndShapeRenderer(true, true));
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainGridlinesVisible(false);
    SVGGraphics2D svg = new SVGGraphics2D(WIDTH, HEIGHT);
    svg.setDefsKeyPrefix("chart-"); // else the clock's time, and each run another file
    chart.draw(svg, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    try {
      Files.writeString(file, svg.getSVGElement() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LogAxis logarithmic(String label) {
    LogAxis axis = new LogAxis(label);
    axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    axis.setSmallestValue(1);
    axis.setMinorTickMarksVisible(false);
    return axis;
  }
}
