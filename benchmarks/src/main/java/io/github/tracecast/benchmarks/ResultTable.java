package io.github.tracecast.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Markdown table. Each row is printed as soon as it is added. */
final class ResultTable {
  private final PrintStream out;

  ResultTable(PrintStream out, String... heads) {
    this.out = out;
    row((Object[]) heads);
    List<Object> rule = new ArrayList<>();
    for (int i = 0; i < heads.length; i++) {
      rule.add(i == 0 ? "---" : "---:");
    }
    row(rule.toArray());
  }

  /** Whole numbers get commas; other numbers are printed unchanged. */
  void row(Object... cells) {
    StringBuilder line = new StringBuilder("|");
    for (Object cell : cells) {
      line.append(' ').append(cell(cell)).append(" |");
    }
    out.println(line);
    out.flush();
  }

  static String decimals(int decimals, double number) {
    return String.format(Locale.ROOT, "%." + decimals + "f", number);
  }

  static String cell(Object cell) {
    return switch (cell) {
      case Integer number -> String.format(Locale.ROOT, "%,d", number);
      case Long number -> String.format(Locale.ROOT, "%,d", number);
      default -> cell.toString();
    };
  }
}
