package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.MemoryNeed;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

/**
 * Runs replays that do not depend on each other on several threads: the points of a sweep, seeds,
 * mappings, slower machines and measurements. All commands follow one rule:
 *
 * <ul>
 *   <li>Replays share the prepared trace, which no replay changes. All other state belongs to one
 *       replay.
 *   <li>A replay begins when a thread and enough memory are free. By default, there is a thread for
 *       each processor.
 *   <li>If a replay starts further replays, these share its part of the threads and of the memory.
 *   <li>The outcome is the same as with one thread: results are in the order of the replays, and
 *       the first failure in this order is thrown. A failure ends later replays early.
 * </ul>
 */
public final class ParallelReplays {
  /** The unit in which memory is counted, in bytes. */
  private static final long PIECE = 1 << 20;

  /** The threads and the bytes of memory that the replays of a thread may take together. */
  private record Share(int threads, long memory) {
    private static final ScopedValue<Share> OWN = ScopedValue.newInstance();

    static Share own() {
      return OWN.isBound() ? OWN.get() : ofThreads(ParallelParts.cores());
    }

    static Share ofThreads(int threads) {
      return new Share(threads, Runtime.getRuntime().maxMemory() - MemoryNeed.atLeast(0));
    }

    Share part(int parts) {
      return new Share(Math.max(1, threads / parts), memory / parts);
    }

    <R, X extends Throwable> R of(ScopedValue.CallableOp<? extends R, X> work) throws X {
      return ScopedValue.where(OWN, this).call(work);
    }
  }

  /** One replay, or a few that run one after another. */
  @FunctionalInterface
  public interface Task<T> {
    /**
     * Runs the replay.
     *
     * @param calls receives the number of replayed calls from time to time, so that a replay ends
     *     if its result is not needed
     */
    T run(LongConsumer calls) throws IOException;
  }

  private ParallelReplays() {}

  /** Runs work whose replays take at most a number of threads. */
  public static <R, X extends Throwable> R withThreads(
      int threads, ScopedValue.CallableOp<? extends R, X> work) throws X {
    return Share.ofThreads(threads).of(work);
  }

  /** The largest number of replays that this thread runs at the same time. */
  public static int threads() {
    return Share.own().threads;
  }

  /**
   * Returns the memory in bytes of a replay beside other replays. With engine simgrid, it includes
   * the memory of the replay's process.
   */
  public static long memory(PreparedTrace trace, Lane lane, String engine) {
    long alone = MemoryNeed.bytes(trace.programs(), lane, engine);
    return engine.equals(Engines.SIMGRID) ? alone : alone - MemoryNeed.atLeast(0);
  }

  /**
   * Runs all replays.
   *
   * @param memory the {@link #memory} of each replay
   * @param progress receives the number of finished replays
   * @return the results in the order of the replays
   */
  public static <T> List<T> results(
      List<Task<T>> replays, IntToLongFunction memory, LongConsumer progress) {
    Share all = Share.own();
    int atOnce = Math.clamp(replays.size(), 1, all.threads);
    Share part = all.part(atOnce);
    int pieces = pieces(all.memory);
    Semaphore left = new Semaphore(pieces, true);
    List<T> results = new ArrayList<>(Collections.nCopies(replays.size(), null));
    try {
      ParallelParts.run(replays.size(), atOnce, progress, (number, finished) -> {
        int taken = Math.min(pieces, pieces(memory.applyAsLong(number)));
        left.acquireUninterruptibly(taken);
        try {
          results.set(number, part.of(() -> replays.get(number).run(calls -> finished.accept(0))));
        } finally {
          left.release(taken);
        }
        finished.accept(1);
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return results;
  }

  private static int pieces(long memory) {
    return Math.clamp(memory / PIECE, 1, Integer.MAX_VALUE);
  }
}
