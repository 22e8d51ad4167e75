package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.communicators.CommunicatorReplay;
import io.github.tracecast.imports.internal.communicators.CommunicatorReplay.Stuck;
import io.github.tracecast.imports.internal.communicators.GroupTable;
import io.github.tracecast.imports.internal.communicators.RunCommunicator;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compresses DUMPI traces, several ranks in parallel. The end of each file is read first, because
 * it has the number of calls of each function. If the run creates communicators, a pass over all
 * ranks reads the calls that create them. A last pass turns the records into events. Memory is
 * proportional to the number of ranks that are read in parallel, their communicators, and the
 * compressed trace.
 */
public final class DumpiImporter {
  private static final FirstPass NO_CALLS = new FirstPass();

  private final DumpiRun run;
  private final CompressOptions options;
  private final LongConsumer progress;

  private DumpiImporter(DumpiRun run, CompressOptions options, LongConsumer progress) {
    this.run = run;
    this.options = options;
    this.progress = progress;
  }

  /** Whether a file with these first bytes belongs to a DUMPI trace. */
  public static boolean recognises(String head) {
    return DumpiRun.isPart(head);
  }

  /**
   * Reads and compresses a run.
   *
   * @param paths exactly one path of the run
   * @param name the user's name for the run
   * @throws TraceException if the run cannot be read
   */
  public static Trace read(
      List<Path> paths, String name, CompressOptions options, LongConsumer progress)
      throws IOException {
    if (paths.size() > 1) {
      throw TraceException.inFile(
          paths.getFirst().toString(),
          paths.size() + " paths",
          "one path: the folder, the .meta file or the file of any rank");
    }
    try {
      return new DumpiImporter(DumpiRun.open(paths.getFirst(), name), options, progress).read();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Trace read() throws IOException {
    List<Integer> ranks = run.ranks();
    boolean[] partial = new boolean[1];
    boolean makesCommunicators = mayCreateCommunicators(ranks, partial);
    boolean sizeKnown = run.declaredRanks() > 0;
    Map<Integer, FirstPass> scans =
        makesCommunicators || !sizeKnown ? scan(ranks) : new TreeMap<>();
    int seen = sizeKnown
        ? 0
        : scans.values().stream().mapToInt(FirstPass::ranksSeen).max().orElse(0);
    int size = run.size(seen);
    boolean whole = ranks.size() == size;
    GroupTable groups = new GroupTable(size);
    Stuck stuck = whole && makesCommunicators
        ? new CommunicatorReplay(
                size,
                groups,
                rank -> at(scans, rank).makings().iterator(),
                (rank, made) -> at(scans, rank).made().add(made))
            .run()
        : null;
    RunNotes notes = new RunNotes();
    Completeness balance = partial[0] ? new Completeness(-1) : null;
    Compressor compressor = compress(RunCommunicator.world(groups), scans, notes, balance);
    return compressor.trace(
        "DUMPI: " + Path.of(run.name()).getFileName(), lines(notes, size, stuck, balance));
  }

  /**
   * Whether a file may have calls that create communicators; true for a file without counts of
   * calls. Sets {@code partial[0]} if some calls were not recorded.
   */
  private boolean mayCreateCommunicators(List<Integer> ranks, boolean[] partial)
      throws IOException {
    AtomicInteger makers = new AtomicInteger();
    AtomicInteger ignoring = new AtomicInteger();
    ofEach(ranks, rank -> {
      DumpiFile file = open(rank);
      for (int function = 0; function < DumpiCalls.count(); function++) {
        if (!file.hasFooter()
            || FirstPass.makes(DumpiCalls.of(function).call) && file.called(function) > 0) {
          makers.incrementAndGet();
        }
        if (file.ignored(function) > 0) {
          ignoring.incrementAndGet();
        }
      }
    });
    partial[0] = ignoring.get() > 0;
    return makers.get() > 0;
  }

  private DumpiFile open(int rank) {
    try {
      return run.file(rank);
    } catch (IOException e) {
      throw PlainInput.unreadable(run.name() + ": rank " + rank, e);
    }
  }

  private Map<Integer, FirstPass> scan(List<Integer> ranks) throws IOException {
    Map<Integer, FirstPass> scans = new TreeMap<>();
    ofEach(ranks, rank -> {
      DumpiFile file = open(rank);
      try {
        FirstPass scan = FirstPass.of(file);
        synchronized (scans) {
          scans.put(rank, scan);
        }
      } catch (IOException e) {
        throw PlainInput.unreadable(file.name(), e);
      }
    });
    return scans;
  }

  private void ofEach(List<Integer> ranks, IntConsumer work) throws IOException {
    ParallelParts.run(
        ranks.size(),
        options.threads(),
        done -> {},
        (number, report) -> work.accept(ranks.get(number)));
  }

  private static FirstPass at(Map<Integer, FirstPass> scans, int rank) {
    return Objects.requireNonNull(scans.get(rank));
  }

  private Compressor compress(
      RunCommunicator world,
      Map<Integer, FirstPass> scans,
      RunNotes notes,
      @Nullable Completeness balance)
      throws IOException {
    int size = world.group().size();
    List<Integer> ranks = run.ranks();
    Compressor compressor = new Compressor(size, options);
    Set<Integer> there = new HashSet<>(ranks);
    IntStream.range(0, size).filter(rank -> !there.contains(rank)).forEach(rank -> {
      compressor.task(rank);
      compressor.finish(rank);
    });
    ParallelParts.run(ranks.size(), options.threads(), progress, (number, report) -> {
      int rank = ranks.get(number);
      DumpiFile file = open(rank);
      Completeness own = balance == null ? null : new Completeness(rank);
      try {
        new DumpiTask(
                file,
                compressor.task(rank),
                options.completions(),
                new LocalCommunicators(
                    compressor.task(rank),
                    rank,
                    world,
                    scans.getOrDefault(rank, NO_CALLS).made()),
                notes,
                own)
            .run(report);
      } catch (IOException e) {
        throw PlainInput.unreadable(file.name(), e);
      }
      if (balance != null && own != null) {
        balance.add(own);
      }
      compressor.finish(rank);
    });
    return compressor;
  }

  private List<String> lines(
      RunNotes notes, int size, @Nullable Stuck stuck, @Nullable Completeness balance) {
    List<String> lines = new ArrayList<>();
    int there = run.ranks().size();
    String fault = balance == null || !notes.isPartial() ? null : balance.fault();
    if (there < size) {
      lines.add(Header.NOT_REPLAYABLE + "only " + there + " of the run's " + size
          + (there == 1 ? " ranks has" : " ranks have")
          + " a file in the same folder for each rank");
    } else if (stuck != null) {
      lines.add(Header.NOT_REPLAYABLE + "rank " + stuck.rank() + " is in a call of "
          + stuck.call().call().mpiName() + " that not all members of its communicator recorded");
    } else if (fault != null) {
      lines.add(Header.NOT_REPLAYABLE + fault
          + "; record the whole run, without DUMPI's switches that leave calls out");
    } else if (notes.isPartial()) {
      lines.add(
          "the recorded part can be replayed, because each of its messages has a send and a receive");
    }
    lines.addAll(notes.lines());
    return lines;
  }
}
