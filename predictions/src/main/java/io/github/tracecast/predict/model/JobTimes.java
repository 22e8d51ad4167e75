package io.github.tracecast.predict.model;

import io.github.tracecast.predict.output.Column;
import java.util.List;
import java.util.stream.Stream;

/**
 * The times of one of several jobs on a machine.
 *
 * @param job its trace
 * @param nodes number of nodes of its own
 * @param startSeconds when it starts
 * @param aloneSeconds its time from start to end, if no other job runs
 * @param togetherSeconds its time from start to end beside the other jobs
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
  public static final List<Column<JobTimes>> COLUMNS = Stream.concat(
          Stream.of(
              Column.name("job", "job", JobTimes::job),
              Column.count("ranks", "ranks", JobTimes::ranks),
              Column.count("nodes", "nodes", JobTimes::nodes),
              Column.time("start_seconds", "start", JobTimes::startSeconds)),
          RESULTS.stream())
      .toList();

  /** The time beside other jobs, divided by the time alone. */
  public double slowdown() {
    return aloneSeconds == 0 ? 1 : togetherSeconds / aloneSeconds;
  }
}
