package io.github.tracecast.imports.internal.paraver;

import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The blocks of a file in order. Threads read and parse the next blocks while one thread takes
 * them. Memory is O(threads x longest line), not O(file). Only one thread may take blocks.
 */
final class RecordBlocks {
  private final InputStream in;
  private final TaskJobs jobs;
  private final RecordBlock[] ring;

  /** The number of blocks to fill. One job at a time fills blocks, until no block is free. */
  private final AtomicInteger free;

  private byte[] begun = {};
  private long filled;
  private long taken;

  /**
   * @param in stays open
   * @param threads the number of threads that run jobs
   * @param bytes the usual number of bytes in a block
   */
  RecordBlocks(InputStream in, TaskJobs jobs, int threads, int bytes) {
    this.in = in;
    this.jobs = jobs;
    this.ring = new RecordBlock[threads == 1 ? 1 : 2 * threads];
    Arrays.setAll(ring, i -> new RecordBlock(bytes));
    this.free = new AtomicInteger(ring.length);
    jobs.add(this::fill);
  }

  private void fill() {
    RecordBlock block = ring[(int) (filled++ % ring.length)];
    begun = block.fill(in, begun);
    boolean more = !block.isLast() && free.decrementAndGet() > 0;
    jobs.add(block::parse);
    if (more) {
      jobs.add(this::fill);
    }
  }

  /**
   * Returns the next block. The block before it may be filled again. Fails if called after the last
   * block.
   */
  RecordBlock take() {
    if (taken > 0) {
      ring[(int) ((taken - 1) % ring.length)].release();
      if (free.getAndIncrement() == 0) {
        jobs.add(this::fill);
      }
    }
    RecordBlock block = ring[(int) (taken++ % ring.length)];
    jobs.runUntil(block::isParsed);
    return block;
  }
}
