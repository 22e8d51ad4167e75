package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/** The times of the ranks; consecutive ranks with nearly equal times share a line. */
record RankTable(Prediction prediction, TimeUnit unit) {
  /** The times of ranks count as equal if they differ by at most this share of the whole time. */
  private static final double ALIKE = 0.01;

  /**
   * Prints at most this number of rows; if there are more rows, prints the first and the last ones.
   */
  void print(int most, TerminalWriter out) {
    List<List<RankTimes>> groups = groups();
    boolean folded = groups.size() < prediction.replay().ranks().size();
    int left = groups.size() - most;
    int head = (most + 1) / 2;
    if (left > 0) {
      groups.subList(head, head + left).clear();
    }
    TextTable table = new ShownColumns<>(columns(), unit).text(groups).least(1);
    if (left > 0) {
      table.omittedAfter(head);
    }
    out.println(
        Style.STRONG,
        "By rank"
            + (folded ? ", averages of ranks whose times are within 1% of the run time" : ""));
    table.print(out, PredictionText.INDENT);
  }

  private List<Column<List<RankTimes>>> columns() {
    List<Column<RankTimes>> times = Column.chosen(
        PredictionTables.ranks(prediction.machine()),
        "end",
        "computation",
        "communication",
        "of which waiting");
    return Column.joined(
        List.of(
            Column.name("", "rank", group -> range(group, "-", Integer::toString)),
            Column.name("", "node", group -> range(group, " to ", this::node))),
        Column.ofPart(times, RankTable::mean));
  }

  private List<List<RankTimes>> groups() {
    List<RankTimes> ranks = prediction.replay().ranks();
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
    return Math.abs(a - b) <= ALIKE * prediction.predictedSeconds();
  }

  /** The names of the first and the last rank of a group; one name if both names are equal. */
  private static String range(List<RankTimes> group, String to, IntFunction<String> name) {
    String first = name.apply(group.getFirst().rank());
    String last = name.apply(group.getLast().rank());
    return first.equals(last) ? first : first + to + last;
  }

  private String node(int rank) {
    return prediction.machine().nodeName(prediction.machine().nodeOf(rank));
  }

  private static RankTimes mean(List<RankTimes> group) {
    return new RankTimes(
        group.getFirst().rank(),
        mean(group, RankTimes::endSeconds),
        mean(group, RankTimes::computeSeconds),
        mean(group, RankTimes::callSeconds),
        mean(group, RankTimes::waitSeconds));
  }

  private static double mean(List<RankTimes> group, ToDoubleFunction<RankTimes> seconds) {
    return group.stream().mapToDouble(seconds).average().orElse(0);
  }
}
