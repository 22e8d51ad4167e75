package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.compare.ComparisonTables;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.text.Screen;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All columns of all tables of results. */
class ResultColumnsTest {
  private static final TimeUnit TIMES = TimeUnit.of(0.002);
  private static final TimeUnit CHANGES = TimeUnit.of(0.000002);

  /** Columns with rows of a real result; none for tables whose columns alone are checked. */
  private record ResultTable<R>(List<Column<R>> columns, List<R> rows) {}

  @TempDir
  private Path folder;

  private Map<String, ResultTable<?>> tables() throws IOException, IllegalAccessException {
    Map<String, ResultTable<?>> tables = new TreeMap<>(declared());
    assertThat(tables).containsKeys("PredictionTables.SKIPS", "FitResult$Value.COLUMNS");
    PreparedTrace trace = Tracecast.read(
        Path.of(Cli.generate(folder.resolve("t"), "stencil --ranks 8 --steps 5 --compute 1e-3")));
    PredictionRequest flows = PredictionRequest.on("bluegene-l", "flows");
    Prediction prediction = Tracecast.predict(trace, flows);
    tables.put("parts", new ResultTable<>(PredictionTables.PARTS, List.of(prediction)));
    tables.put("sites", new ResultTable<>(PredictionTables.CALL_SITES, prediction.callSites()));
    tables.put(
        "links", new ResultTable<>(PredictionTables.LINKS, prediction.replay().links()));
    tables.put(
        "ranks",
        new ResultTable<>(
            PredictionTables.ranks(prediction.machine()), prediction.replay().ranks()));
    PredictionRequest loggp = PredictionRequest.on("bluegene-l", "loggp");
    Sensitivity sensitivity = Tracecast.sensitivity(trace, loggp, List.of(0.01, 0.1));
    sensitivity.chain().ifPresent(chain -> {
      tables.put(
          "path by site",
          new ResultTable<>(Sensitivity.siteColumns(chain), sensitivity.bySite(chain)));
      tables.put(
          "path by ranks",
          new ResultTable<>(Sensitivity.rankColumns(chain), sensitivity.byRanks(chain)));
    });
    tables.put("shares", new ResultTable<>(sensitivity.shareColumns(), List.of(Share.values())));
    tables.put(
        "derivatives",
        new ResultTable<>(sensitivity.derivativeColumns(), sensitivity.derivatives()));
    tables.put(
        "derivatives of points", new ResultTable<>(ShareSensitivity.derivatives(), List.of()));
    tables.put("tolerances of points", new ResultTable<>(ShareSensitivity.tolerances(), List.of()));
    MappingRanking mappings = Tracecast.map(trace, loggp, 1);
    tables.put("mappings", new ResultTable<>(mappings.columns(), mappings.ranking()));
    Comparison comparison =
        Tracecast.compare(trace, flows, PredictionRequest.on("cluster", "flows"));
    tables.put(
        "changes of sites", new ResultTable<>(ComparisonTables.SITES_IN_FULL, comparison.sites()));
    SweepResult sweep = Tracecast.sweep(
        trace,
        new SweepPlan(
            loggp, List.of(Axis.parse("network.link_bandwidth=1GBps,2GBps")), false, true));
    PointColumns points = new PointColumns(sweep);
    List<Column<Integer>> columns = new ArrayList<>(points.place());
    columns.addAll(points.figures());
    columns.addAll(points.sensitivity());
    tables.put("points", new ResultTable<>(columns, List.of(0, 1)));
    return tables;
  }

  private static JavaClasses product() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.github.tracecast.predict");
  }

  /** The tables that are constants of classes. */
  private static Map<String, ResultTable<?>> declared() throws IllegalAccessException {
    Map<String, ResultTable<?>> tables = new TreeMap<>();
    for (var type : product()) {
      for (JavaField field : type.getFields()) {
        if (hasColumns(field)) {
          Field reflected = field.reflect();
          reflected.setAccessible(true);
          String name = type.getName();
          tables.put(
              name.substring(name.lastIndexOf('.') + 1) + "." + field.getName(),
              constant(reflected));
        }
      }
    }
    return tables;
  }

  private static boolean hasColumns(JavaField field) {
    return field.getModifiers().contains(JavaModifier.STATIC)
        && field.getRawType().isEquivalentTo(List.class)
        && field.reflect().getGenericType().getTypeName().contains(Column.class.getName() + "<");
  }

  @SuppressWarnings("unchecked") // the field's type says so
  private static ResultTable<?> constant(Field field) throws IllegalAccessException {
    return new ResultTable<>((List<Column<Object>>) field.get(null), List.of());
  }

  @Test
  void eachColumnHasItsNameItsUnitAndValuesOfItsKind() throws Exception {
    tables().forEach((name, table) -> {
      assertThat(table.columns).as(name).isNotEmpty();
      table.columns.forEach(column -> check(name, column));
      isUnique(name, table.columns, Column::key);
      isUnique(name, table.columns, Column::heading);
      checkValues(name, table);
    });
  }

  private static void isUnique(
      String table, List<? extends Column<?>> columns, Function<Column<?>, String> name) {
    assertThat(columns.stream().map(name).filter(one -> !one.isEmpty()))
        .as(table)
        .doesNotHaveDuplicates();
  }

  private static void check(String table, Column<?> column) {
    String what = table + ": " + column.key() + ", " + column.heading();
    assertThat(column.key() + column.heading()).as(what).isNotEmpty();
    assertThat(column.heading()).as(what).doesNotMatch(".*(, (s|ms|us|ns)| %)");
    if (column.key().isEmpty()) {
      return;
    }
    boolean isTime = List.of(Column.Kind.TIME, Column.Kind.SINGLE_TIME, Column.Kind.CHANGE)
        .contains(column.kind());
    // keys of a machine's figures have dots
    assertThat(column.key()).as(what).matches("[a-z][a-z0-9]*+([_.][a-z0-9]++)*+");
    assertThat(column.key().matches("(.*_)?seconds(_before)?")).as(what).isEqualTo(isTime);
    assertThat(column.key().startsWith("percent_of"))
        .as(what)
        .isEqualTo(column.kind() == Column.Kind.PERCENT);
  }

  private static <R> void checkValues(String name, ResultTable<R> table) {
    for (Column<R> column : table.columns) {
      for (R row : table.rows) {
        Object value = column.value().apply(row);
        if (value != null) {
          assertThat(value)
              .as("%s: %s, %s", name, column.key(), column.heading())
              .isInstanceOfAny(types(column.kind()));
        }
      }
    }
  }

  private static Class<?>[] types(Column.Kind kind) {
    return switch (kind) {
      case NAME, LONG_NAME, PATH -> new Class<?>[] {String.class};
      case WORDS -> new Class<?>[] {String.class, List.class};
      case NUMBER -> new Class<?>[] {Long.class, String.class};
      case QUANTITY -> new Class<?>[] {Column.Amount.class, String.class, Double.class};
      case COUNT -> new Class<?>[] {Long.class, Double.class};
      case TIME, SINGLE_TIME, CHANGE, SHARE, PERCENT, RATIO -> new Class<?>[] {Double.class};
    };
  }

  /** Columns that are not constants are tried in {@link #tables}, or are made for one output alone. */
  @Test
  void everyClassThatMakesColumnsInItsMethodsIsKnown() {
    List<String> tried =
        List.of("MappingRanking", "PointColumns", "Sensitivity", "ShareSensitivity", "Spread");
    List<String> forOneOutput =
        List.of("FitCsv", "PointsSection", "RankTable", "ScalingSection", "SweepCsv");

    assertThat(product().stream()
            .flatMap(type -> type.getCodeUnitCallsFromSelf().stream())
            .filter(call -> call.getTargetOwner().isEquivalentTo(Column.class))
            .filter(call -> call.getTarget().getRawReturnType().isEquivalentTo(Column.class)
                || call.getName().equals("<init>"))
            .filter(call -> !call.getOrigin().getName().equals("<clinit>"))
            .map(call -> call.getOriginOwner())
            .filter(type -> !type.isEquivalentTo(Column.class))
            .filter(type -> type.getFields().stream().noneMatch(ResultColumnsTest::hasColumns))
            .map(JavaClass::getSimpleName)
            .distinct())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(tried.stream(), forOneOutput.stream()).toList());
  }

  @Test
  void aColumnIsInTextsAndPagesByItsHeadingAndInJsonAndCsvByItsKey() throws Exception {
    for (Map.Entry<String, ResultTable<?>> table : tables().entrySet()) {
      checkOutputs(table.getKey(), table.getValue());
    }
  }

  private static <R> void checkOutputs(String name, ResultTable<R> table) throws IOException {
    ShownColumns<R> shown = new ShownColumns<>(table.columns, TIMES, CHANGES);
    // without rows, a table has every column that it can show
    StringWriter text = new StringWriter();
    TerminalWriter wide =
        new TerminalWriter(new PrintWriter(text), () -> new Screen(false, 10_000, false));
    if (!shown.columns().isEmpty()) {
      shown.text(List.of()).print(wide, "");
    }
    wide.flush();
    Html page = new Html();
    shown.page("caption", List.of()).write(page);
    for (Column<R> column : table.columns) {
      if (!column.heading().isEmpty()) {
        String heading = column.heading() + unit(column.kind());
        assertThat("  " + text.toString().strip() + "  ").as(name).contains("  " + heading + "  ");
        String onPage = column.heading() + unit(column.kind()).replace(" %", ", %");
        assertThat(page.toString()).as(name).contains(">" + escaped(onPage) + "<");
      }
    }
    if (table.rows.isEmpty()) {
      return;
    }
    StringWriter json = new StringWriter();
    JsonOutput.of(members -> JsonOutput.table(members, "rows", table.columns, table.rows))
        .write(json);
    List<String> keys =
        Column.keys(table.columns).stream().filter(key -> !key.isEmpty()).toList();
    for (JsonNode row : new JsonMapper().readTree(json.toString()).get("rows")) {
      assertThat(row.propertyNames()).as(name).containsExactlyElementsOf(keys);
    }
    for (R row : table.rows) {
      List<String> cells = Column.cells(table.columns, row);
      assertThat(IntStream.range(0, cells.size())
              .filter(i -> table.columns.get(i).kind() == Column.Kind.TIME)
              .mapToObj(cells::get))
          .as(name)
          .allSatisfy(cell -> assertThat(cell).matches("|[-+.0-9E]++"));
    }
  }

  /** What a heading says behind its name. */
  private static String unit(Column.Kind kind) {
    return switch (kind) {
      case TIME -> ", " + TIMES.symbol();
      case SINGLE_TIME -> ", s"; // the unit of the longest time, of which there is none
      case CHANGE -> ", " + CHANGES.symbol();
      case SHARE, PERCENT -> " %";
      case NAME, LONG_NAME, PATH, WORDS, NUMBER, QUANTITY, COUNT, RATIO -> "";
    };
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
