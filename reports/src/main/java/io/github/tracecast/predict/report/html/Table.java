package io.github.tracecast.predict.report.html;

import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table with a caption. The page's script turns the headings of a sortable table into buttons.
 */
public final class Table {
  private final String caption;
  private final boolean sortable;
  private final List<String> headings = new ArrayList<>();
  private final List<List<Cell>> rows = new ArrayList<>();

  /**
   * A cell.
   *
   * @param text the shown text
   * @param number the number that sorts the cell, as in JSON; null for text
   * @param path the whole path of a call site whose function is the text; null for other cells
   * @param time the time, whose decimals depend on its column; null for other cells
   * @param mark a mark after the number that leads to a note below the table; may be empty
   */
  public record Cell(
      String text,
      @Nullable String number,
      @Nullable String path,
      @Nullable Time time,
      String mark) {
    public static Cell of(String text) {
      return new Cell(text, null, null, null, "");
    }

    /**
     * A call site, by its innermost function on one line; the reader sees the whole path when
     * pointing at the cell.
     */
    public static Cell site(String function, String path) {
      return new Cell(function, null, path, null, "");
    }

    /** Returns an empty cell. */
    public static Cell none() {
      return of("–");
    }

    public static Cell of(String text, double number) {
      return new Cell(text, Double.toString(number), null, null, "");
    }

    public static Cell of(String text, long number) {
      return new Cell(text, Long.toString(number), null, null, "");
    }

    public static Cell count(long number) {
      return of(Numbers.count(number), number);
    }

    /** A time in the unit of its column. */
    public static Cell time(TimeUnit unit, double seconds) {
      Time time = new Time(unit, seconds, false);
      return new Cell(unit.number(seconds), Double.toString(seconds), null, time, "");
    }

    /** A change of time, with its sign. */
    public static Cell change(TimeUnit unit, double seconds) {
      Time time = new Time(unit, seconds, true);
      return new Cell(unit.signed(seconds), Double.toString(seconds), null, time, "");
    }

    /** Returns the cell with a mark that leads to a note below the table. */
    public Cell marked(String mark) {
      return new Cell(text, number, path, time, mark);
    }

    /** Returns a share from 0 to 1 in per cent, which is also the sort key. */
    public static Cell percent(double share) {
      return of(Numbers.percent(share), 100 * share);
    }
  }

  /** A time in a column with this unit. */
  public record Time(TimeUnit unit, double seconds, boolean signed) {
    String text(int decimals) {
      return signed ? unit.signed(seconds, decimals) : unit.number(seconds, decimals);
    }
  }

  private Table(String caption, boolean sortable) {
    this.caption = caption;
    this.sortable = sortable;
  }

  public static Table plain(String caption, String... headings) {
    return of(caption, false, headings);
  }

  public static Table sortable(String caption, String... headings) {
    return of(caption, true, headings);
  }

  private static Table of(String caption, boolean sortable, String... headings) {
    Table table = new Table(caption, sortable);
    table.headings.addAll(List.of(headings));
    return table;
  }

  /**
   * Returns the caption of a table that may be too long to show completely.
   *
   * @param whole the caption if the table shows all rows
   * @param rows the kind of rows and how the shown rows were chosen, for a caption of a shortened
   *     table
   */
  public static String caption(int shown, int all, String whole, String rows) {
    return shown < all ? "The " + shown + " of " + Numbers.count(all) + " " + rows : whole;
  }

  /** Adds a row, which is named by its first cell. */
  public void row(Cell... cells) {
    rows.add(List.of(cells));
  }

  public void write(Html html) {
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    html.open("table", sortable ? new String[] {"class", "sortable"} : new String[0]);
    html.element("caption", caption);
    html.open("thead").open("tr");
    String[] styles =
        IntStream.range(0, headings.size()).mapToObj(this::style).toArray(String[]::new);
    for (int column = 0; column < headings.size(); column++) {
      html.element("th", headings.get(column), "scope", "col", "class", styles[column]);
    }
    html.close("tr").close("thead").open("tbody");
    int[] decimals = IntStream.range(0, headings.size()).map(this::decimals).toArray();
    for (List<Cell> row : rows) {
      html.open("tr");
      for (int column = 0; column < row.size(); column++) {
        cell(html, column, row.get(column), styles[column], decimals[column]);
      }
      html.close("tr");
    }
    html.close("tbody").close("table").close("div");
  }

  /** Returns the style of a column. A column with numbers is numeric even if some are missing. */
  private String style(int column) {
    return rows.stream().anyMatch(row -> row.get(column).number() != null) ? "number" : "text";
  }

  /** Returns the decimals of all times of a column; 0 for other columns. */
  private int decimals(int column) {
    List<Time> times = rows.stream()
        .map(row -> row.get(column).time())
        .filter(Objects::nonNull)
        .toList();
    return times.isEmpty()
        ? 0
        : times.getFirst().unit().decimalsFor(times.stream().mapToDouble(Time::seconds));
  }

  /**
   * Writes a cell. The page's styles recognise a number by the attribute {@code data}, so that most
   * cells need no class.
   */
  private static void cell(Html html, int column, Cell cell, String style, int decimals) {
    String tag = column == 0 ? "th" : "td";
    List<String> attributes = new ArrayList<>();
    if (column == 0) {
      attributes.addAll(List.of("scope", "row"));
    }
    if (cell.number() == null) {
      attributes.addAll(List.of("class", cell.path() != null ? style + " name" : style));
    }
    if (cell.path() != null && !cell.path().equals(cell.text())) {
      attributes.addAll(List.of("title", cell.path()));
    }
    html.open(tag, attributes.toArray(String[]::new));
    if (cell.number() == null) {
      html.text(cell.text());
    } else {
      html.open("data", "value", cell.number())
          .text(cell.time() == null ? cell.text() : cell.time().text(decimals))
          .end("data");
      html.text(cell.mark());
    }
    html.end(tag);
  }

  /** Writes the table folded below a line that describes it. */
  public void writeFolded(Html html) {
    html.open("details").element("summary", caption);
    write(html);
    html.close("details");
  }
}
