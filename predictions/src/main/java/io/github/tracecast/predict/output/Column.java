package io.github.tracecast.predict.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table of results. JSON and CSV write the column under its key; texts and pages
 * show it under its heading, in the form of its kind. A column is declared once, beside the class
 * of its rows.
 *
 * @param key the column's name in JSON and CSV, which ends in the unit; empty for a column that
 *     only people see
 * @param heading the column's name for people, without the unit; empty for a column of JSON and CSV
 *     alone
 * @param kind how its values are shown
 * @param value returns a row's value: a text, a list of texts, a whole number, a double or an
 *     {@link Amount}; null if the row has no value
 */
public record Column<R>(
    String key, String heading, Kind kind, Function<R, @Nullable Object> value) {
  /** How values are shown. */
  public enum Kind {
    /** Text. */
    NAME,
    /** The path of a call site, of which the innermost function is shown. */
    LONG_NAME,
    /** The path of a call site, which may be shortened in its middle. */
    PATH,
    /** Text that may continue on a further line. */
    WORDS,
    /** A number that names something, such as a rank. */
    NUMBER,
    /** A quantity in its own unit: an {@link Amount}, or text where there is no number. */
    QUANTITY,
    /** A number of things. */
    COUNT,
    /** Seconds. */
    TIME,
    /**
     * Short times, such as those of single calls, in their own unit, because the table's sums are
     * much longer.
     */
    SINGLE_TIME,
    /** A difference of seconds, with its sign. */
    CHANGE,
    /** A fraction of the whole, shown in per cent. */
    SHARE,
    /** A fraction of the whole, shown in per cent, even in JSON. */
    PERCENT,
    /**
     * A factor. The factor is infinite if any factor is possible; JSON and CSV then have no value.
     */
    RATIO
  }

  /**
   * A quantity as text for readers, and the number by which it is sorted.
   *
   * @param text the quantity with its unit
   */
  public record Amount(String text, double number) {
    @Override
    public String toString() {
      return text;
    }
  }

  public static <R> Column<R> name(String key, String heading, Function<R, String> value) {
    return new Column<>(key, heading, Kind.NAME, value::apply);
  }

  public static <R> Column<R> longName(String key, String heading, Function<R, String> value) {
    return new Column<>(key, heading, Kind.LONG_NAME, value::apply);
  }

  public static <R> Column<R> number(String key, String heading, ToLongFunction<R> value) {
    return new Column<>(key, heading, Kind.NUMBER, value::applyAsLong);
  }

  public static <R> Column<R> quantity(
      String key, String heading, Function<R, @Nullable Object> value) {
    return new Column<>(key, heading, Kind.QUANTITY, value);
  }

  public static <R> Column<R> count(String key, String heading, ToLongFunction<R> value) {
    return new Column<>(key, heading, Kind.COUNT, value::applyAsLong);
  }

  public static <R> Column<R> time(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.TIME, value::applyAsDouble);
  }

  public static <R> Column<R> singleTime(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.SINGLE_TIME, value::applyAsDouble);
  }

  public static <R> Column<R> change(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.CHANGE, value::applyAsDouble);
  }

  public static <R> Column<R> share(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.SHARE, value::applyAsDouble);
  }

  /** Returns a column of shares that a row may lack. */
  public static <R> Column<R> optionalShare(
      String key, String heading, Function<R, OptionalDouble> value) {
    return optional(key, heading, Kind.SHARE, value);
  }

  /** Returns a column of factors that a row may lack. */
  public static <R> Column<R> optionalRatio(
      String key, String heading, Function<R, OptionalDouble> value) {
    return optional(key, heading, Kind.RATIO, value);
  }

  private static <R> Column<R> optional(
      String key, String heading, Kind kind, Function<R, OptionalDouble> value) {
    return new Column<>(key, heading, kind, row -> {
      OptionalDouble number = value.apply(row);
      return number.isPresent() ? number.getAsDouble() : null;
    });
  }

  public static <R> Column<R> percent(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.PERCENT, value::applyAsDouble);
  }

  public static <R> Column<R> ratio(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.RATIO, value::applyAsDouble);
  }

  /** Returns the value of a row, which must not be null. */
  public Object valueOf(R row) {
    return Objects.requireNonNull(value.apply(row), key);
  }

  /**
   * Converts columns of a part of the row to columns of the row. A row without the part has no
   * values in these columns.
   */
  public static <R, P> List<Column<R>> ofPart(
      List<Column<P>> columns, Function<R, @Nullable P> part) {
    return columns.stream()
        .map(column -> new Column<R>(column.key, column.heading, column.kind, row -> {
          P found = part.apply(row);
          return found == null ? null : column.value.apply(found);
        }))
        .toList();
  }

  /** Returns the columns of several lists. */
  @SafeVarargs
  public static <R> List<Column<R>> joined(List<Column<R>>... lists) {
    List<Column<R>> columns = new ArrayList<>();
    for (List<Column<R>> list : lists) {
      columns.addAll(list);
    }
    return List.copyOf(columns);
  }

  /** Returns the columns with these headings, in this order. */
  public static <R> List<Column<R>> chosen(List<Column<R>> columns, String... headings) {
    return Arrays.stream(headings)
        .flatMap(heading -> columns.stream().filter(column -> column.heading.equals(heading)))
        .toList();
  }

  /** Returns the names of columns, as CSV has them. */
  public static <R> List<String> keys(List<Column<R>> columns) {
    return columns.stream().map(Column::key).toList();
  }

  /** Returns a row as cells of CSV. */
  public static <R> List<String> cells(List<Column<R>> columns, R row) {
    return columns.stream().map(column -> column.cell(row)).toList();
  }

  private String cell(R row) {
    Object found = value.apply(row);
    return found == null || isUnlimited(found) ? "" : found.toString();
  }

  /** Whether a value of this column is an infinite factor. */
  public boolean isUnlimited(Object found) {
    return kind == Kind.RATIO && found instanceof Double factor && Double.isInfinite(factor);
  }
}
