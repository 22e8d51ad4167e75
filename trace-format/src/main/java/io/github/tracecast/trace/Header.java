package io.github.tracecast.trace;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of the whole trace.
 *
 * @param ranks size of MPI_COMM_WORLD, 1 to {@link RankList#MAX_RANKS}
 * @param threads number of threads of a rank that run at the same time, at least 1; the median over
 *     the ranks
 * @param flops whether {@link Unit#INSTRUCTIONS} counts floating point operations
 * @param requestRing number of a rank's most recent requests that an event can refer to, at least 1
 * @param origin the program that made the trace and its input; may be empty
 * @param notes notes of the program that made the trace, such as warnings, one line each
 * @param provenance where and how the run was recorded; empty for traces of other tools
 */
public record Header(
    int ranks,
    int threads,
    boolean flops,
    int requestRing,
    String origin,
    List<String> notes,
    Optional<Provenance> provenance) {
  /** The beginning of a note with the reason why a trace cannot be replayed. */
  public static final String NOT_REPLAYABLE = "cannot be replayed: ";

  /**
   * The beginning of a note with the confidence interval of the computation in an extrapolated
   * trace.
   */
  private static final String COMPUTE_INTERVAL = "95% interval of extrapolated computation: +- ";

  private static final Pattern COMPUTE_INTERVAL_NOTE =
      Pattern.compile(Pattern.quote(COMPUTE_INTERVAL) + "([0-9]{1,9}(?:\\.[0-9]{1,9})?)%");

  /** The beginning of a note that states from which recordings a trace was extrapolated. */
  private static final String EXTRAPOLATED = "extrapolated to ";

  /** The beginning of a note that states for which iterations the trace has times. */
  private static final String TIMES = "times: ";

  /**
   * The beginning of a note with the ranks that {@code retime} measured alone. Such a trace has the
   * times of these ranks on all ranks.
   */
  private static final String MEASURED_ALONE = "measured alone on rank ";

  /** The words of such a note between the ranks and the counter that measured their times. */
  private static final String WITH_COUNTER = " with counter ";

  public Header {
    Objects.requireNonNull(origin);
    notes = List.copyOf(notes);
    Objects.requireNonNull(provenance);
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw TraceException.at("header", ranks + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    if (threads < 1 || threads > Provenance.MAX_PROCESSORS) {
      throw TraceException.at("header", threads + " threads", "1 to " + Provenance.MAX_PROCESSORS);
    }
    if (requestRing < 1) {
      throw TraceException.at("header", "request ring of " + requestRing, "at least 1");
    }
  }

  /** Creates a header for ranks with one thread and without provenance. */
  public Header(int ranks, int requestRing, String origin, List<String> notes) {
    this(ranks, 1, false, requestRing, origin, notes, Optional.empty());
  }

  /**
   * Returns the MPI library of the recorded run, such as {@code Open MPI 4.1.4}; empty if unknown.
   */
  public String mpi() {
    return provenance.map(Provenance::mpi).orElse("");
  }

  /** Returns the same header with other notes. */
  public Header withNotes(List<String> others) {
    return new Header(ranks, threads, flops, requestRing, origin, others, provenance);
  }

  /** Returns the same header with a provenance. */
  public Header withProvenance(Provenance known) {
    return new Header(ranks, threads, flops, requestRing, origin, notes, Optional.of(known));
  }

  /** Returns the same header with another number of threads per rank. */
  public Header withThreads(int number) {
    return new Header(ranks, number, flops, requestRing, origin, notes, provenance);
  }

  /** Returns the same header with the median of the ranks' numbers of threads. */
  public Header withThreadsOf(int... ranks) {
    int[] sorted = Arrays.stream(ranks).sorted().toArray();
    return withThreads(sorted.length == 0 ? 1 : sorted[sorted.length / 2]);
  }

  /**
   * Returns the same header with the unit of counted work: floating point operations if {@code
   * counted}, otherwise instructions.
   */
  public Header withFlops(boolean counted) {
    return new Header(ranks, threads, counted, requestRing, origin, notes, provenance);
  }

  /** Returns the same header with one more note. */
  public Header with(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return withNotes(more);
  }

  /**
   * Returns the same header with a note that the trace was extrapolated.
   *
   * @param text the ranks, their layout and the recordings, such as {@code 64 ranks (8 x 8) from
   *     recordings on 4, 16}
   */
  public Header withExtrapolation(String text) {
    return with(EXTRAPOLATED + text);
  }

  /** Returns the note that states from which recordings the trace was extrapolated; empty if it was recorded. */
  public Optional<String> extrapolation() {
    return notes.stream().filter(note -> note.startsWith(EXTRAPOLATED)).findFirst();
  }

  /**
   * Returns the same header with the confidence interval of an extrapolated trace's computation.
   *
   * @param halfWidth half of the 95% interval, as a share of the computation
   */
  public Header withComputeInterval(double halfWidth) {
    BigDecimal percent = BigDecimal.valueOf(100 * halfWidth).round(new MathContext(3));
    return with(COMPUTE_INTERVAL + percent.toPlainString() + "%");
  }

  /**
   * Returns half the width of the 95% confidence interval of an extrapolated trace's computation,
   * as a share of the computation; empty if unknown. A note stores this value.
   */
  public OptionalDouble computeInterval() {
    return notes.stream()
        .map(COMPUTE_INTERVAL_NOTE::matcher)
        .filter(Matcher::matches)
        .mapToDouble(interval -> Double.parseDouble(interval.group(1)) / 100)
        .findFirst();
  }

  /**
   * Returns the same header with a note that states for which iterations the trace has times.
   *
   * @param kept number of iterations whose times the trace has
   * @param known number of iterations with recorded times, counted from the first iteration
   * @param all total number of iterations; 0 if the run has none
   * @param off the largest relative difference between the duration with the kept times and with
   *     all recorded times
   */
  public Header withTimes(int kept, int known, int all, double off) {
    BigDecimal percent = BigDecimal.valueOf(100 * off).setScale(1, RoundingMode.UP);
    return with(TIMES
        + (kept < all
            ? kept + " representative iterations of "
                + (known < all ? "the first " + known + " of " : "") + all
            : "all " + all + " iterations")
        + ", run time within "
        + percent.toPlainString()
        + "%");
  }

  /**
   * Returns the same header with a note that all times were measured on ranks that ran alone.
   *
   * @param ranks the ranks, separated by blanks
   * @param counter the name of the counter that measured the times
   */
  public Header withTimesOf(String ranks, String counter) {
    return withNotes(warnings())
        .with(TIMES
            + times().map(form -> form + ", ").orElse("")
            + MEASURED_ALONE
            + ranks
            + WITH_COUNTER
            + counter);
  }

  /**
   * Returns the counter that measured all times on ranks that ran alone; empty if no counter did,
   * or if it is unknown.
   */
  public Optional<String> counterOfTimes() {
    return times()
        .filter(form -> form.contains(MEASURED_ALONE) && form.contains(WITH_COUNTER))
        .map(form -> form.substring(form.lastIndexOf(WITH_COUNTER) + WITH_COUNTER.length()));
  }

  /** Whether all times were measured on ranks that ran alone. */
  public boolean isTimedAlone() {
    return times().filter(form -> form.contains(MEASURED_ALONE)).isPresent();
  }

  /**
   * Returns the note that states for which iterations the trace has times; empty if the trace has
   * averages over iterations.
   */
  public Optional<String> times() {
    return notes.stream()
        .filter(Header::isTimes)
        .map(note -> note.substring(TIMES.length()))
        .findFirst();
  }

  private static boolean isTimes(String note) {
    return note.startsWith(TIMES);
  }

  /** Returns the notes that are warnings. Notes that describe times are not warnings. */
  public List<String> warnings() {
    return notes.stream().filter(note -> !isTimes(note)).toList();
  }

  /** Returns the reason why the trace cannot be replayed; empty if the notes have no such reason. */
  public Optional<String> notReplayable() {
    return notes.stream().filter(note -> note.startsWith(NOT_REPLAYABLE)).findFirst();
  }
}
