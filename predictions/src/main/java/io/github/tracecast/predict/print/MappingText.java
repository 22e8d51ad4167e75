package io.github.tracecast.predict.print;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.Numbers.TimeUnit;
import io.github.tracecast.predict.text.TextTable;
import java.io.PrintWriter;
import java.util.Locale;

/** A ranking of mappings for people. */
public final class MappingText {
  private final MappingRanking result;
  private final PrintWriter out;

  public MappingText(MappingRanking result, PrintWriter out) {
    this.result = result;
    this.out = out;
  }

  /** Prints the fastest mapping. */
  public void headline() {
    MappingRanking.Ranked best = result.best();
    MappingRanking.Ranked own = result.own();
    out.println("Fastest mapping: " + best.name() + ", "
        + Numbers.time(best.predictedSeconds()) + " until the last rank ends, "
        + percent(best.predictedSeconds(), own.predictedSeconds()) + "% of " + result.asked()
        + "'s " + Numbers.time(own.predictedSeconds()));
  }

  /** Prints all mappings. */
  public void print(String engine, String computation) {
    headline();
    out.println("Engine: " + engine);
    MappingRanking.Ranked own = result.own();
    TimeUnit unit = TimeUnit.of(own.predictedSeconds());
    out.println("Computation: " + computation);
    TextTable table = new TextTable("lrrrrl");
    table.row("mapping", "time, " + unit.symbol(), "%", "bytes x hops", "hops per byte", "same as");
    for (MappingRanking.Ranked one : result.ranking()) {
      table.row(
          one.name(),
          unit.number(one.predictedSeconds()),
          percent(one.predictedSeconds(), own.predictedSeconds()),
          String.format(Locale.ROOT, "%,.0f", one.bytesTimesHops()),
          Numbers.decimals(result.hopsOfByte(one)),
          String.join(", ", one.sameAs()));
    }
    out.println();
    table.print(out, "  ");
  }

  private static String percent(double seconds, double of) {
    return of == 0 ? "-" : Numbers.percent(seconds / of);
  }
}
