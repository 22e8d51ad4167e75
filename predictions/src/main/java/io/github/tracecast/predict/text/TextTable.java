package io.github.tracecast.predict.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table for people: columns as wide as their widest cell, two spaces between them, each row on
 * one line.
 */
public final class TextTable {
  private final boolean[] left;
  private final List<String[]> rows = new ArrayList<>();

  /** @param alignments one letter a column: l for left, r for right */
  public TextTable(String alignments) {
    left = new boolean[alignments.length()];
    for (int i = 0; i < left.length; i++) {
      left[i] = alignments.charAt(i) == 'l';
    }
  }

  public TextTable row(String... cells) {
    if (cells.length != left.length) {
      throw new IllegalArgumentException(
          cells.length + " cells in a table of " + left.length + " columns");
    }
    rows.add(Arrays.stream(cells).map(Printable::line).toArray(String[]::new));
    return this;
  }

  public int rows() {
    return rows.size();
  }

  /** Prints each row behind the indentation given. */
  public void print(PrintWriter out, String indent) {
    int[] widths = new int[left.length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder line = new StringBuilder();
    for (String[] row : rows) {
      line.setLength(0);
      line.append(indent);
      for (int i = 0; i < row.length; i++) {
        String padding = " ".repeat(widths[i] - row[i].length());
        line.append(i == 0 ? "" : "  ").append(left[i] ? row[i] + padding : padding + row[i]);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  @Override
  public String toString() {
    return rows.stream().map(Arrays::toString).toList().toString();
  }
}
