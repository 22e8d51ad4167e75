package io.github.tracecast.predict.compare;

import io.github.tracecast.predict.compare.Comparison.RankChange;
import io.github.tracecast.predict.compare.Comparison.SiteChange;
import io.github.tracecast.predict.output.Column;
import java.util.List;

/** The columns of a comparison's tables. In JSON, a call site's values are objects {@code a} and {@code b}. */
public final class ComparisonTables {
  /** The columns of a call site's change, average per rank. */
  public static final List<Column<SiteChange>> SITES = List.of(
      new Column<>(
          "site",
          "site",
          Column.Kind.NUMBER,
          site -> site.number().isEmpty() ? null : (long) site.number().getAsInt()),
      Column.longName("name", "function", SiteChange::name),
      Column.name("call", "call", SiteChange::call),
      Column.time("", "A", site -> site.a().callSeconds()),
      Column.time("", "B", site -> site.b().callSeconds()),
      Column.change("", "change", SiteChange::callChange),
      Column.change("", "computation change", SiteChange::computeChange),
      Column.percent("", "of changes", SiteChange::shareOfMoves),
      Column.percent("", "A of run", site -> site.a().ofRun()),
      Column.percent("", "B of run", site -> site.b().ofRun()));

  /** {@link #SITES}, followed by the columns of waiting and counts, for which a line of text is too short. */
  public static final List<Column<SiteChange>> SITES_IN_FULL = Column.joined(
      SITES,
      List.of(
          Column.change(
              "", "waiting change", site -> site.b().waitSeconds() - site.a().waitSeconds()),
          Column.count("", "calls in A", site -> site.a().calls()),
          Column.count("", "calls in B", site -> site.b().calls())));

  /** The columns of the change of a rank's end time. */
  public static final List<Column<RankChange>> RANKS = List.of(
      Column.number("rank", "rank", RankChange::rank),
      Column.time("a_end_seconds", "A ends", RankChange::aEndSeconds),
      Column.time("b_end_seconds", "B ends", RankChange::bEndSeconds),
      Column.change("change_seconds", "change", RankChange::change));

  private ComparisonTables() {}
}
