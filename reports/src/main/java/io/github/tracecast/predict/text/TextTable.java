package io.github.tracecast.predict.text;

import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table for people: columns as wide as their widest cell, two spaces between them. The table fits
 * the width of its output. A table that is too wide first breaks its headings into as few lines as
 * possible, then shortens names in their middle, then leaves out the least important columns. JSON
 * and CSV have all columns.
 */
public final class TextTable {
  private static final int GAP = 2;

  /** Where a heading may break: between words, and after the dots of keys. */
  private static final String BREAKS = " |(?<=[a-z]\\.)(?=[a-z])";

  /** Headings rarely have this many lines, so the search for fewer lines stops below it. */
  private static final int MOST_LINES = 4;

  /** The least number of characters of a shortened name. */
  private static final int SHORTEST = 27;

  /** The least width of a column whose text may continue on a further line. */
  private static final int NARROWEST = 18;

  private final char[] kinds;
  private final List<String[]> rows = new ArrayList<>();
  private String[] heading = {};
  private int[] least = {};

  /**
   * @param kinds one letter for each column: l for left, r for right, s for names on the left that
   *     may be shortened in their middle, w for text on the left that may continue on a further
   *     line
   */
  public TextTable(String kinds) {
    this.kinds = kinds.toCharArray();
  }

  public TextTable heading(String... names) {
    heading = checked(names);
    return this;
  }

  /** Names the columns that may be left out, the least important first. */
  public TextTable least(int... columns) {
    least = columns.clone();
    return this;
  }

  public TextTable row(String... cells) {
    rows.add(checked(cells));
    return this;
  }

  /** Puts dots after this number of rows, where rows are left out. */
  public TextTable omittedAfter(int first) {
    String[] dots = new String[kinds.length];
    Arrays.fill(dots, "");
    dots[0] = "...";
    rows.add(first, dots);
    return this;
  }

  private String[] checked(String... cells) {
    if (cells.length != kinds.length) {
      throw new IllegalArgumentException(
          cells.length + " cells in a table of " + kinds.length + " columns");
    }
    return Arrays.stream(cells).map(Printable::line).toArray(String[]::new);
  }

  /** The number of rows without the heading. */
  public int rows() {
    return rows.size();
  }

  public void print(PrintWriter out, String indent) {
    TerminalWriter writer = TerminalWriter.of(out);
    Layout layout = layout(writer.width() - indent.length());
    if (heading.length > 0) {
      print(layout, broken(layout, heading, true), indent, writer);
    }
    for (String[] row : rows) {
      print(layout, broken(layout, row, false), indent, writer);
    }
  }

  /** The printed columns and their widths. */
  private record Layout(int[] columns, int[] widths) {
    int width() {
      return Arrays.stream(columns).map(column -> widths[column] + GAP).sum() - GAP;
    }
  }

  private Layout layout(int width) {
    int[] all = IntStream.range(0, kinds.length).toArray();
    Layout whole = new Layout(all, widths(1));
    if (whole.width() <= width) {
      return whole;
    }
    Layout broken = new Layout(all, widths(Integer.MAX_VALUE));
    for (int left = 0; ; left++) {
      Layout fitted = fitted(broken, width);
      if (fitted.width() <= width || left == least.length) {
        return withShortHeading(fitted, broken, width);
      }
      int column = least[left];
      broken = new Layout(
          Arrays.stream(broken.columns).filter(one -> one != column).toArray(), broken.widths);
    }
  }

  /**
   * Returns the same columns with headings in fewer lines, as far as there is room. Names that are
   * shortened anyway are shortened a little more if the headings then need only two lines.
   */
  private Layout withShortHeading(Layout fitted, Layout broken, int width) {
    if (fitted.width() < broken.width()) {
      Layout two = fitted(new Layout(fitted.columns, widths(2)), width);
      return two.width() <= width ? two : fitted;
    }
    for (int lines = 2; lines < MOST_LINES; lines++) {
      Layout fewer = new Layout(fitted.columns, widths(lines));
      if (fewer.width() <= width) {
        return fewer;
      }
    }
    return fitted;
  }

  private int[] widths(int headingLines) {
    int[] widths = new int[kinds.length];
    for (int i = 0; i < widths.length; i++) {
      if (heading.length > 0) {
        widths[i] = headingWidth(heading[i], headingLines);
      }
      for (String[] row : rows) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    return widths;
  }

  /**
   * The least width at which a heading has at most this number of lines, or at which no word of it
   * is broken.
   */
  private static int headingWidth(String heading, int lines) {
    if (lines == 1) {
      return heading.length();
    }
    int width =
        Arrays.stream(heading.split(BREAKS)).mapToInt(String::length).max().orElse(0);
    while (wrapped(heading, width).size() > lines) {
      width++;
    }
    return width;
  }

  /** Narrows the flexible columns until the table fits. */
  private Layout fitted(Layout layout, int width) {
    int[] widths = layout.widths.clone();
    Layout fitted = new Layout(layout.columns, widths);
    for (int column : layout.columns) {
      int excess = fitted.width() - width;
      if (excess > 0 && (kinds[column] == 's' || kinds[column] == 'w')) {
        int least = Math.min(kinds[column] == 's' ? SHORTEST : NARROWEST, widths[column]);
        widths[column] = Math.max(least, widths[column] - excess);
      }
    }
    return fitted;
  }

  /** Returns the lines of each printed cell. */
  private List<List<String>> broken(Layout layout, String[] cells, boolean isHeading) {
    List<List<String>> lines = new ArrayList<>();
    for (int column : layout.columns) {
      int width = layout.widths[column];
      lines.add(
          isHeading || kinds[column] == 'w'
              ? wrapped(cells[column], width)
              : List.of(
                  kinds[column] == 's'
                      ? FittingText.shortened(cells[column], width)
                      : cells[column]));
    }
    if (isHeading) { // the heading ends just above the first row
      int most = lines.stream().mapToInt(List::size).max().orElse(0);
      lines.replaceAll(cell -> IntStream.range(0, most)
          .mapToObj(i -> i < most - cell.size() ? "" : cell.get(i - most + cell.size()))
          .toList());
    }
    return lines;
  }

  /**
   * Wraps a cell. Words that are longer than a line of the cell are cut: keys after a dot, and
   * names of files at any character.
   */
  private static List<String> wrapped(String cell, int width) {
    int most = Math.max(1, width);
    List<String> lines = new ArrayList<>();
    for (String line : FittingText.wrapped(cell, width)) {
      String rest = line;
      while (rest.length() > most) {
        int dot = rest.lastIndexOf('.', most - 1);
        int end = dot > 0 ? dot + 1 : most;
        lines.add(rest.substring(0, end));
        rest = rest.substring(end);
      }
      lines.add(rest);
    }
    return lines;
  }

  private void print(Layout layout, List<List<String>> cells, String indent, TerminalWriter out) {
    int most = cells.stream().mapToInt(List::size).max().orElse(0);
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < most; i++) {
      line.setLength(0);
      line.append(indent);
      for (int at = 0; at < layout.columns.length; at++) {
        int column = layout.columns[at];
        String text = i < cells.get(at).size() ? cells.get(at).get(i) : "";
        String padding = " ".repeat(Math.max(0, layout.widths[column] - text.length()));
        line.append(at == 0 ? "" : " ".repeat(GAP))
            .append(kinds[column] == 'r' ? padding + text : text + padding);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  @Override
  public String toString() {
    return rows.stream().map(Arrays::toString).toList().toString();
  }
}
