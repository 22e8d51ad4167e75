package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import java.util.List;

/** A part of a page with a heading. */
public abstract class PageSection {
  private final String id;
  private final String title;

  /**
   * @param id its anchor, unique on the page
   * @param title its heading
   */
  protected PageSection(String id, String title) {
    this.id = id;
    this.title = title;
  }

  final String id() {
    return id;
  }

  protected final String title() {
    return title;
  }

  /** Writes the content below the heading. */
  public abstract void write(Html html);

  /** Whether the section is empty; the page then leaves it out. */
  public boolean isEmpty() {
    return false;
  }

  /** Returns the charts for the frames that {@link #write} has written. */
  public List<Chart> charts() {
    return List.of();
  }
}
