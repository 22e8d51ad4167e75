package io.github.tracecast.simulate.mpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Passes parcels between the threads that evaluate blocks of ranks, and notices when none of them
 * can continue. Any thread.
 */
final class ParcelExchange {
  /** Most parcels in the inbox of a block that still runs. Senders wait if there are more. */
  private static final int MOST = 64;

  private final int lanes;
  private final List<ArrayDeque<Parcel>> inboxes;
  private final List<Parcel> spare = new ArrayList<>();

  /** By block: waits for a parcel; or waits until another block has taken some of its parcels. */
  private final boolean[] idle;

  private final boolean[] held;
  private int idleBlocks;
  private boolean over;
  private Throwable failure;

  ParcelExchange(int blocks, int lanes) {
    this.lanes = lanes;
    inboxes = Stream.generate(ArrayDeque<Parcel>::new).limit(blocks).toList();
    idle = new boolean[blocks];
    held = new boolean[blocks];
  }

  /** An empty parcel. */
  synchronized Parcel empty() {
    return spare.isEmpty() ? new Parcel(lanes) : spare.removeLast();
  }

  /** Gives back a parcel that has been read. */
  synchronized void giveBack(Parcel parcel) {
    parcel.rows = 0;
    spare.add(parcel);
  }

  /** Puts a parcel into the inbox of another block. */
  synchronized void put(int from, int to, Parcel parcel) throws InterruptedException {
    if (mustWaitFor(to)) {
      held[from] = true;
      notifyAll();
      while (mustWaitFor(to)) {
        wait();
      }
      held[from] = false;
    }
    inboxes.get(to).add(parcel);
    if (idle[to]) {
      idle[to] = false;
      idleBlocks--;
      notifyAll();
    }
  }

  /** Whether a block has many parcels and can take some. Of two full blocks, one goes on. */
  private boolean mustWaitFor(int block) {
    return inboxes.get(block).size() >= MOST && !held[block] && !over;
  }

  /** A parcel that is there; otherwise null. */
  synchronized Parcel poll(int block) {
    Parcel parcel = inboxes.get(block).poll();
    if (parcel != null && inboxes.get(block).size() == MOST - 1) {
      notifyAll();
    }
    return parcel;
  }

  /** Waits for a parcel. Returns null if no block can continue, or one has failed. */
  synchronized Parcel take(int block) throws InterruptedException {
    if (inboxes.get(block).isEmpty() && !over) {
      idle[block] = true;
      over = ++idleBlocks == idle.length;
      notifyAll();
      while (idle[block] && !over) {
        wait();
      }
    }
    return over ? null : poll(block);
  }

  /** Ends the run of all blocks. */
  synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    over = true;
    notifyAll();
  }

  /** Whether the run has failed; blocks then need not continue. */
  synchronized boolean hasFailed() {
    return failure != null;
  }

  /** Why the run has failed; null if it has not. */
  synchronized Throwable failure() {
    return failure;
  }
}
