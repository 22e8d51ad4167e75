package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import java.util.ArrayList;
import java.util.List;

/** The HTML below a section's heading, with the charts whose frames it contains. */
public final class SectionBody extends Html {
  private final PageSection section;
  private final List<Chart> charts = new ArrayList<>();

  private SectionBody(PageSection section) {
    this.section = section;
  }

  static SectionBody of(PageSection section) {
    SectionBody body = new SectionBody(section);
    section.content().accept(body);
    return body;
  }

  /** Writes the frame of a chart. The chart becomes part of the page's data. */
  public void chart(Chart chart) {
    chart.write(this);
    charts.add(chart);
  }

  PageSection section() {
    return section;
  }

  List<Chart> charts() {
    return charts;
  }
}
