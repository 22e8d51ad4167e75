package io.github.tracecast.predict.report;

import java.util.List;

/** A part of a page, with a heading of its own. */
interface Section {
  /** Its anchor, unique on the page. */
  String id();

  /** Its heading. */
  String title();

  /** Writes what comes below the heading. */
  void write(Html html);

  /** The charts that {@link #write} has put in place. */
  default List<Chart> charts() {
    return List.of();
  }
}
