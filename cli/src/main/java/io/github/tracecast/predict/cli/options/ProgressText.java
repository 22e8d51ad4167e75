package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.cli.serve.Session;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;

/** The text of a {@link ProgressDisplay}. */
final class ProgressText {
  private static final double PER_NANO = 1e-9;

  /** The share of the work that must be finished before the remaining time is estimated. */
  private static final double LEAST_SHARE_TO_ESTIMATE = 0.05;

  private static final String BYTES = "bytes";

  private final String task;
  private volatile String unit;
  private volatile long total;

  /** @param total the whole work in units, -1 if it is not known */
  ProgressText(String task, String unit, long total) {
    this.task = task;
    this.unit = unit;
    this.total = total;
  }

  void expect(long whole) {
    total = whole;
  }

  /** Sets the size of the whole work to a number of bytes. */
  void expectBytes(long bytes) {
    unit = BYTES;
    total = bytes;
  }

  /**
   * Returns the line for an amount of finished work and its time in ns, such as {@code Replaying:
   * 25% of 4,000 calls, 10 s, about 30 s left}.
   */
  String line(long done, long nanos) {
    String soFar = duration(nanos * PER_NANO);
    if (total <= 0) {
      return task + ": " + Numbers.counted(done, singular()) + ", " + soFar;
    }
    return task + ": " + percent(done) + "% of " + whole() + ", " + soFar
        + (canEstimate(done) ? ", about " + duration(left(done, nanos)) + " left" : "");
  }

  /** Reports an amount of finished work to the client of a session. */
  void send(Session session, long done) {
    session.progress(task, unit, done, total);
  }

  /** Returns the line that names a faster engine. */
  String hint(long done, long nanos, String engine, EngineChoice.Faster faster) {
    String state = total <= 0 || !canEstimate(done)
        ? task + " with engine " + engine + " takes more than " + duration(nanos * PER_NANO)
        : task + " with engine " + engine + ": " + percent(done) + "% done after "
            + duration(nanos * PER_NANO) + ", about " + duration(left(done, nanos)) + " left";
    return "note: " + state + "; " + Arguments.asOptions(faster.options()) + " is faster: "
        + faster.leavesOut();
  }

  private String whole() {
    return unit.equals(BYTES) ? Numbers.bytes(total) : Numbers.counted(total, singular());
  }

  private String singular() {
    return unit.substring(0, unit.length() - 1);
  }

  private long percent(long done) {
    return Math.clamp(Math.round(100.0 * done / total), 0, 100);
  }

  /** Whether enough work is done to estimate the remaining time. The first calls are slower than later calls. */
  private boolean canEstimate(long done) {
    return done >= LEAST_SHARE_TO_ESTIMATE * total;
  }

  private double left(long done, long nanos) {
    return Math.max(0, (double) (total - done) / done * nanos * PER_NANO);
  }

  /** Returns a duration in whole seconds, or from ten minutes on in whole minutes. */
  private static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole >= 600) {
      whole = 60 * Math.round(seconds / 60);
    }
    return whole < 60 ? whole + " s" : Numbers.time(whole);
  }
}
