package io.github.tracecast.predict.print;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The times of the ranks, with ranks in a row that are alike in one line. */
final class RankTable {
  /**
   * The largest difference between the figures of two ranks that count as alike, as a share of the
   * whole time.
   */
  private static final double ALIKE = 0.01;

  private final Machine machine;
  private final List<RankTimes> ranks;
  private final double alikeSeconds;
  private final TimeUnit unit;

  RankTable(Prediction prediction, TimeUnit unit) {
    this.machine = prediction.machine();
    this.ranks = prediction.replay().ranks();
    this.alikeSeconds = ALIKE * prediction.predictedSeconds();
    this.unit = unit;
  }

  /** Prints at most this number of rows, of the first and of the last ranks. */
  void print(int most, TerminalWriter out) {
    List<List<RankTimes>> groups = groups();
    String symbol = ", " + unit.symbol();
    TextTable table = new TextTable("llrrrr").least(1);
    table.heading(
        "rank",
        "node",
        "end" + symbol,
        "computation" + symbol,
        "communication" + symbol,
        "of which waiting" + symbol);
    int all = groups.size();
    int head = all <= most ? all : (most + 1) / 2;
    int tail = all <= most ? 0 : most / 2;
    groups.subList(0, head).forEach(group -> row(table, group));
    if (head + tail < all) {
      table.row("...", "", "", "", "", "");
    }
    groups.subList(all - tail, all).forEach(group -> row(table, group));
    boolean folded = all < ranks.size();
    out.println(
        Style.STRONG,
        "By rank" + (folded ? ", averages where ranks are alike within 1% of the time" : ""));
    table.print(out, PredictionText.INDENT);
  }

  private List<List<RankTimes>> groups() {
    List<List<RankTimes>> groups = new ArrayList<>();
    int first = 0;
    for (int end = 1; end <= ranks.size(); end++) {
      if (end == ranks.size() || !alike(ranks.get(first), ranks.get(end))) {
        groups.add(ranks.subList(first, end));
        first = end;
      }
    }
    return groups;
  }

  private boolean alike(RankTimes a, RankTimes b) {
    return near(a.endSeconds(), b.endSeconds())
        && near(a.computeSeconds(), b.computeSeconds())
        && near(a.callSeconds(), b.callSeconds())
        && near(a.waitSeconds(), b.waitSeconds());
  }

  private boolean near(double a, double b) {
    return Math.abs(a - b) <= alikeSeconds;
  }

  private void row(TextTable table, List<RankTimes> group) {
    int first = group.getFirst().rank();
    int last = group.getLast().rank();
    String begin = node(first);
    String end = node(last);
    table.row(
        first == last ? Integer.toString(first) : first + "-" + last,
        begin.equals(end) ? begin : begin + " to " + end,
        mean(group, RankTimes::endSeconds),
        mean(group, RankTimes::computeSeconds),
        mean(group, RankTimes::callSeconds),
        mean(group, RankTimes::waitSeconds));
  }

  private String node(int rank) {
    return machine.nodeName(machine.nodeOf(rank));
  }

  private String mean(List<RankTimes> group, ToDoubleFunction<RankTimes> seconds) {
    return unit.number(group.stream().mapToDouble(seconds).average().orElse(0));
  }
}
