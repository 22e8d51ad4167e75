package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.FileBytes;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads a schedule that {@code txt2bin} wrote, in little-endian order. The file begins with a magic
 * number, the number of ranks, the highest processor and interface, and the start and end of each
 * rank's part. Each part has the operations of the rank, each with a list of the operations that
 * depend on it. Memory is O(operations of the ranks that are read at the same time). Each instance
 * is used once.
 */
final class GoalBinary implements GoalSchedule {
  static final long MAGIC = 4223;

  /** The number with which LogGOPSim overwrites the magic number after it has consumed the file. */
  static final long USED_UP = 2342;

  private final FileBytes bytes;
  private final Path file;
  private final int threads;
  private final LongConsumer progress;
  private int ranks;

  /**
   * @param threads the number of threads; 1 for a file that cannot be read from an offset
   * @param progress receives the number of bytes that several threads have read
   */
  GoalBinary(InputStream in, Path file, int threads, LongConsumer progress) {
    this.file = file;
    this.bytes = at(0, in);
    this.threads = threads;
    this.progress = progress;
  }

  private FileBytes at(long offset, InputStream in) {
    return new FileBytes(in, file.toString(), ByteOrder.LITTLE_ENDIAN, offset, Long.MAX_VALUE);
  }

  @Override
  public int ranks() throws IOException {
    if (bytes.i64() == USED_UP) {
      throw bytes.fault(
          0,
          "a schedule that a simulation has modified",
          "an unmodified schedule; write the file again with txt2bin");
    }
    ranks = bytes.i32();
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw bytes.fault(8, ranks + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    bytes.u16();
    return ranks;
  }

  @Override
  public void read(Compressor compressor) throws IOException {
    long[] starts = new long[Math.min(ranks, 1 << 10)];
    for (int i = 0; i < ranks; i++) {
      if (i == starts.length) {
        starts = Arrays.copyOf(starts, Math.min(ranks, 2 * i));
      }
      starts[i] = bytes.i64() + 8;
      bytes.i64();
    }
    long first = bytes.offset();
    ParallelParts.run(
        ranks,
        threads,
        threads == 1 ? done -> {} : done -> progress.accept(first + done),
        new Ranks(starts, first, compressor));
  }

  /** The parts of the schedule, one for each rank. They follow each other in the file. */
  private final class Ranks implements ParallelParts.Part {
    private final long[] starts;
    private final long[] ends;
    private final long first;
    private final Compressor compressor;

    /** @param first the offset after the table of starts */
    Ranks(long[] starts, long first, Compressor compressor) {
      this.starts = starts;
      this.ends = new long[starts.length];
      this.first = first;
      this.compressor = compressor;
    }

    @Override
    public void run(int number, LongConsumer report) throws IOException {
      if (threads == 1) {
        requireStart(number, bytes.offset());
        read(number, bytes, report);
      } else if (starts[number] >= first) { // settle() reports a smaller start
        try (InputStream in = PlainInput.content(file)) {
          in.skipNBytes(starts[number]);
          read(number, at(starts[number], in), report);
        }
      }
    }

    private void read(int number, FileBytes from, LongConsumer report) throws IOException {
      GoalRankBinary rank = new GoalRankBinary(from, ranks);
      rank.read(number, compressor.task(number));
      compressor.finish(number);
      ends[number] = from.offset();
      report.accept(ends[number] - starts[number]);
    }

    @Override
    public void settle(int number) {
      requireStart(number, number == 0 ? first : ends[number - 1]);
    }

    private void requireStart(int number, long offset) {
      if (starts[number] != offset) {
        throw bytes.fault(
            14 + 16L * number,
            "rank " + number + " at offset " + starts[number],
            "offset " + offset + ", after the previous rank");
      }
    }
  }
}
