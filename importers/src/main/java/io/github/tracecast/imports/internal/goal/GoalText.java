package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a schedule as text. With several threads, a thread finds where the next rank begins and
 * then reads this rank. Memory is O(operations of the ranks that are read at the same time). Each
 * instance is used once.
 */
final class GoalText implements GoalSchedule {
  private final GoalWords words;
  private final Path file;
  private final int threads;
  private final LongConsumer progress;
  private int ranks;

  /**
   * @param threads the number of threads; 1 for a file that cannot be read from an offset
   * @param progress receives the number of bytes that several threads have read
   */
  GoalText(InputStream in, Path file, int threads, LongConsumer progress) {
    this.words = new GoalWords(in, file.toString());
    this.file = file;
    this.threads = threads;
    this.progress = progress;
  }

  @Override
  public int ranks() throws IOException {
    words.expect("num_ranks");
    ranks = (int) words.number("the number of ranks", RankList.MAX_RANKS);
    if (ranks == 0) {
      throw words.fault("0 ranks", "at least 1");
    }
    return ranks;
  }

  @Override
  public void read(Compressor compressor) throws IOException {
    BitSet seen = new BitSet(ranks);
    if (threads > 1) {
      long first = words.offset();
      ParallelParts.run(
          number -> find(number, seen, compressor), threads, done -> progress.accept(first + done));
      progress.accept(words.offset()); // with the text after the last rank
      return;
    }
    GoalRankText text = new GoalRankText(words, ranks);
    while (words.next()) {
      int rank = beginRank(seen);
      text.read(compressor.task(rank), more -> {});
      compressor.finish(rank);
    }
    requireAll(seen);
  }

  /**
   * Finds the next rank, and returns the part that reads it.
   *
   * @param number the number of ranks found so far
   * @return null after the last rank
   */
  private ParallelParts.@Nullable Part find(int number, BitSet seen, Compressor compressor)
      throws IOException {
    if (number > 0) {
      words.skipRank();
    }
    long before = words.offset();
    if (!words.next()) {
      requireAll(seen);
      return null;
    }
    int rank = beginRank(seen);
    long offset = words.offset();
    int line = words.lineAtOffset();
    return (part, report) -> {
      try (InputStream in = PlainInput.content(file)) {
        in.skipNBytes(offset);
        GoalRankText text =
            new GoalRankText(new GoalWords(in, file.toString(), offset, line), ranks);
        report.accept(offset - before);
        text.read(compressor.task(rank), report);
        compressor.finish(rank);
      }
    };
  }

  private int beginRank(BitSet seen) throws IOException {
    if (!words.is("rank")) {
      throw words.fault(words.found(), "\"rank\"");
    }
    int rank = (int) words.number("a rank", ranks - 1);
    if (seen.get(rank)) {
      throw words.fault("rank " + rank + " again", "each rank once");
    }
    seen.set(rank);
    words.expect("{");
    return rank;
  }

  private void requireAll(BitSet seen) {
    if (seen.cardinality() < ranks) {
      throw words.fault(
          "the end of the file without rank " + seen.nextClearBit(0),
          "all ranks from 0 to " + (ranks - 1));
    }
  }
}
