package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Predicted times of a grid, with the two longest axes down and across. The longer a time, the
 * stronger the shade of its cell.
 */
final class GridSection {
  private static final int ROWS = 32;
  private static final int COLUMNS = 16;
  private static final int TABLES = 6;
  private static final int SHADES = 10;

  private final SweepCurves curves;
  private final TimeUnit unit;
  private final int down;
  private final int across;
  private final double fastest;
  private final boolean marksFastest;
  private final double slowest;

  private GridSection(SweepResult result, SweepCurves curves, TimeUnit unit) {
    this.curves = curves;
    this.unit = unit;
    List<Integer> longest = curves.axes().stream()
        .sorted(Comparator.comparingInt(axis -> -curves.labels(axis).size()))
        .limit(2)
        .sorted()
        .toList();
    this.down = longest.getFirst();
    this.across = longest.getLast();
    this.fastest = result.seconds(result.fastest().orElseThrow()).getAsDouble();
    this.marksFastest = result.hasChoice();
    this.slowest = result.seconds(result.slowest().orElseThrow()).getAsDouble();
  }

  /** The section is empty without two axes. */
  static PageSection of(SweepResult result, TimeUnit unit) {
    return new PageSection("grid", "Grid", body -> {
      SweepCurves curves = new SweepCurves(result);
      if (result.fastest().isPresent() && curves.axes().size() > 1) {
        new GridSection(result, curves, unit).write(body);
      }
    });
  }

  private void write(SectionBody body) {
    List<Map.Entry<String, List<SweepCurves.Curve>>> tables =
        List.copyOf(curves.grids(down, across).entrySet());
    body.element(
        "p",
        "Darker cells are slower, on a logarithmic scale from " + Numbers.time(fastest) + " to "
            + Numbers.time(slowest)
            + (curves.repeats() ? "; average over seeds" : "")
            + (tables.size() > TABLES
                ? "; " + TABLES + " of " + Numbers.count(tables.size()) + " tables, evenly spaced"
                : "")
            + ".");
    for (int i : Numbers.evenly(tables.size(), TABLES)) {
      table(body, tables.get(i).getKey(), tables.get(i).getValue());
    }
  }

  private void table(Html html, String name, List<SweepCurves.Curve> rows) {
    List<String> places = curves.labels(across);
    int[] columns = Numbers.evenly(places.size(), COLUMNS);
    int[] shown = Numbers.evenly(rows.size(), ROWS);
    String caption = "Predicted time, " + unit.symbol() + ", by " + curves.heading(down) + " (down"
        + shownOfAll(shown.length, rows.size()) + ") and " + curves.heading(across) + " (across"
        + shownOfAll(columns.length, places.size()) + ")" + (name.isEmpty() ? "" : " at " + name);
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    html.open("table", "class", "grid")
        .element("caption", caption)
        .open("thead")
        .open("tr");
    html.element("td", "");
    Arrays.stream(columns)
        .forEach(c -> html.element("th", places.get(c), "scope", "col", "class", "number"));
    html.close("tr").close("thead").open("tbody");
    for (int row : shown) {
      html.open("tr").element("th", rows.get(row).name(), "scope", "row", "class", "number");
      for (int column : columns) {
        cell(html, rows.get(row).mean()[column]);
      }
      html.close("tr");
    }
    html.close("tbody").close("table").close("div");
  }

  private static String shownOfAll(int shown, int all) {
    return shown < all ? ", " + shown + " of " + Numbers.count(all) : "";
  }

  private void cell(Html html, double seconds) {
    if (Double.isNaN(seconds)) {
      html.element("td", "–", "class", "text");
      return;
    }
    boolean isBest = marksFastest && seconds == fastest;
    html.open("td", "class", "number shade-" + shade(seconds) + (isBest ? " best" : ""))
        .element("data", unit.number(seconds), "value", Double.toString(seconds));
    if (isBest) {
      html.element("span", ", the fastest", "class", "unseen");
    }
    html.close("td");
  }

  /** Returns the shade of a time, which is proportional to the logarithm of the time. */
  private int shade(double seconds) {
    return slowest > fastest && fastest > 0
        ? (int) Math.clamp(
            SHADES * Math.log(seconds / fastest) / Math.log(slowest / fastest), 0, SHADES - 1)
        : 0;
  }
}
