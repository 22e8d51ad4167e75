package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Compresses SimGrid's time-independent traces. The first pass finds the ranks, and the second pass
 * reads the actions. The traces have no call sites, so action, tag and {@code location} actions, if
 * any, distinguish them. All calls are on MPI_COMM_WORLD. Computation is in flops.
 */
public final class TitImporter {
  /** The number of lines between two reports of progress. */
  private static final int REPORT = 1 << 16;

  private final TitFiles files;
  private final CompressOptions options;
  private final LongConsumer progress;
  private final BitSet present = new BitSet();
  private final List<String> fileOfRank = new ArrayList<>();
  private int fileCount;
  private Dialect dialect = Dialect.UNKNOWN;
  private long lines;
  private long foreign;
  private TitTask[] tasks = {};

  private TitImporter(List<Path> paths, CompressOptions options, LongConsumer progress) {
    this.files = new TitFiles(paths);
    this.options = options;
    this.progress = progress;
  }

  /**
   * Whether a file with these first bytes is a time-independent trace, an index of them, or an
   * archive.
   */
  public static boolean recognises(byte[] head) {
    return TitFiles.kind(head) != TitFiles.Kind.OTHER;
  }

  /**
   * Reads and compresses the trace of a run.
   *
   * @param paths files, folders or archives of one run
   * @param progress receives the number of lines read from time to time
   * @throws TraceException if the files cannot be read or are not a valid trace
   */
  public static Trace read(List<Path> paths, CompressOptions options, LongConsumer progress) {
    return new TitImporter(paths, options, progress).read();
  }

  private Trace read() {
    files.visit((name, in) -> fileCount++);
    files.visit(this::findRanks);
    int ranks = present.length();
    if (present.cardinality() < ranks) {
      throw TraceException.inFile(
          fileOfRank.getFirst(),
          "no actions of rank " + present.nextClearBit(0),
          "actions of ranks 0 to " + (ranks - 1));
    }
    Compressor compressor = new Compressor(ranks, options);
    tasks = new TitTask[ranks];
    CollectiveOrder collectives = new CollectiveOrder(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      tasks[rank] = new TitTask(rank, ranks, dialect, compressor.task(rank), collectives);
    }
    files.visit((name, in) -> readActions(compressor, name, in));
    collectives.finish(fileOfRank.getFirst());
    Trace trace = compressor.trace("SimGrid time-independent trace", notes(collectives));
    return trace.with(trace.events(), trace.header().withFlops(true));
  }

  private List<String> notes(CollectiveOrder collectives) {
    List<String> notes = new ArrayList<>(collectives.notes());
    if (foreign > 0) {
      notes.add(foreign + " lines of other ranks in a file of one rank were ignored");
    }
    long unfinished = Arrays.stream(tasks).filter(task -> !task.finished()).count();
    if (unfinished > 0) {
      notes.add(unfinished + " of " + tasks.length
          + " ranks have no finalize; the trace may be incomplete");
    }
    return notes;
  }

  private int rank(Line line) {
    long rank = line.rank(0);
    if (rank < 0 || rank >= RankList.MAX_RANKS) {
      throw line.fault("rank " + rank, "0 to " + (RankList.MAX_RANKS - 1));
    }
    if (line.words() < 2) {
      throw line.fault("a rank only", "a rank and an action");
    }
    return (int) rank;
  }

  /**
   * Finds the dialect and the ranks of a file. In the only file of a run it looks for all ranks, in
   * one of several files only at the rank of the first line.
   */
  private void findRanks(String name, InputStream in) throws IOException {
    Line line = new Line(in, name);
    int first = -1;
    while (line.next() && (fileCount == 1 || first < 0 || dialect == Dialect.UNKNOWN)) {
      int rank = rank(line);
      if (fileCount == 1 || first < 0) {
        first = rank;
        add(rank, name);
      }
      if (dialect == Dialect.UNKNOWN) {
        dialect = Dialect.of(line);
      }
    }
  }

  private void add(int rank, String file) {
    if (fileCount > 1 && present.get(rank)) {
      throw TraceException.inFile(
          file, "rank " + rank + " again", "each rank once: " + fileOfRank.get(rank) + " has it");
    }
    present.set(rank);
    while (fileOfRank.size() <= rank) {
      fileOfRank.add(file);
    }
    fileOfRank.set(rank, file);
  }

  private static void take(TitTask task, Line line) {
    try {
      task.action(line);
    } catch (TraceException e) {
      throw e.in(line.place());
    }
  }

  private void readActions(Compressor compressor, String name, InputStream in) throws IOException {
    Line line = new Line(in, name);
    int only = -1;
    while (line.next()) {
      int rank = rank(line);
      if (fileCount > 1 && only < 0) {
        only = rank;
      }
      if (only >= 0 && rank != only) {
        foreign++;
      } else {
        take(tasks[rank], line);
      }
      if (++lines % REPORT == 0) {
        progress.accept(lines);
      }
    }
    if (only >= 0) {
      compressor.finish(only);
    }
  }
}
