package io.github.tracecast.predict.text;

import io.github.tracecast.predict.output.Column;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Writes JSON reports: snake_case names, members in a fixed order, two spaces of indentation. */
public final class JsonOutput {
  private JsonOutput() {}

  /** Returns a report that is one JSON object with these members. */
  public static ReportFile.Content of(Consumer<JsonGenerator> members) {
    return writer -> write(writer, members);
  }

  /** Writes a number, or null if there is none. */
  public static void optional(JsonGenerator json, String name, OptionalDouble value) {
    if (value.isPresent()) {
      json.writeNumberProperty(name, value.getAsDouble());
    } else {
      json.writeNullProperty(name);
    }
  }

  /** Writes the threads of each rank, if there are several. */
  public static void threads(JsonGenerator json, int threads) {
    if (threads > 1) {
      json.writeNumberProperty("threads_per_rank", threads);
    }
  }

  /** Writes an array with an object for each item. */
  public static <T> void objects(
      JsonGenerator json, String name, Iterable<T> items, Consumer<T> members) {
    json.writeArrayPropertyStart(name);
    for (T item : items) {
      json.writeStartObject();
      members.accept(item);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes an array with an object for each row of a table. */
  public static <R> void table(
      JsonGenerator json, String name, List<Column<R>> columns, Iterable<R> rows) {
    objects(json, name, rows, row -> members(json, columns, row));
  }

  /** Writes a row of a table as members of an object. */
  public static <R> void members(JsonGenerator json, List<Column<R>> columns, R row) {
    for (Column<R> column : columns) {
      if (!column.key().isEmpty()) {
        member(json, column, row);
      }
    }
  }

  private static <R> void member(JsonGenerator json, Column<R> column, R row) {
    String key = column.key();
    switch (column.value().apply(row)) {
      case null -> json.writeNullProperty(key);
      case Object unlimited when column.isUnlimited(unlimited) -> json.writeNullProperty(key);
      case Long number -> json.writeNumberProperty(key, number);
      case Double number ->
        json.writeNumberProperty(key, column.kind() == Column.Kind.PERCENT ? 100 * number : number);
      case List<?> texts ->
        texts(json, key, texts.stream().map(Object::toString).toList());
      case Object text -> json.writeStringProperty(key, text.toString());
    }
  }

  /** Writes an array, with null for values that are not a number. */
  public static void numbers(JsonGenerator json, String name, double[] numbers) {
    json.writeArrayPropertyStart(name);
    for (double number : numbers) {
      if (Double.isNaN(number)) {
        json.writeNull();
      } else {
        json.writeNumber(number);
      }
    }
    json.writeEndArray();
  }

  public static void numbers(JsonGenerator json, String name, int[] numbers) {
    json.writeName(name);
    json.writeArray(numbers, 0, numbers.length);
  }

  public static void texts(JsonGenerator json, String name, Iterable<String> texts) {
    json.writeArrayPropertyStart(name);
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  private static void write(Writer writer, Consumer<JsonGenerator> members) throws IOException {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator json = factory.createGenerator(new Indented(), writer)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
    writer.write('\n');
  }

  /** Indents by two spaces and ends lines with a line feed on every operating system. */
  private static final class Indented extends ObjectWriteContext.Base {
    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return new DefaultPrettyPrinter()
          .withObjectIndenter(new DefaultIndenter("  ", "\n"))
          .withArrayIndenter(new DefaultIndenter("  ", "\n"));
    }
  }
}
