package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a schedule as text. With several threads, a first pass finds where the ranks begin. Memory
 * is O(operations of the ranks that are read at the same time). Each instance is used once.
 */
final class GoalText implements GoalSchedule {
  private final GoalWords words;
  private final Path file;
  private final int threads;
  private final LongConsumer progress;
  private int ranks;

  /** The place of the character after the brace that begins a rank's operations. */
  private record Start(int rank, long offset, int line) {}

  /** @param threads the number of threads; 1 for a file that cannot be read from an offset */
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
    if (threads > 1) {
      readInParallel(compressor);
      return;
    }
    GoalRankText text = new GoalRankText(words, ranks);
    BitSet seen = new BitSet(ranks);
    long operations = 0;
    while (words.next()) {
      int rank = beginRank(seen);
      text.read(compressor.task(rank));
      compressor.finish(rank);
      operations += text.operations();
      progress.accept(operations);
    }
    requireAll(seen);
  }

  private void readInParallel(Compressor compressor) throws IOException {
    List<Start> starts = new ArrayList<>();
    TraceException fault = findStarts(starts);
    ParallelParts.run(starts.size(), threads, progress, (number, report) -> {
      Start start = starts.get(number);
      try (InputStream in = PlainInput.content(file)) {
        in.skipNBytes(start.offset);
        GoalRankText text =
            new GoalRankText(new GoalWords(in, file.toString(), start.offset, start.line), ranks);
        text.read(compressor.task(start.rank));
        compressor.finish(start.rank);
        report.accept(text.operations());
      }
    });
    if (fault != null) {
      throw fault;
    }
  }

  /**
   * Finds where the ranks begin.
   *
   * @return the fault after the last rank that was found; null if there is no fault
   */
  private @Nullable TraceException findStarts(List<Start> starts) throws IOException {
    BitSet seen = new BitSet(ranks);
    try {
      while (words.next()) {
        int rank = beginRank(seen);
        starts.add(new Start(rank, words.offset(), words.lineAtOffset()));
        words.skipRank();
      }
      requireAll(seen);
      return null;
    } catch (TraceException e) {
      return e;
    }
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
