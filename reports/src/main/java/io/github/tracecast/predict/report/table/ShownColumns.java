package io.github.tracecast.predict.report.table;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.output.Column.Kind;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
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

  /** A long table is one with more rows than a screen shows. */
  private static final int LONG = 16;

  /** Returns the rows as a table for text. */
  public TextTable text(List<R> rows) {
    return filled(rows).table(rows);
  }

  private TextTable table(List<R> rows) {
    TextTable table =
        new TextTable(columns.stream().map(ShownColumns::letter).collect(Collectors.joining()));
    boolean sameUnit = changes.symbol().equals(times.symbol());
    table.heading(columns.stream()
        .map(column -> column.kind() == Kind.CHANGE && sameUnit
            ? column.heading()
            : heading(column, rows, " %"))
        .toArray(String[]::new));
    Map<String, String> functions = functions(rows);
    List<List<String>> shown =
        columns.stream().map(column -> texts(column, rows, functions)).toList();
    for (int row = 0; row < rows.size(); row++) {
      int at = row;
      table.row(shown.stream().map(texts -> texts.get(at)).toArray(String[]::new));
    }
    return table;
  }

  /** Returns the rows as a table for a page. The reader can sort the rows. */
  public Table page(String caption, List<R> rows) {
    return page(caption, rows, functions(rows));
  }

  /**
   * Writes the rows as a table for a page. The small rows of a long table are folded below it.
   *
   * @param noun the noun of a row
   * @param small describes the small rows after their number and the noun
   */
  public void writePage(
      Html html, String caption, List<R> rows, Predicate<R> isSmall, String noun, String small) {
    Map<String, String> functions = functions(rows);
    List<R> folded =
        rows.size() <= LONG ? List.of() : rows.stream().filter(isSmall).toList();
    if (folded.isEmpty() || folded.size() == rows.size()) {
      page(caption, rows, functions).write(html);
      return;
    }
    page(caption, rows.stream().filter(isSmall.negate()).toList(), functions).write(html);
    page(Numbers.counted(folded.size(), noun) + small, folded, functions).writeFolded(html);
  }

  private Table page(String caption, List<R> rows, Map<String, String> functions) {
    List<Column<R>> filled = filled(rows).columns;
    Table table = Table.sortable(
        caption,
        filled.stream().map(column -> heading(column, rows, ", %")).toArray(String[]::new));
    List<TimeUnit> single = filled.stream().map(column -> single(column, rows)).toList();
    for (R row : rows) {
      table.row(IntStream.range(0, filled.size())
          .mapToObj(i -> cell(
              filled.get(i).kind(), filled.get(i).value().apply(row), single.get(i), functions))
          .toArray(Table.Cell[]::new));
    }
    return table;
  }

  /** The shown name of each call site's path. */
  private Map<String, String> functions(List<R> rows) {
    List<String> paths = columns.stream()
        .filter(column -> column.kind() == Kind.LONG_NAME)
        .flatMap(column -> rows.stream().map(column.value()))
        .filter(Objects::nonNull)
        .map(Object::toString)
        .distinct()
        .toList();
    List<String> names = FunctionName.withCallers(paths);
    return IntStream.range(0, paths.size())
        .boxed()
        .collect(Collectors.toMap(paths::get, names::get));
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

  private String heading(Column<R> column, List<R> rows, String percent) {
    return switch (column.kind()) {
      case TIME -> column.heading() + ", " + times.symbol();
      case SINGLE_TIME -> column.heading() + ", " + single(column, rows).symbol();
      case CHANGE -> column.heading() + ", " + changes.symbol();
      case SHARE, PERCENT -> column.heading() + percent;
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

  private List<String> texts(Column<R> column, List<R> rows, Map<String, String> functions) {
    if (column.kind() == Kind.SINGLE_TIME) {
      return texts(column, rows, single(column, rows));
    }
    return rows.stream()
        .map(row -> column.value().apply(row))
        .map(value ->
            value == null ? "-" : cell(column.kind(), value, times, functions).text())
        .toList();
  }

  /** The texts of a column of single times, with more digits if the unit's usual digits of a time would all be zero. */
  private List<String> texts(Column<R> column, List<R> rows, TimeUnit single) {
    double[] seconds = rows.stream()
        .map(column.value())
        .mapToDouble(value -> value instanceof Double number ? number : 0)
        .toArray();
    int decimals = Arrays.stream(seconds).anyMatch(single::isLost)
        ? single.decimalsFor(Arrays.stream(seconds))
        : single.decimals();
    return rows.stream()
        .map(row -> column.value().apply(row) instanceof Double number
            ? single.number(number, decimals)
            : "-")
        .toList();
  }

  private Table.Cell cell(
      Kind kind, @Nullable Object value, TimeUnit single, Map<String, String> functions) {
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
        Table.Cell.site(Objects.requireNonNull(functions.get(text.toString())), text.toString());
      case Object text -> Table.Cell.of(text.toString());
    };
  }
}
