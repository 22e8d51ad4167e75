package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.JobTimes;
import io.github.tracecast.predict.model.SharedLink;
import io.github.tracecast.predict.model.SideBySide;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;

/** The times of each job, alone and beside the other jobs, and the links that jobs share. */
final class JobsSection extends PageSection {
  private final SideBySide jobs;
  private final TimeUnit unit;

  JobsSection(SideBySide jobs) {
    super("jobs", "Jobs");
    this.jobs = jobs;
    this.unit = TimeUnit.of(
        jobs.jobs().stream().mapToDouble(JobTimes::togetherSeconds).max().orElse(0));
  }

  @Override
  public void write(Html html) {
    new ShownColumns<>(JobTimes.COLUMNS, unit)
        .page("Time of each job from its start to its end", jobs.jobs())
        .write(html);
    jobs.background().forEach(words -> html.element("p", "Background: " + words + "."));
    if (jobs.links().isEmpty()) {
      html.element("p", SideBySide.NO_LINKS);
      return;
    }
    List<SharedLink> shown =
        jobs.links().stream().limit(PredictionReport.MOST_ROWS).toList();
    new ShownColumns<>(SharedLink.COLUMNS, unit)
        .page(
            Table.caption(
                shown.size(),
                jobs.links().size(),
                "Links where jobs meet",
                "links with most bytes"),
            shown)
        .write(html);
  }
}
