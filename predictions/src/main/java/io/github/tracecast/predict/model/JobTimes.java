package io.github.tracecast.predict.model;

import io.github.tracecast.predict.output.Column;
import java.util.List;

/**
 * The times of one of several jobs on a machine.
 *
 * @param job the name of the job's trace
 * @param nodes number of nodes of the job
 * @param startSeconds when the job starts
 * @param aloneSeconds time from its start to its end if no other job runs
 * @param togetherSeconds time from its start to its end beside the other jobs
 */
public record JobTimes(
    String job,
    int ranks,
    int nodes,
    double startSeconds,
    double aloneSeconds,
    double togetherSeconds) {
  /** The columns of a job's results. */
  public static final List<Column<JobTimes>> RESULTS = List.of(
      Column.time("alone_seconds", "alone", JobTimes::aloneSeconds),
      Column.time("together_seconds", "together", JobTimes::togetherSeconds),
      Column.ratio("slowdown", "slowdown", JobTimes::slowdown));

  /** The columns for a job in tables and JSON. */
  public static final List<Column<JobTimes>> COLUMNS = Column.joined(
      List.of(
          Column.name("job", "job", JobTimes::job),
          Column.count("ranks", "ranks", JobTimes::ranks),
          Column.count("nodes", "nodes", JobTimes::nodes),
          Column.time("start_seconds", "start", JobTimes::startSeconds)),
      RESULTS);

  /** The time beside other jobs, divided by the time alone. */
  public double slowdown() {
    return aloneSeconds == 0 ? 1 : togetherSeconds / aloneSeconds;
  }
}
