package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reduces the detail of times in a compressed trace. It does not change the calls, the loops, or
 * which ranks and executions have separate times.
 */
public final class TimeDetail {
  private TimeDetail() {}

  /**
   * Returns the trace with its times reduced to the form of the options: none, totals, mean and
   * standard deviation, histograms with fewer bins, or equal buckets. Times that already have less
   * detail stay unchanged.
   *
   * @throws TraceException if the options ask for data that only a trace of single calls has
   */
  public static Trace reduce(Trace trace, CompressOptions options) {
    CompressOptions defaults = CompressOptions.DEFAULT;
    require(options.detail() == defaults.detail(), "`deltas-detail`", options.detail());
    require(options.window() == defaults.window(), "`window`", options.window());
    require(options.tree() == defaults.tree(), "`radix-tree`", options.tree());
    List<Event> events =
        trace.events().stream().map(event -> reduce(event, options)).toList();
    Header header = trace.header();
    return trace.with(
        events, options.deltas() == Deltas.NONE ? header.withNotes(header.warnings()) : header);
  }

  private static void require(boolean isDefault, String option, Object found) {
    if (!isDefault) {
      throw new TraceException(
          option + ": found " + found.toString().toLowerCase(Locale.ROOT)
              + " for a trace of Tracecast, which has no single calls; expected a raw trace. Leave this option out");
    }
  }

  private static Event reduce(Event event, CompressOptions options) {
    List<Delta> deltas = options.deltas() == Deltas.NONE
        ? List.of()
        : event.deltas().stream().map(delta -> reduce(delta, options)).toList();
    return new Event(event.call(), event.callSite(), event.ranks(), event.parameters(), deltas);
  }

  private static Delta reduce(Delta delta, CompressOptions options) {
    List<Distribution> byExecution =
        delta.byExecution().stream().map(each -> reduce(each, options)).toList();
    return new Delta(delta.kind(), delta.unit(), delta.after(), delta.ranks(), byExecution);
  }

  private static Distribution reduce(Distribution distribution, CompressOptions options) {
    if (options.deltas() == Deltas.MINAVGMAX) {
      return new Distribution.MinAvgMax(
          distribution.count(), distribution.min(), distribution.mean(), distribution.max());
    }
    if (!(distribution instanceof Distribution.Histogram histogram)) {
      return distribution;
    }
    if (options.deltas() == Deltas.MEANSTDDEV) {
      return Deviations.of(histogram);
    }
    List<Bin> bins = Bins.fitted(new ArrayList<>(histogram.bins()), options).bins();
    return new Distribution.Histogram(bins, histogram.extremes());
  }
}
