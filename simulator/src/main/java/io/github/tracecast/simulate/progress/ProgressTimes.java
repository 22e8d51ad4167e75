package io.github.tracecast.simulate.progress;

import io.github.tracecast.simulate.state.StateSink;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Tracks the times at which ranks make MPI progress, that is, check for messages. An interval of
 * such times is called a look. On some platforms, senders of eager messages wait until the receiver
 * has checked for messages ({@code mpi.eager_waits_from}). A look lets these senders continue.
 * Non-blocking collectives (strands) never look. The interpreter reports the actions of all ranks,
 * whether or not a sender waits for these actions.
 *
 * <p>The rules follow Open MPI's progress:
 *
 * <ul>
 *   <li>A rank that waits in a call looks from the start of the wait to the end of the call.
 *   <li>A rank looks once when it tests or probes, successful or not.
 *   <li>A call that only starts a communication, such as MPI_Irecv or a send that returns at once,
 *       does not look.
 *   <li>A call that finds all its requests complete looks once, unless an earlier look has seen
 *       that all are complete.
 *   <li>A rank at the end of its program looks all the time, because it is in MPI_Finalize.
 * </ul>
 *
 * <p>A rank's clock may be ahead of the engine's time, so future looks are kept. Every rank that
 * waits looks. Therefore, whenever all ranks wait for the engine, each rank has a look that is open
 * or starts at a known time. Memory: about 40 bytes for each look ahead of the engine's time. One
 * thread.
 */
public final class ProgressTimes {
  private static final long OPEN = Long.MAX_VALUE;

  /** The looks of each rank; empty if no sender waits until its receiver checks for messages. */
  private final Looks[] looks;

  /** An interval of time in which a rank checks for messages, ps. */
  private static final class Look {
    final long begin;
    long end = OPEN;

    Look(long begin) {
      this.begin = begin;
    }
  }

  /** The looks of a rank. */
  private static final class Looks {
    private final LongSupplier now;

    /** The looks that have not ended at the engine's time, earliest first. The last look may be open. */
    private final ArrayDeque<Look> ahead = new ArrayDeque<>();

    /** End of the last look that was closed, ps. */
    private long last = -1;

    /** Whether the open look is dropped if an earlier look has seen all completions. */
    private boolean tentative;

    Looks(LongSupplier now) {
      this.now = now;
    }

    boolean isOpen() {
      return !ahead.isEmpty() && ahead.getLast().end == OPEN;
    }

    /** Opens a look, unless a look is open. */
    void open(long picos) {
      if (!isOpen()) {
        forget();
        ahead.addLast(new Look(picos));
      }
    }

    /** Drops looks that ended before the engine's time. */
    void forget() {
      while (!ahead.isEmpty() && ahead.getFirst().end < now.getAsLong()) {
        ahead.removeFirst();
      }
    }

    /** The start of a look, or the present time if the look started earlier, ps. */
    long begin(Look look) {
      return Math.max(now.getAsLong(), look.begin);
    }
  }

  /** @param ranks the number of ranks; 0 if no sender waits for its receiver to look */
  public ProgressTimes(int ranks, LongSupplier now) {
    this.looks = IntStream.range(0, ranks).mapToObj(rank -> new Looks(now)).toArray(Looks[]::new);
  }

  /** Whether a sender may wait until a rank checks for messages. False for strands. */
  public boolean matter(int row) {
    return row < looks.length;
  }

  /** Records that a rank checks for messages from a time on, even if its requests are complete. */
  public void begins(int row, long picos) {
    if (row < looks.length) {
      looks[row].open(picos);
      looks[row].tentative = false;
    }
  }

  /** Records that a rank checks for messages from a time on, because it waits for requests. */
  public void awaits(int row, long picos) {
    if (row < looks.length) {
      looks[row].tentative |= !looks[row].isOpen();
      looks[row].open(picos);
    }
  }

  /**
   * Records that the requests of a rank's wait are complete.
   *
   * @param picos when the rank's wait began
   * @param latest the latest end, in ps, of requests that a rank notices only by a look; -1 if
   *     there are none
   */
  public void found(int row, long picos, long latest) {
    Looks of = looks[row];
    boolean unseen = latest > of.last;
    if (of.isOpen()) {
      if (of.tentative && !unseen) {
        of.ahead.removeLast();
      }
      of.tentative = false;
    } else if (unseen) {
      of.open(picos);
    }
  }

  /** Records that a rank ends its call. This also ends its open look. */
  public void ends(int row, long picos) {
    if (row < looks.length && looks[row].isOpen()) {
      looks[row].ahead.getLast().end = picos;
      looks[row].last = picos;
      looks[row].tentative = false;
    }
  }

  /** The time of a rank's first look from now on, ps. Only while all ranks wait for the engine. */
  public long next(int rank) {
    looks[rank].forget();
    if (looks[rank].ahead.isEmpty()) {
      throw new AssertionError("a rank that waits without progress");
    }
    return looks[rank].begin(looks[rank].ahead.getFirst());
  }

  /** Writes to the sink the part of a rank's state on which the rest of the replay depends. */
  public void describe(int rank, StateSink sink) {
    if (rank >= looks.length) {
      return;
    }
    Looks of = looks[rank];
    of.forget();
    sink.number(of.ahead.size());
    sink.number((of.isOpen() ? 1 : 0) | (of.tentative ? 2 : 0));
    for (Look look : of.ahead) {
      sink.time(of.begin(look));
      if (look.end != OPEN) {
        sink.time(look.end);
      }
    }
    // a rank sees a message that arrives at a look's end, but not 1 ps later, so compare both times
    sink.done(rank, of.last);
    sink.done(rank, of.last + 1);
  }
}
