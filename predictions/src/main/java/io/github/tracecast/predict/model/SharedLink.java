package io.github.tracecast.predict.model;

import io.github.tracecast.predict.output.Column;
import java.util.List;

/**
 * A link that messages of several jobs cross. If routes are adaptive, the routes of jobs that run
 * alone decide.
 *
 * @param level level of the link, such as node or global
 * @param jobs the jobs, the one with the most bytes first
 * @param bytes payload of all jobs
 * @param utilization the link's busy time while all jobs run, divided by the time of the run
 */
public record SharedLink(
    String link, String level, List<String> jobs, long bytes, double utilization) {
  /** The columns for a link in tables and JSON. */
  public static final List<Column<SharedLink>> COLUMNS = List.of(
      Column.name("link", "link", SharedLink::link),
      Column.name("level", "level", SharedLink::level),
      Column.count("bytes", "bytes", SharedLink::bytes),
      Column.share("utilization", "utilization", SharedLink::utilization),
      new Column<>("jobs", "jobs", Column.Kind.WORDS, SharedLink::jobs));

  public SharedLink {
    jobs = List.copyOf(jobs);
  }
}
