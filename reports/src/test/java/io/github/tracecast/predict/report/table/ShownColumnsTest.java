package io.github.tracecast.predict.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
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

  @Test
  void aPageHasTheSameColumnsWithTheirUnits() {
    Html page = new Html();
    new ShownColumns<>(COLUMNS, TimeUnit.of(0.25)).page("Ranks", RANKS).write(page);
    assertThat(page.toString())
        .contains("end, ms</th>", "change, ms</th>", "busy %</th>", "same as</th>")
        .contains("value=\"0.25\">250.0<", "value=\"1200\">1200<")
        .doesNotContain("level", "torus");
  }
}
