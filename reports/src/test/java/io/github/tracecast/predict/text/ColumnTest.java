package io.github.tracecast.predict.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.output.Column;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnTest {
  record Row(
      String name,
      long messages,
      double seconds,
      double share,
      @Nullable Double gain) {}

  private static final List<Column<Row>> COLUMNS = List.of(
      Column.name("name", "name", Row::name),
      Column.count("messages", "messages", Row::messages),
      Column.time("end_seconds", "end", Row::seconds),
      Column.share("utilization", "busy", Row::share),
      Column.percent("percent_of_app", "app", Row::share),
      new Column<>("gain", "gain", Column.Kind.SHARE, Row::gain));

  private static final Row ROW = new Row("a", 1200, 0.25, 0.5, null);

  @Test
  void csvHasTheSameKeysAndExactValues() {
    assertThat(Column.keys(COLUMNS))
        .containsExactly(
            "name", "messages", "end_seconds", "utilization", "percent_of_app", "gain");
    assertThat(Column.cells(COLUMNS, ROW)).containsExactly("a", "1200", "0.25", "0.5", "0.5", "");
  }

  @Test
  void aFactorWithoutALimitHasNoValueInCsv() {
    List<Column<Row>> factor =
        List.of(Column.ratio("factor", "factor", row -> Double.POSITIVE_INFINITY));
    assertThat(Column.cells(factor, ROW)).containsExactly("");
  }

  @Test
  void columnsOfAPartHaveNoValueWhereARowLacksThePart() {
    List<Column<String>> columns = Column.ofPart(COLUMNS, text -> text.isEmpty() ? null : ROW);
    assertThat(Column.cells(columns, "")).containsOnly("");
    assertThat(Column.cells(columns, "row")).isEqualTo(Column.cells(COLUMNS, ROW));
  }

  @Test
  void columnsAreChosenByTheirHeadings() {
    assertThat(Column.keys(Column.chosen(COLUMNS, "busy", "name")))
        .containsExactly("utilization", "name");
  }

  @Test
  void jsonHasEachValueUnderTheKeyOfItsColumn() throws IOException {
    List<Column<Row>> columns = new ArrayList<>(COLUMNS);
    columns.add(Column.ratio("factor", "any", row -> Double.POSITIVE_INFINITY));
    columns.add(Column.count("", "for people alone", Row::messages));
    StringWriter json = new StringWriter();
    JsonOutput.of(members -> JsonOutput.table(members, "rows", columns, List.of(ROW)))
        .write(json);
    assertThat(json.toString().replaceAll("\\s+", " "))
        .contains(
            "{ \"name\" : \"a\", \"messages\" : 1200, \"end_seconds\" : 0.25, \"utilization\" : 0.5,"
                + " \"percent_of_app\" : 50.0, \"gain\" : null, \"factor\" : null }");
  }
}
