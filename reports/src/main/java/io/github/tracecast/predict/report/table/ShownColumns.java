package io.github.tracecast.predict.report.table;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.output.Column.Kind;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Shows rows as a table for text or for a page.
 *
 * @param times the unit of all times
 * @param changes the unit of all differences of times
 */
public record ShownColumns<R>(List<Column<R>> columns, TimeUnit times, TimeUnit changes) {
  public ShownColumns(List<Column<R>> columns, TimeUnit times) {
    this(columns, times, times);
  }

  public ShownColumns {
    columns = columns.stream().filter(column -> !column.heading().isEmpty()).toList();
  }

  /** Returns the columns in which some row has a value, because a column of dashes has no information. */
  private ShownColumns<R> filled(List<R> rows) {
    return new ShownColumns<>(
        columns.stream()
            .filter(column ->
                rows.isEmpty() || rows.stream().anyMatch(row -> column.value().apply(row) != null))
            .toList(),
        times,
        changes);
  }

  /** Returns the rows as a table for text. */
  public TextTable text(List<R> rows) {
    return filled(rows).table(rows);
  }

  private TextTable table(List<R> rows) {
    TextTable table =
        new TextTable(columns.stream().map(ShownColumns::letter).collect(Collectors.joining()));
    boolean sameUnit = changes.symbol().equals(times.symbol());
    table.heading(columns.stream()
        .map(column ->
            column.kind() == Kind.CHANGE && sameUnit ? column.heading() : heading(column, rows))
        .toArray(String[]::new));
    List<List<String>> shown =
        columns.stream().map(column -> texts(column, rows)).toList();
    for (int row = 0; row < rows.size(); row++) {
      int at = row;
      table.row(shown.stream().map(texts -> texts.get(at)).toArray(String[]::new));
    }
    return table;
  }

  /** Returns the rows as a table for a page. The reader can sort the rows. */
  public Table page(String caption, List<R> rows) {
    List<Column<R>> filled = filled(rows).columns;
    Table table = Table.sortable(
        caption, filled.stream().map(column -> heading(column, rows)).toArray(String[]::new));
    List<TimeUnit> single = filled.stream().map(column -> single(column, rows)).toList();
    for (R row : rows) {
      table.row(IntStream.range(0, filled.size())
          .mapToObj(
              i -> cell(filled.get(i).kind(), filled.get(i).value().apply(row), single.get(i)))
          .toArray(Table.Cell[]::new));
    }
    return table;
  }

  /** The unit of a column: for single times, the unit that suits the longest time of the column. */
  private TimeUnit single(Column<R> column, List<R> rows) {
    return column.kind() != Kind.SINGLE_TIME
        ? times
        : TimeUnit.of(rows.stream()
            .map(column.value())
            .mapToDouble(seconds -> seconds instanceof Double number ? Math.abs(number) : 0)
            .max()
            .orElse(0));
  }

  private String heading(Column<R> column, List<R> rows) {
    return switch (column.kind()) {
      case TIME -> column.heading() + ", " + times.symbol();
      case SINGLE_TIME -> column.heading() + ", " + single(column, rows).symbol();
      case CHANGE -> column.heading() + ", " + changes.symbol();
      case SHARE, PERCENT -> column.heading() + " %";
      case NAME, LONG_NAME, PATH, WORDS, NUMBER, QUANTITY, COUNT, RATIO -> column.heading();
    };
  }

  /** The letter that a {@link TextTable} uses for the column's kind. */
  private static String letter(Column<?> column) {
    return switch (column.kind()) {
      case NAME -> "l";
      case LONG_NAME, PATH -> "s";
      case WORDS -> "w";
      case NUMBER, QUANTITY, COUNT, TIME, SINGLE_TIME, CHANGE, SHARE, PERCENT, RATIO -> "r";
    };
  }

  private List<String> texts(Column<R> column, List<R> rows) {
    TimeUnit single = single(column, rows);
    if (column.kind() == Kind.LONG_NAME) {
      return FunctionName.distinct(
          rows.stream().map(row -> String.valueOf(column.value().apply(row))).toList());
    }
    return rows.stream()
        .map(row -> text(column.kind(), column.value().apply(row), single))
        .toList();
  }

  private String text(Kind kind, @Nullable Object value, TimeUnit single) {
    if (value instanceof Double seconds && kind == Kind.TIME) {
      return times.number(seconds);
    }
    return value == null ? "-" : cell(kind, value, single).text();
  }

  private Table.Cell cell(Kind kind, @Nullable Object value, TimeUnit single) {
    return switch (value) {
      case null -> Table.Cell.none();
      case Long number when kind == Kind.NUMBER -> Table.Cell.of(Long.toString(number), number);
      case Long number -> Table.Cell.count(number);
      case Double number ->
        switch (kind) {
          case TIME -> Table.Cell.time(times, number);
          case SINGLE_TIME -> Table.Cell.time(single, number);
          case CHANGE -> Table.Cell.change(changes, number);
          case SHARE, PERCENT -> Table.Cell.percent(number);
          case COUNT -> Table.Cell.of(Numbers.count(Math.round(number)), number);
          case NAME, LONG_NAME, PATH, WORDS, NUMBER, QUANTITY, RATIO ->
            Table.Cell.of(Numbers.ratio(number), number);
        };
      case Column.Amount amount -> Table.Cell.of(amount.text(), amount.number());
      case List<?> texts ->
        Table.Cell.of(texts.stream().map(Object::toString).collect(Collectors.joining(", ")));
      case Object text
      when kind == Kind.LONG_NAME ->
        Table.Cell.site(FunctionName.of(text.toString()), text.toString());
      case Object text -> Table.Cell.of(text.toString());
    };
  }
}
