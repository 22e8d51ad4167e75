package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.lowering.CollectiveTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Evaluates a run on several threads. Each thread has a block of ranks, and runs each rank as far
 * as its inputs reach. Times follow from earlier times only by sums and maxima, and each message
 * meets the receive that its place in its channel gives it. So the result does not depend on when a
 * thread gets a message.
 */
public final class BlockedRun {
  /** How often ranks run before the block looks for messages from outside. */
  private static final int TURNS = 64;

  private final Interpreter whole;
  private final RankBlocks blocks;
  private final ParcelExchange exchange;
  private final List<Crossing> crossings = new ArrayList<>();
  private final List<Interpreter> parts = new ArrayList<>();

  private BlockedRun(Interpreter whole, RankBlocks blocks, int[][] sizes, LongConsumer progress) {
    this.whole = whole;
    this.blocks = blocks;
    LaneProgram program = whole.program;
    exchange = new ParcelExchange(blocks.count(), program.lanes());
    SharedGatherings gatherings = new SharedGatherings(program, blocksByMeeting(sizes));
    boolean[] borders = borders(program.channels(), blocks);
    for (int block = 0; block < blocks.count(); block++) {
      Crossing crossing =
          new Crossing(block, blocks, exchange, gatherings, program.channels(), borders);
      LongConsumer calls = block == 0 ? n -> progress.accept(executed()) : n -> {};
      Interpreter part = whole.part(crossing, sizes[block], calls);
      crossing.deliverTo(part.transport, part.networks);
      crossings.add(crossing);
      parts.add(part);
    }
  }

  /**
   * Whether blocks of ranks can be evaluated at the same time. No match, network or lane may depend
   * on the order of time, and no rank may have overlapping collectives.
   */
  public static boolean suits(LaneProgram program) {
    return program.inTime() == null
        && program.mail().count() == 0
        && !program.overlap()
        && !program.figures().follow();
  }

  /**
   * Evaluates a run that has not begun.
   *
   * @param threads at least 2
   * @return false if the run does not end as it should, or leaves messages. It then has to be
   *     evaluated anew on one thread, which finds out what is wrong
   */
  public static boolean completes(Interpreter run, int threads, LongConsumer progress) {
    RankBlocks blocks = RankBlocks.of(run.program.programs().ranks(), threads);
    int[][] sizes = sizes(run.program.collectives(), blocks);
    if (sizes == null) {
      return false;
    }
    long[] missing = new long[run.program.computeTimes().length];
    for (int k = 0; k < missing.length; k++) {
      missing[k] = run.program.computeTimes()[k].missingPaths();
    }
    if (new BlockedRun(run, blocks, sizes, progress).completes()) {
      return true;
    }
    for (int k = 0; k < missing.length; k++) {
      long found = run.program.computeTimes()[k].missingPaths();
      run.program.computeTimes()[k].addMissingPaths(missing[k] - found);
    }
    return false;
  }

  /**
   * Members in each block by meeting. Null if some member of a communicator comes to none of its
   * collectives.
   */
  private static int[][] sizes(CollectiveTable collectives, RankBlocks blocks) {
    int[][] sizes = new int[blocks.count()][collectives.sizes().length];
    int[] all = new int[collectives.sizes().length];
    for (long key : collectives.members().keySet()) {
      int meeting = (int) (key >>> 32);
      sizes[blocks.of((int) key)][meeting]++;
      all[meeting]++;
    }
    return Arrays.equals(all, collectives.sizes()) ? sizes : null;
  }

  private static int[] blocksByMeeting(int[][] sizes) {
    int[] blocks = new int[sizes[0].length];
    for (int[] ofBlock : sizes) {
      for (int meeting = 0; meeting < blocks.length; meeting++) {
        blocks[meeting] += ofBlock[meeting] > 0 ? 1 : 0;
      }
    }
    return blocks;
  }

  /** By rank: whether any channel leads from it to another block. */
  private static boolean[] borders(ChannelNumbers channels, RankBlocks blocks) {
    boolean[] borders = new boolean[blocks.ranks()];
    for (int channel = 0; channel < channels.count(); channel++) {
      int source = channels.source(channel);
      borders[source] |= blocks.of(source) != blocks.of(channels.destination(channel));
    }
    return borders;
  }

  /** Number of replayed calls, as far as this thread knows. */
  private long executed() {
    return parts.stream().mapToLong(Interpreter::executed).sum();
  }

  private boolean completes() {
    List<Thread> threads = new ArrayList<>();
    for (int block = 1; block < blocks.count(); block++) {
      int its = block;
      Thread thread = new Thread(() -> run(its), "ranks from " + blocks.first(block));
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    run(0);
    join(threads);
    Throwable failure = exchange.failure();
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null && !(failure instanceof ReplayException)) {
      throw new IllegalStateException("a thread of the replay failed", failure);
    }
    if (failure != null || !isRight()) {
      return false;
    }
    whole.complete(parts);
    return true;
  }

  private void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          exchange.fail(new ReplayException("interrupted"));
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs the ranks of a block until no block can continue. */
  private void run(int block) {
    Interpreter part = parts.get(block);
    Crossing crossing = crossings.get(block);
    try {
      part.begin(blocks.first(block), blocks.end(block));
      do {
        while (part.runSome(TURNS) && !exchange.hasFailed()) {
          crossing.look();
        }
        crossing.flush();
      } while (crossing.await());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.fail(new ReplayException("interrupted"));
    } catch (Throwable e) {
      exchange.fail(e);
    }
  }

  /** Whether all ranks have ended, all messages are received, and all collectives are the same. */
  private boolean isRight() {
    return parts.stream().mapToInt(part -> part.ranks.finished).sum() == blocks.ranks()
        && whole.transport.allMet()
        && CollectiveNetworks.agree(parts.stream().map(part -> part.networks).toList());
  }
}
