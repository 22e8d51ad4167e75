package io.github.tracecast.predict.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShownColumnsTest {
  record Rank(int number, String name, double seconds, double change, double share) {}

  private static final List<Column<Rank>> COLUMNS = List.of(
      Column.number("rank", "rank", Rank::number),
      Column.name("level", "", Rank::name),
      Column.time("end_seconds", "end", Rank::seconds),
      Column.change("change_seconds", "change", Rank::change),
      Column.share("share", "busy", Rank::share),
      new Column<>("same_as", "same as", Column.Kind.WORDS, rank -> List.of("x", "y")));

  private static final List<Rank> RANKS = List.of(new Rank(1200, "torus", 0.25, -0.0013, 0.5));

  private static String text(TimeUnit changes) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    new ShownColumns<>(COLUMNS, TimeUnit.of(0.25), changes).text(RANKS).print(out, "");
    out.flush();
    return text.toString();
  }

  @Test
  void textNamesTheUnitOfChangesWhereItDiffers() {
    assertThat(text(TimeUnit.of(0.25))).isEqualTo("""
        rank  end, ms  change  busy %  same as
        1200    250.0    -1.3    50.0  x, y
        """);
    assertThat(text(TimeUnit.of(0.0009))).contains("end, ms  change, us").contains("-1,300");
  }

  /** The rows are call sites of one function, of which the second is half as long as the first, and so on. */
  private static String sites(int number) {
    record Site(String path, double seconds) {}

    List<Column<Site>> columns = List.of(
        Column.longName("name", "function", Site::path),
        Column.time("seconds", "time", Site::seconds));
    Html page = new Html();
    new ShownColumns<>(columns, TimeUnit.of(1))
        .writePage(
            page,
            "Sites",
            IntStream.range(0, number)
                .mapToObj(site ->
                    new Site("void send(int) (a.c:9) < f" + site + " (b.c:1)", Math.pow(0.5, site)))
                .toList(),
            site -> site.seconds() < 0.01,
            "call site",
            " with less than 1% of the time each");
    return page.toString();
  }

  @Test
  void callSitesOfOneFunctionAreToldByTheirCallers() {
    assertThat(sites(2))
        .contains(
            ">send &lt; f0<", ">send &lt; f1<", "title=\"void send(int) (a.c:9) &lt; f1 (b.c:1)\"")
        .doesNotContain(">send (a.c:9)<");
    assertThat(sites(1)).contains(">send (a.c:9)<");
  }

  @Test
  void smallRowsOfALongTableAreFolded() {
    assertThat(sites(16)).doesNotContain("<details>").containsOnlyOnce("<table");
    assertThat(sites(17).split("<details>"))
        .hasSize(2)
        .satisfies(
            parts -> assertThat(parts[0]).contains("f6<").doesNotContain("f7<"),
            parts -> assertThat(parts[1])
                .contains("<summary>10 call sites with less than 1% of the time each</summary>")
                .contains("f7<", "f16<"));
  }

  @Test
  void aPageHasTheSameColumnsWithTheirUnits() {
    Html page = new Html();
    new ShownColumns<>(COLUMNS, TimeUnit.of(0.25)).page("Ranks", RANKS).write(page);
    assertThat(page.toString())
        .contains("end, ms</th>", "change, ms</th>", "busy, %</th>", "same as</th>")
        .contains("value=\"0.25\">250.0<", "value=\"1200\">1200<")
        .doesNotContain("level", "torus");
  }
}
