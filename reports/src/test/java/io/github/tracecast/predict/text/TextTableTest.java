package io.github.tracecast.predict.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.text.FittingText;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static String printed(TextTable table, int width) {
    StringWriter text = new StringWriter();
    try (TerminalWriter out =
        new TerminalWriter(new PrintWriter(text), () -> new Screen(false, width, false))) {
      table.print(out, "");
    }
    return text.toString();
  }

  private static TextTable table() {
    return new TextTable("srr")
        .heading("name", "computation before", "count")
        .row("a/long/path/of/a/file/that/has/a/name.c", "1.25", "7")
        .least(2, 1);
  }

  @Test
  void aTableThatFitsIsPrintedWhole() {
    assertThat(printed(table(), 80)).isEqualTo("""
        name                                     computation before  count
        a/long/path/of/a/file/that/has/a/name.c                1.25      7
        """);
  }

  @Test
  void headingsBreakBeforeNamesAreShortened() {
    assertThat(printed(table(), 60)).isEqualTo("""
                                                 computation
        name                                          before  count
        a/long/path/of/a/file/that/has/a/name.c         1.25      7
        """);
    assertThat(printed(table(), 50)).isEqualTo("""
                                        computation
        name                                 before  count
        a/long/path/o...t/has/a/name.c         1.25      7
        """);
  }

  @Test
  void keysInHeadingsBreakAfterTheirDots() {
    TextTable keys = new TextTable("rr")
        .heading("network.link_bandwidth, MB/s", "predicted, ms")
        .row("87.5", "112.1");

    assertThat(printed(keys, 30)).isEqualTo("""
               network.
        link_bandwidth,  predicted,
                   MB/s          ms
                   87.5       112.1
        """);
  }

  @Test
  void aHeadingTakesTwoLinesRatherThanThreeWhereThereIsRoom() {
    TextTable times = new TextTable("srr")
        .heading("function", "in call, ms", "app %")
        .row("exchange_with_all_neighbours (heat.c:20)", "1.25", "7.0");

    assertThat(printed(times, 50)).isEqualTo("""
                                             in call,  app
        function                                   ms    %
        exchange_with_al...ours (heat.c:20)      1.25  7.0
        """);
    assertThat(printed(times, 37)).as("names keep their least length").isEqualTo("""
                                        in
                                     call,  app
        function                        ms    %
        exchange_wit... (heat.c:20)   1.25  7.0
        """);
  }

  @Test
  void theLeastColumnsGoFirst() {
    assertThat(printed(table(), 42)).isEqualTo("""
                                       computation
        name                                before
        a/long/path/o.../has/a/name.c         1.25
        """);
  }

  @Test
  void textGoesOnInFurtherLines() {
    assertThat(
            printed(new TextTable("lw").row("key", "some words that are too many for a line"), 34))
        .isEqualTo("""
            key  some words that are too many
                 for a line
            """);
  }

  @Test
  void aChainOfCallsLosesItsOuterOnes() {
    assertThat(FittingText.shortened("exchange (heat.c:20) #2 < main (heat.c:67)", 33))
        .isEqualTo("exchange (heat.c:20) #2 ...");
    assertThat(FittingText.shortened("short", 33)).isEqualTo("short");
    assertThat(FittingText.shortened(
            "LAMMPS_NS::CommBrick::borders (liblammps.so.0+0x2b32ac) < main (lmp+0x11fd)", 30))
        .isEqualTo("LAMMPS_NS::CommBrick::borders");
    assertThat(FittingText.shortened("sendReceiveParallel (parallel.c:99) < main (CoMD.c:122)", 30))
        .as("the function and its own line")
        .isEqualTo("sendReceivePa...parallel.c:99)");
  }
}
