package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.LongSequence;
import java.io.IOException;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of numbers in the recorder's form: the first number, then runs of equal differences
 * between successive numbers, which are called steps. The runs between the first and the last run
 * are periodic, and the file has one period of these runs. A sequence may continue chunks that were
 * written before.
 *
 * @param chunk the number of the last chunk before this sequence, from 1; 0 if there is none
 * @param complete the number of runs between the first run and the last
 * @param steps the steps of one period
 * @param counts the number of repetitions of each step
 */
record RunSequence(
    int chunk,
    long first,
    long headStep,
    long headCount,
    long complete,
    long[] steps,
    long[] counts,
    long openStep,
    long openCount) {

  /** The most numbers to which all parameters of a rank may expand together. */
  static final long MOST = 1 << 27;

  /** Counts how many numbers may still be expanded. */
  static final class Budget {
    private long left = MOST;

    void take(long numbers, LogBytes log) {
      if (numbers < 0 || numbers > left) {
        throw log.fault(
            "more than " + MOST + " values without a pattern",
            "fewer values without a pattern in all calls of a rank");
      }
      left -= numbers;
    }
  }

  /** @param chunks the number of chunks that the log defines */
  static RunSequence read(LogBytes log, int chunks) throws IOException {
    return live(log, log.index("chunk", chunks + 1L));
  }

  static RunSequence live(LogBytes log, int chunk) throws IOException {
    long first = log.signed();
    long headCount = log.amount("steps:", Long.MAX_VALUE);
    long headStep = headCount > 0 ? log.signed() : 0;
    long complete = log.amount("runs:", Long.MAX_VALUE);
    int period = complete > 0 ? log.count("runs of a period:") : 0;
    if (complete > 0 && (period == 0 || period > complete)) {
      throw log.fault(
          "a period of " + period + " runs", "1 to " + complete + ", as many as there are");
    }
    long[] steps = new long[period];
    long[] counts = new long[period];
    for (int i = 0; i < period; i++) {
      counts[i] = log.amount("steps:", Long.MAX_VALUE);
      steps[i] = counts[i] > 0 ? log.signed() : 0;
      if (counts[i] == 0) {
        throw log.fault("an empty run", "at least one");
      }
    }
    long openCount = log.amount("steps:", Long.MAX_VALUE);
    long openStep = openCount > 0 ? log.signed() : 0;
    return new RunSequence(
        chunk, first, headStep, headCount, complete, steps, counts, openStep, openCount);
  }

  /**
   * Appends the numbers after applying a function to each number.
   *
   * @param to the sequence to append to; null for a new sequence
   * @return the sequence with the numbers appended
   */
  LongSequence appendTo(
      @Nullable LongSequence to, LongUnaryOperator change, Budget budget, LogBytes log) {
    Writer writer = new Writer(to, first, change, budget, log);
    writer.run(headStep, headCount);
    if (complete > 0) {
      long periods = complete / steps.length;
      long net = 0;
      for (int i = 0; i < steps.length; i++) {
        net += steps[i] * counts[i];
      }
      boolean recurs = to == null && net == 0 && periods > Writer.SPELLED;
      writer.periods(this, recurs ? Writer.SPELLED : periods);
      if (recurs && !writer.repeat(this, periods - Writer.SPELLED)) {
        writer.periods(this, periods - Writer.SPELLED);
      }
      for (int i = 0; i < complete % steps.length; i++) {
        writer.run(steps[i], counts[i]);
      }
    }
    writer.run(openStep, openCount);
    return writer.to;
  }

  private static final class Writer {
    /** The number of periods that are expanded before the remaining periods are appended without expansion. */
    static final long SPELLED = 3;

    private final LongUnaryOperator change;
    private final Budget budget;
    private final LogBytes log;
    private final LongSequence to;
    private long last;

    /** Creates a writer and writes the first number. */
    Writer(
        @Nullable LongSequence to,
        long first,
        LongUnaryOperator change,
        Budget budget,
        LogBytes log) {
      this.change = change;
      this.budget = budget;
      this.log = log;
      if (to == null) {
        budget.take(1, log);
        this.last = first;
        this.to = new LongSequence(change.applyAsLong(first));
      } else {
        this.to = to;
        run(first, 1);
      }
    }

    void run(long step, long count) {
      if (step == 0 && to.isConstant()) {
        to.append(change.applyAsLong(last), count);
        return;
      }
      budget.take(count, log);
      for (long i = 0; i < count; i++) {
        last += step;
        to.append(change.applyAsLong(last));
      }
    }

    void periods(RunSequence runs, long periods) {
      for (long left = periods; left > 0; left--) {
        for (int i = 0; i < runs.steps.length; i++) {
          run(runs.steps[i], runs.counts[i]);
        }
      }
    }

    /**
     * Appends a number of periods without expanding them. Returns false if the numbers so far do
     * not repeat with this period.
     */
    boolean repeat(RunSequence runs, long periods) {
      long numbers = 0;
      for (long count : runs.counts) {
        numbers = Math.addExact(numbers, count);
      }
      if (to.period() > numbers) {
        return false;
      }
      to.repeatTo(Math.addExact(to.length(), Math.multiplyExact(numbers, periods)));
      return true;
    }
  }
}
