package io.github.tracecast.simulate.progress;

import io.github.tracecast.simulate.state.StateSink;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The times at which ranks check for messages, called looks. Platforms may have senders that wait
 * until their eager message is taken over ({@code mpi.eager_waits_from}). A look lets such a sender
 * continue. Strands never look. The core reports the actions of ranks, whether or not a sender
 * waits for them.
 *
 * <p>The rules follow Open MPI's progress:
 *
 * <ul>
 *   <li>A rank that waits in a call looks from the beginning of the wait to the end of the call.
 *   <li>A rank looks once when it tests or probes, whether it finds something or not.
 *   <li>A call that only starts something does not look. Examples are MPI_Irecv and a send that
 *       returns at once.
 *   <li>A call that finds all its requests complete looks once. It does not look if an earlier look
 *       has seen all completions.
 *   <li>A rank at the end of its program looks all the time, because it is in MPI_Finalize.
 * </ul>
 *
 * <p>A rank's clock runs ahead of the engine's time. Future looks are therefore kept, the earliest
 * first. Every rank that waits looks. So whenever all ranks wait for the engine, each has a look
 * that is open or begins at a known time. Memory: about 40 bytes for each look that a rank is ahead
 * of its senders. One thread.
 */
public final class ProgressTimes {
  private static final long OPEN = Long.MAX_VALUE;

  /** By rank; empty if no sender waits for its receiver to look. */
  private final Looks[] looks;

  /** A time in which a rank looks, ps. */
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

    /** Ranks that have not ended by the engine's time. The last one may be open. */
    private final ArrayDeque<Look> ahead = new ArrayDeque<>();

    /** End of the last look, ps. */
    private long last = -1;

    /** Whether an earlier look may already have seen the completions of the open look. */
    private boolean tentative;

    Looks(LongSupplier now) {
      this.now = now;
    }

    boolean isOpen() {
      return !ahead.isEmpty() && ahead.getLast().end == OPEN;
    }

    /** Opens a look, unless one is open. */
    void open(long picos) {
      if (!isOpen()) {
        forget();
        ahead.addLast(new Look(picos));
      }
    }

    /** Drops looks that have ended. */
    void forget() {
      while (!ahead.isEmpty() && ahead.getFirst().end < now.getAsLong()) {
        ahead.removeFirst();
      }
    }

    /** When a look begins as seen from now on, ps. */
    long begin(Look look) {
      return Math.max(now.getAsLong(), look.begin);
    }
  }

  /**
   * @param ranks the number of ranks; 0 if no sender waits for its receiver to look
   * @param now the engine's time, ps
   */
  public ProgressTimes(int ranks, LongSupplier now) {
    this.looks = IntStream.range(0, ranks).mapToObj(rank -> new Looks(now)).toArray(Looks[]::new);
  }

  /** Whether a sender may wait for a row to look. */
  public boolean matter(int row) {
    return row < looks.length;
  }

  /** A rank looks from a time on, even if nothing has arrived. */
  public void begins(int row, long picos) {
    if (row < looks.length) {
      looks[row].open(picos);
      looks[row].tentative = false;
    }
  }

  /** A rank looks from a time on, because it waits for requests. */
  public void awaits(int row, long picos) {
    if (row < looks.length) {
      looks[row].tentative |= !looks[row].isOpen();
      looks[row].open(picos);
    }
  }

  /**
   * The requests of a rank's wait are done.
   *
   * @param picos when the rank began to wait
   * @param latest the latest arrival, in ps, of those that only a look notices; -1 for none
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

  /** A rank ends its call, and with it the open look. */
  public void ends(int row, long picos) {
    if (row < looks.length && looks[row].isOpen()) {
      looks[row].ahead.getLast().end = picos;
      looks[row].last = picos;
      looks[row].tentative = false;
    }
  }

  /** The time of a rank's first look from now on, ps. All ranks wait for the engine. */
  public long next(int rank) {
    looks[rank].forget();
    if (looks[rank].ahead.isEmpty()) {
      throw new AssertionError("a rank that waits without progress");
    }
    return looks[rank].begin(looks[rank].ahead.getFirst());
  }

  /** Describes the state of a rank that decides the rest of a replay. */
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
    // A look sees messages that arrive at its end, but not later ones. Neither may change.
    sink.done(rank, of.last);
    sink.done(rank, of.last + 1);
  }
}
