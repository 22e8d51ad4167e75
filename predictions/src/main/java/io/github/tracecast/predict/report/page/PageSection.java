package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import java.util.List;

/** A part of a page with a heading. */
public interface PageSection {
  /** Its anchor, unique on the page. */
  String id();

  /** Its heading. */
  String title();

  /** Writes the content below the heading. */
  void write(Html html);

  /** Whether the section is empty; the page then leaves it out. */
  default boolean isEmpty() {
    return false;
  }

  /** Returns the charts for the frames that {@link #write} has written. */
  default List<Chart> charts() {
    return List.of();
  }
}
