package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.ReadBytes;
import io.github.tracecast.imports.internal.StreamedFiles;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import io.github.tracecast.trace.system.ReadingProgress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Compresses SimGrid's time-independent traces. The first pass finds the rank of each file, and the
 * last pass reads the actions. A pass between them finds the ranks of a file that is the only one.
 * The traces have no call sites. So call sites are distinguished by action, tag, and any {@code
 * location} actions. All calls are on MPI_COMM_WORLD. Computation is in flops.
 */
public final class TitImporter {
  private final TitFiles files;
  private final CompressOptions options;
  private final ReadingProgress progress;
  private final BitSet present = new BitSet();
  private final List<String> fileOfRank = new ArrayList<>();
  private int fileCount;
  private Dialect dialect = Dialect.UNKNOWN;
  private final AtomicLong foreign = new AtomicLong();

  /** The number of ranks that have executed the action finalize. */
  private final AtomicInteger finished = new AtomicInteger();

  private TitImporter(List<Path> paths, CompressOptions options, ReadingProgress progress) {
    this.files = new TitFiles(paths);
    this.options = options;
    this.progress = progress;
  }

  /**
   * Whether a file with these first bytes is a time-independent trace, an index of such traces, or
   * an archive.
   */
  public static boolean recognises(String head) {
    return TitFiles.kind(head) != TitFiles.Kind.OTHER;
  }

  /**
   * Reads and compresses the trace of a run.
   *
   * @param paths files, folders or archives of one run
   * @throws TraceException if the files cannot be read or are not a valid trace
   */
  public static Trace read(List<Path> paths, CompressOptions options, ReadingProgress progress) {
    try {
      return new TitImporter(paths, options, progress).read();
    } catch (IOException e) {
      throw PlainInput.unreadable(paths.getFirst().toString(), e);
    }
  }

  private Trace read() throws IOException {
    files.visit(this::findRank);
    ReadBytes bytes = new ReadBytes(progress);
    if (fileCount == 1) {
      bytes.expect(2 * files.bytes()); // two passes
      files.visit(this::findRanks, bytes);
    }
    int ranks = present.length();
    if (present.cardinality() < ranks) {
      throw TraceException.inFile(
          fileOfRank.getFirst(),
          "no actions of rank " + present.nextClearBit(0),
          "actions of ranks 0 to " + (ranks - 1));
    }
    Compressor compressor = new Compressor(ranks, options);
    CollectiveOrder collectives = new CollectiveOrder(ranks);
    if (fileCount == 1) {
      files.visit((name, in) -> readMerged(new Line(in, name), compressor, collectives), bytes);
    } else {
      readRanks(compressor, collectives, bytes);
    }
    collectives.finish(fileOfRank.getFirst());
    Trace trace = compressor.trace("SimGrid time-independent trace", notes(collectives, ranks));
    return trace.with(trace.events(), trace.header().withFlops(true));
  }

  /** @param bytes receives the bytes of a visit */
  private void readRanks(Compressor compressor, CollectiveOrder collectives, ReadBytes bytes)
      throws IOException {
    List<Path> separate = files.separateFiles();
    if (!separate.isEmpty()) {
      progress.expect(ReadBytes.of(separate));
      readRanks(
          (number, report, reader) -> TitFiles.read(separate.get(number), report, reader),
          progress,
          compressor,
          collectives);
      return;
    }
    bytes.expect(files.bytes());
    try (StreamedFiles unpacked = new StreamedFiles(to -> files.visit(to::add, bytes))) {
      Opening opening = (number, report, reader) -> {
        try (StreamedFiles.Content file = unpacked.file(number)) {
          reader.take(file.name(), file);
        }
      };
      readRanks(opening, done -> {}, compressor, collectives);
    }
  }

  private void readRanks(
      Opening opening, LongConsumer done, Compressor compressor, CollectiveOrder collectives)
      throws IOException {
    RankFiles parts = new RankFiles(opening, compressor, collectives);
    ParallelParts.run(fileCount, options.threads(), done, parts);
  }

  private List<String> notes(CollectiveOrder collectives, int ranks) {
    List<String> notes = new ArrayList<>(collectives.notes());
    if (foreign.get() > 0) {
      notes.add("lines of other ranks, ignored in a file of one rank: " + foreign);
    }
    if (finished.get() < ranks) {
      int lacking = ranks - finished.get();
      notes.add(lacking + " of " + ranks + (lacking == 1 ? " ranks has" : " ranks have")
          + " no finalize; the trace may be incomplete");
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

  /** Finds the rank of a file, by its first line, and the dialect, unless an earlier file had it. */
  private void findRank(String name, InputStream in) throws IOException {
    fileCount++;
    Line line = new Line(in, name);
    boolean found = false;
    while ((!found || dialect == Dialect.UNKNOWN) && line.next()) {
      int rank = rank(line);
      if (!found) {
        add(rank, name);
        found = true;
      }
      dialect = dialect == Dialect.UNKNOWN ? Dialect.of(line) : dialect;
    }
  }

  /** Finds all ranks of the only file of a run. */
  private void findRanks(String name, InputStream in) throws IOException {
    for (Line line = new Line(in, name); line.next(); ) {
      add(rank(line), name);
    }
  }

  private void add(int rank, String file) {
    if (fileCount > 1 && present.get(rank)) {
      throw TraceException.inFile(
          file,
          "rank " + rank + " again",
          "each rank in only one file; this rank is also in " + fileOfRank.get(rank));
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

  private TitTask task(int rank, Compressor compressor, Collectives collectives) {
    return new TitTask(rank, present.length(), dialect, compressor.task(rank), collectives);
  }

  /** Reads the only file of a run, which has the actions of all ranks. */
  private void readMerged(Line line, Compressor compressor, Collectives collectives)
      throws IOException {
    TitTask[] tasks = new TitTask[present.length()];
    Arrays.setAll(tasks, rank -> task(rank, compressor, collectives));
    while (line.next()) {
      take(tasks[rank(line)], line);
    }
    Arrays.stream(tasks).filter(TitTask::finished).forEach(task -> finished.incrementAndGet());
  }

  /** Reads one of several files, each of which has the actions of one rank. */
  private void readRank(Line line, Compressor compressor, Collectives collectives)
      throws IOException {
    int only = -1;
    TitTask task = null;
    while (line.next()) {
      int rank = rank(line);
      if (task == null) {
        only = rank;
        task = task(only, compressor, collectives);
      }
      if (rank != only) {
        foreign.incrementAndGet();
      } else {
        take(task, line);
      }
    }
    if (task != null) {
      finished.addAndGet(task.finished() ? 1 : 0);
      compressor.finish(only);
    }
  }

  /** Opens a file by its number, and passes its content to a reader. */
  private interface Opening {
    /** @param report receives how many bytes of the file were read since its last call */
    void open(int number, LongConsumer report, TitFiles.Visitor reader) throws IOException;
  }

  /** Files with one rank each, which are read in parallel. */
  private final class RankFiles implements ParallelParts.Part {
    private final Opening files;
    private final Compressor compressor;
    private final CollectiveOrder order;

    /** The collectives that are not compared yet, by the number of the file. */
    private final Map<Integer, CollectiveLog> logs = new ConcurrentHashMap<>();

    RankFiles(Opening files, Compressor compressor, CollectiveOrder order) {
      this.files = files;
      this.compressor = compressor;
      this.order = order;
    }

    @Override
    public void run(int number, LongConsumer report) throws IOException {
      files.open(number, report, (name, in) -> {
        CollectiveLog log = new CollectiveLog(name);
        logs.put(number, log);
        readRank(new Line(in, name), compressor, log);
      });
    }

    @Override
    public void settle(int number) {
      CollectiveLog log = logs.remove(number);
      if (log != null) {
        log.compare(order);
      }
    }
  }
}
