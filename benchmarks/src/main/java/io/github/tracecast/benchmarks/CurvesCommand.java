package io.github.tracecast.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code curves}: draws the measurements of {@code benchmarks/growth} as charts. */
@Command(
    name = "curves",
    mixinStandardHelpOptions = true,
    description = "Draws charts of the points in a JSON list.")
final class CurvesCommand implements Runnable {
  @Parameters(index = "0", paramLabel = "JSON", description = "The points.")
  private Path points;

  @Parameters(index = "1", paramLabel = "FOLDER", description = "Where the SVG files go.")
  private Path folder;

  record Point(String chart, String across, String up, String curve, double x, double y) {}

  private record Axes(String chart, String across, String up) {}

  @Override
  public void run() {
    Map<Axes, Map<String, List<Point>>> charts = new LinkedHashMap<>();
    for (Point point : JsonMapper.shared().readValue(points, Point[].class)) {
      charts
          .computeIfAbsent(
              new Axes(point.chart(), point.across(), point.up()), axes -> new LinkedHashMap<>())
          .computeIfAbsent(point.curve(), curve -> new ArrayList<>())
          .add(point);
    }
    charts.forEach((axes, curves) -> {
      PointChart chart = new PointChart("Cost by " + axes.across(), axes.across(), axes.up());
      curves.forEach(
          (name, rows) -> chart.add(name, column(rows, Point::x), column(rows, Point::y)));
      chart.write(folder.resolve("growth-" + axes.chart() + ".svg"));
    });
  }

  private static double[] column(List<Point> rows, ToDoubleFunction<Point> number) {
    return rows.stream().mapToDouble(number).toArray();
  }
}
