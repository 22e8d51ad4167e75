package io.github.tracecast.simulate.progress;

import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The times at which one rank checks for messages, called looks. Platforms may have senders that
 * wait until their eager message is taken over ({@code mpi.eager_waits_from}). A look lets such a
 * sender continue.
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
 * <p>A rank's clock runs ahead of the engine's time. Future looks are therefore kept, the earliest first.
 * Every rank that waits looks. So whenever all ranks wait for the engine, each has a look that is
 * open or begins at a known time. Memory: 16 bytes for each look that the rank is ahead of its
 * senders. One thread.
 */
final class RankLooks {
  private static final long OPEN = Long.MAX_VALUE;

  private final LongSupplier now;

  /** A ring of looks that have not ended by the engine's time. The last one may be open. */
  private long[] begin = new long[4];

  private long[] end = new long[4];
  private int first;
  private int count;

  /** End of the last look, ps. */
  private long last = -1;

  /** Whether an earlier look may already have seen the completions of the open look. */
  private boolean tentative;

  /** @param now the time of the engine, ps */
  RankLooks(LongSupplier now) {
    this.now = now;
  }

  /** Opens a look, unless one is open. The rank looks even if nothing has arrived. */
  void begin(long picos) {
    open(picos);
    tentative = false;
  }

  /** Opens a look because the rank waits for requests. */
  void await(long picos) {
    boolean looksAlready = isOpen();
    open(picos);
    tentative = !looksAlready || tentative;
  }

  /**
   * Notes that the requests of the rank's wait are done.
   *
   * @param picos when the rank began to wait
   * @param latestPicos the latest arrival among things that only a look notices; -1 if there are
   *     none
   */
  void found(long picos, long latestPicos) {
    boolean unseen = latestPicos > last;
    if (isOpen()) {
      if (tentative && !unseen) {
        count--;
      }
      tentative = false;
    } else if (unseen) {
      open(picos);
    }
  }

  /** Ends the call and with it the open look. */
  void end(long picos) {
    if (isOpen()) {
      end[at(count - 1)] = picos;
      last = picos;
      tentative = false;
    }
  }

  /** The rank's first look from now on, while all ranks wait for the engine. */
  long next() {
    forget();
    if (count == 0) {
      throw new AssertionError("a rank that waits without progress");
    }
    return Math.max(now.getAsLong(), begin[first]);
  }

  /** Describes the state that decides the rest of a replay. */
  void describe(int rank, StateSink sink) {
    forget();
    sink.number(count);
    sink.number((isOpen() ? 1 : 0) | (tentative ? 2 : 0));
    for (int i = 0; i < count; i++) {
      sink.time(Math.max(now.getAsLong(), begin[at(i)]));
      if (end[at(i)] != OPEN) {
        sink.time(end[at(i)]);
      }
    }
    // A look sees messages that arrive at its end, but not later ones. Neither may change.
    sink.done(rank, last);
    sink.done(rank, last + 1);
  }

  private boolean isOpen() {
    return count > 0 && end[at(count - 1)] == OPEN;
  }

  private void open(long picos) {
    if (isOpen()) {
      return;
    }
    forget();
    if (count == begin.length) {
      grow();
    }
    begin[at(count)] = picos;
    end[at(count)] = OPEN;
    count++;
  }

  /** Drops looks that have ended. */
  private void forget() {
    while (count > 0 && end[first] < now.getAsLong()) {
      first = at(1);
      count--;
    }
  }

  private int at(int look) {
    return (first + look) & (begin.length - 1);
  }

  private void grow() {
    int size = begin.length;
    begin = inOrder(begin, 2 * size);
    end = inOrder(end, 2 * size);
    first = 0;
  }

  private long[] inOrder(long[] ring, int size) {
    long[] grown = Arrays.copyOf(ring, size);
    System.arraycopy(ring, first, grown, 0, ring.length - first);
    System.arraycopy(ring, 0, grown, ring.length - first, first);
    return grown;
  }
}
