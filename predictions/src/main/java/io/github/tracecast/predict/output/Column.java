package io.github.tracecast.predict.output;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One column of a table of results. JSON and CSV are written from it here; texts and pages show it
 * by its heading and kind. A column is declared once, beside the class of its rows.
 *
 * @param key its name in JSON and CSV, which ends in the unit; empty for a column that only people see
 * @param heading its name for people without the unit; empty for a column of JSON and CSV alone
 * @param kind how its values are shown
 * @param value a text, a list of texts, a whole number or a double; null if the row has none
 */
public record Column<R>(
    String key, String heading, Kind kind, Function<R, @Nullable Object> value) {

  /** How values are shown. */
  public enum Kind {
    /** Text. */
    NAME,
    /** Text that may be shortened in its middle. */
    LONG_NAME,
    /** Text that may continue on a further line. */
    WORDS,
    /** A number that names something, such as a rank. */
    NUMBER,
    /** How many. */
    COUNT,
    /** Seconds. */
    TIME,
    /** A difference of seconds, with its sign. */
    CHANGE,
    /** A share of 1, shown in per cent. */
    SHARE,
    /** A share of 1 that JSON has in per cent, too. */
    PERCENT,
    RATIO
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

  public static <R> Column<R> count(String key, String heading, ToLongFunction<R> value) {
    return new Column<>(key, heading, Kind.COUNT, value::applyAsLong);
  }

  public static <R> Column<R> time(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.TIME, value::applyAsDouble);
  }

  public static <R> Column<R> change(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.CHANGE, value::applyAsDouble);
  }

  public static <R> Column<R> share(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.SHARE, value::applyAsDouble);
  }

  /** A share that a row may lack. */
  public static <R> Column<R> optionalShare(String heading, Function<R, OptionalDouble> value) {
    return new Column<>("", heading, Kind.SHARE, row -> {
      OptionalDouble share = value.apply(row);
      return share.isPresent() ? share.getAsDouble() : null;
    });
  }

  public static <R> Column<R> percent(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.PERCENT, value::applyAsDouble);
  }

  public static <R> Column<R> ratio(String key, String heading, ToDoubleFunction<R> value) {
    return new Column<>(key, heading, Kind.RATIO, value::applyAsDouble);
  }

  /** Returns the value of a row that has one. */
  public Object valueOf(R row) {
    return Objects.requireNonNull(value.apply(row), key);
  }

  /** Writes an array with an object for each row. */
  public static <R> void write(
      List<Column<R>> columns, String name, Iterable<R> rows, JsonGenerator json) {
    JsonOutput.objects(json, name, rows, row -> write(columns, row, json));
  }

  /** Writes a row as members of an object. */
  public static <R> void write(List<Column<R>> columns, R row, JsonGenerator json) {
    for (Column<R> column : columns) {
      if (!column.key.isEmpty()) {
        column.write(row, json);
      }
    }
  }

  private void write(R row, JsonGenerator json) {
    switch (value.apply(row)) {
      case null -> json.writeNullProperty(key);
      case Long number -> json.writeNumberProperty(key, number);
      case Double number ->
        json.writeNumberProperty(key, kind == Kind.PERCENT ? 100 * number : number);
      case List<?> texts ->
        JsonOutput.texts(json, key, texts.stream().map(Object::toString).toList());
      case Object text -> json.writeStringProperty(key, text.toString());
    }
  }

  /** Returns the names of columns, as CSV has them. */
  public static <R> List<String> keys(List<Column<R>> columns) {
    return columns.stream().map(Column::key).toList();
  }

  /** Returns a row as cells of CSV. */
  public static <R> List<String> cells(List<Column<R>> columns, R row) {
    return columns.stream()
        .map(column -> column.value.apply(row))
        .map(value -> value == null ? "" : value.toString())
        .toList();
  }
}
