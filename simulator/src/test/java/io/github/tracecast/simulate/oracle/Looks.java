package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/**
 * When one rank looks at what has come: by that a sender is told that its eager message is taken over, where the platform has such
 * senders wait ({@code mpi.eager_waits_from}).
 *
 * <p>The rule, as Open MPI's progress has it:
 *
 * <ul>
 *   <li>A rank looks from when it begins to wait in a call until the call ends, and once as it tests or probes, found or not. A call that
 *       only starts something does not look: an MPI_Irecv, or a send that returns at once.
 *   <li>A call that finds done all that it would have waited for looks once, but not if an earlier look has seen all of that.
 *   <li>A rank whose program has ended looks from then on: it is in MPI_Finalize.
 * </ul>
 *
 * <p>A rank's clock runs ahead of the engine's time, so looks that are still to come are kept, earliest first. Whenever everybody waits
 * for the engine each rank has begun to look, or will at a time that is known: whoever waits looks. Memory: 16 bytes a look
 * that the rank is ahead by. One thread.
 */
final class Looks {
  private static final long OPEN = Long.MAX_VALUE;

  private final TimingEngine engine;

  /** A ring of looks that have not ended by the engine's time, the last of which may be open. */
  private long[] begin = new long[4];

  private long[] end = new long[4];
  private int first;
  private int count;

  /** When the last look ended, ps. */
  private long last = -1;

  /** Whether the open look was for the sake of something that an earlier look may turn out to have seen. */
  private boolean tentative;

  Looks(TimingEngine engine) {
    this.engine = engine;
  }

  /** The rank looks from now on, if it does not yet, whatever it finds. */
  void begin(long picos) {
    open(picos);
    tentative = false;
  }

  /** It waits for requests. */
  void await(long picos) {
    boolean looksAlready = isOpen();
    open(picos);
    tentative = !looksAlready || tentative;
  }

  /**
   * The requests that it came to wait for are done.
   *
   * @param picos when it came to wait
   * @param latestPicos the last of the times at which something was there of which only a look tells; -1 if there is no such thing
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

  /** Its call ends. */
  void end(long picos) {
    if (isOpen()) {
      end[at(count - 1)] = picos;
      last = picos;
      tentative = false;
    }
  }

  /**
   * When it looks first at a time or later, while everybody waits for the engine.
   *
   * @param picos the engine's time
   */
  long next(long picos) {
    forget();
    if (count == 0) {
      throw new AssertionError("a rank that waits without progress");
    }
    return Math.max(picos, begin[first]);
  }

  /** Writes down what the rest of a replay depends on. */
  void describe(StateWriter state, int rank) {
    forget();
    state.put(count);
    state.put(isOpen(), tentative, false, false);
    for (int i = 0; i < count; i++) {
      state.time(Math.max(engine.nowPicos(), begin[at(i)]));
      if (end[at(i)] != OPEN) {
        state.time(end[at(i)]);
      }
    }
    // What was there then is seen, what came a moment later is not: neither may change.
    state.done(rank, last);
    state.done(rank, last + 1);
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

  /** Drops what is over. */
  private void forget() {
    while (count > 0 && end[first] < engine.nowPicos()) {
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
