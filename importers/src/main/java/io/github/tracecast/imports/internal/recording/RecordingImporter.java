package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.compress.FoldedTask;
import io.github.tracecast.compress.MaterialTimes;
import io.github.tracecast.compress.iterations.SingleTimes;
import io.github.tracecast.imports.ComputationSink;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.recorder.RecorderConstants;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compresses or lists the logs of one recorded run. */
public final class RecordingImporter {
  private static final String MERGED = "merged.log";
  private static final String LATE = RecorderConstants.text("TC_LATE_FILE");
  private static final Pattern MAGIC = Pattern.compile("TRC(REC|MRG)\\d\\d");

  private final Path folder;
  private final LogDefinitions[] logs;

  /** The ranks that were merged during the run; null if no ranks were merged. */
  private @Nullable MergedRecording merged;

  private final RunCounter counter;
  private final CallPaths paths;
  private final RunCommunicators communicators;
  private final List<String> notes = new ArrayList<>();

  private RecordingImporter(Path folder, int threads) throws IOException {
    this.folder = folder;
    Path all = folder.resolve(MERGED);
    merged = Files.exists(all) ? new MergedRecording(all) : null;
    logs = new LogDefinitions[merged == null ? ranksOfLogs(folder) : merged.size()];
    List<LogDefinitions> found = readLogs(threads);
    counter = new RunCounter(logs, merged == null ? InstructionCount.NONE : merged.counted());
    agreeOnCounter();
    paths = new CallPaths(found);
    communicators = new RunCommunicators(folder.toString(), logs);
  }

  private static List<Path> filesOfLogs(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().matches("rank\\.\\d+\\.log"))
          .sorted()
          .toList();
    }
  }

  private static int ranksOfLogs(Path folder) throws IOException {
    List<Path> files = filesOfLogs(folder);
    if (files.isEmpty()) {
      throw TraceException.inFile(
          folder.toString(),
          "no log of any rank",
          "one log per rank; does the program use the MPI library that the recorder was built"
              + " for?");
    }
    Path first = files.getFirst();
    int size;
    try (LogReader log = LogReader.of(first)) {
      size = log.size();
    }
    if (size < 1 || size > RankList.MAX_RANKS) {
      throw TraceException.inFile(first.toString(), size + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    if (files.size() < size / 2) {
      throw TraceException.inFile(
          folder.toString(),
          "logs of " + files.size() + " of " + size + " ranks",
          "logs of at least half of the ranks; was the recorder preloaded into all programs of the command?");
    }
    return size;
  }

  /**
   * Reads the definitions in the logs of all ranks.
   *
   * @param folder the folder with {@code merged.log}, and {@code rank.R.log} for each rank R that
   *     was not merged
   * @throws TraceException if a log is damaged, or the folder contains no log
   */
  public static RecordingImporter of(Path folder) {
    return of(folder, ParallelParts.cores());
  }

  /** Reads the definitions as {@link #of(Path)} does, with the given number of threads. */
  public static RecordingImporter of(Path folder, int threads) {
    try {
      return new RecordingImporter(folder, threads);
    } catch (IOException e) {
      throw PlainInput.unreadable(folder.toString(), e);
    }
  }

  /**
   * Whether compression with these options needs every single call. The recorder folded calls with
   * the default window, and summed up their times by groups of ranks, so another window or more
   * detail needs the single calls.
   */
  public static boolean needsCalls(CompressOptions options) {
    return options.window() != CompressOptions.DEFAULT.window()
        || options.detail() == DeltaDetail.RANKS
        || options.detail() == DeltaDetail.ALL;
  }

  public int ranks() {
    return logs.length;
  }

  /**
   * Compresses all events.
   *
   * @param progress receives the number of events read from time to time
   */
  public Trace compress(CompressOptions options, LongConsumer progress) {
    describe();
    counter.describeRate(notes);
    boolean calls = needsCalls(options);
    Compressor compressor = new Compressor(
        logs.length, options, merged == null || calls ? List.of() : merged.groupedClasses());
    try {
      ParallelParts.run(
          logs.length,
          // merged ranks share times, which are united on first use, unless calls are read
          merged == null || calls ? options.threads() : 1,
          progress,
          (rank, report) -> compress(rank, compressor, calls, report));
      Trace trace = compressor.trace(
          counter.origin(),
          notes,
          whole -> options.reducesTimes() ? MaterialTimes.of(whole) : whole);
      RecordedProvenance known = RecordedProvenance.read(folder, logs.length, counter.counter());
      return trace.with(trace.events(), known.in(trace.header()));
    } catch (IOException e) {
      throw PlainInput.unreadable(folder.toString(), e);
    }
  }

  private void compress(int rank, Compressor compressor, boolean calls, LongConsumer report)
      throws IOException {
    FoldedTask task = compressor.folded(rank);
    if (logs[rank] != null && calls) {
      passCalls(rank, compressor.task(rank));
    } else if (logs[rank] != null) {
      pass(rank, task);
      singles(rank, task.singles());
    }
    communicators.defineAssumed(rank, task.definitions());
    if (task.events() == 0) {
      EventSink sink = task.definitions();
      sink.begin(MpiCall.INIT, sink.site("")).end();
    }
    compressor.finish(rank);
    report.accept(task.events());
  }

  /** Whether a folder holds the log of at least one rank. */
  public static boolean isRecording(Path folder) throws IOException {
    return Files.exists(folder.resolve(MERGED)) || !filesOfLogs(folder).isEmpty();
  }

  /** Whether a file with these first bytes is a rank's log or the merged log. */
  public static boolean recognises(String head) {
    return MAGIC.matcher(head).lookingAt();
  }

  /**
   * Passes one rank's calls to a consumer, in the form of {@link WritingSink}. The list is empty if
   * the recorder did not log each call.
   */
  public void list(int rank, Consumer<String> lines) {
    Path file = file(rank);
    if (!Files.exists(file)) {
      return;
    }
    try {
      new LoggedTask(new LogDefinitions(file), paths, communicators, new WritingSink(lines)).run();
    } catch (IOException e) {
      throw PlainInput.unreadable(folder.toString(), e);
    }
  }

  private void passCalls(int rank, EventSink sink) throws IOException {
    if (!Files.exists(file(rank))) {
      throw withoutCalls();
    }
    LogDefinitions definitions = new LogDefinitions(file(rank));
    LoggedTask task = new LoggedTask(definitions, paths, communicators, sink);
    task.run();
    if (task.events() == 0) {
      throw withoutCalls();
    }
  }

  private TraceException withoutCalls() {
    return TraceException.inFile(
        folder.toString(),
        "no single calls",
        "a recording with single calls (record --raw), because `window`, `deltas-detail ranks` and"
            + " `deltas-detail all` need them");
  }

  /**
   * Returns the share of a rank's run, 0 to 1, in which it waited for a processor. Empty if its
   * computation does not include this wait, because a counter other than the clock measured the
   * computation, or if the wait is not known. The folder may lack the logs of other ranks.
   */
  public static OptionalDouble waitedShare(Path folder, int rank) {
    try {
      LogDefinitions log = new LogDefinitions(folder.resolve("rank." + rank + ".log"));
      return log.counting().counter() == Counter.TIME
          ? RecordedProvenance.read(folder, log.size, Counter.TIME).waitedShare()
          : OptionalDouble.empty();
    } catch (IOException e) {
      throw PlainInput.unreadable(folder.toString(), e);
    }
  }

  /**
   * Passes the computation before each of a rank's calls to a consumer. The folder may lack the
   * logs of other ranks.
   */
  public static void times(Path folder, int rank, ComputationSink computation) {
    Path file = folder.resolve("rank." + rank + ".log");
    try {
      LogDefinitions definitions = new LogDefinitions(file);
      Counting counting = definitions.counting();
      try (LogReader log = LogReader.of(file)) {
        definitions.events(
            log,
            RecordKind.CALL,
            event -> computation.before(
                event.call(), counting.unit(Delta.Kind.COMPUTE), counting.compute(event)));
      }
    } catch (IOException e) {
      throw PlainInput.unreadable(file.toString(), e);
    }
  }

  private Path file(int rank) {
    return folder.resolve("rank." + rank + ".log");
  }

  /** Returns the merged recording if the rank is in this recording, otherwise null. */
  private @Nullable MergedRecording mergedWith(int rank) {
    return merged != null && merged.has(rank) ? merged : null;
  }

  /** Reads and returns the definitions of each rank that has its own log. */
  private List<LogDefinitions> readLogs(int threads) throws IOException {
    ParallelParts.run(logs.length, threads, done -> {}, (rank, report) -> readLog(rank));
    return Arrays.stream(logs).filter(Objects::nonNull).toList();
  }

  private void readLog(int rank) throws IOException {
    MergedRecording with = mergedWith(rank);
    if (with != null) {
      logs[rank] = with.definitions(rank);
    } else if (Files.isRegularFile(file(rank))) {
      logs[rank] = new LogDefinitions(file(rank));
      if (logs[rank].rank != rank || logs[rank].size != logs.length) {
        throw TraceException.inFile(
            file(rank).toString(),
            "rank " + logs[rank].rank + " of " + logs[rank].size,
            "rank " + rank + " of " + logs.length + ", as in the file name and the other logs");
      }
    } else {
      return;
    }
    readLate(logs[rank]);
  }

  /** Adds the calls that were lost after the log of the rank was closed. */
  private void readLate(LogDefinitions log) throws IOException {
    Path file = folder.resolve("rank." + log.rank + LATE);
    if (Files.isRegularFile(file)) {
      LogBytes late = new LogBytes(file.toString(), Files.readAllBytes(file));
      while (late.more()) {
        log.takeLost(late);
      }
    }
  }

  private void agreeOnCounter() throws IOException {
    if (Arrays.stream(logs).filter(Objects::nonNull).noneMatch(counter::converts)) {
      return;
    }
    double nanos = counter.nanosPerInstruction();
    if (merged != null) {
      merged = new MergedRecording(folder.resolve(MERGED), nanos);
    }
    for (LogDefinitions log : logs) {
      if (log != null && counter.converts(log)) {
        log.countInInstructions(nanos);
      }
    }
  }

  private void pass(int rank, FoldedTask task) throws IOException {
    FoldedLog log = new FoldedLog(logs[rank], paths, communicators, task);
    MergedRecording with = mergedWith(rank);
    if (with != null) {
      log.passMerged(with.origin(), with.nodes(logs[rank]));
    } else {
      log.passOwnFiles();
    }
  }

  /**
   * Adds the times before the single calls of a rank. If the run was killed, the last number may
   * lack bytes.
   */
  private void singles(int rank, SingleTimes times) {
    Path file = folder.resolve("rank." + rank + ".times");
    if (!Files.isRegularFile(file)) {
      return;
    }
    Counting counting = logs[rank].counting();
    Unit unit = counting.unit(Delta.Kind.COMPUTE);
    double ticks = counting.ticks(Delta.Kind.COMPUTE);
    try {
      byte[] bytes = Files.readAllBytes(file);
      int whole = bytes.length;
      while (whole > 0 && bytes[whole - 1] < 0) { // drop the bytes of an unfinished number
        whole--;
      }
      LogBytes log = new LogBytes(file.toString(), Arrays.copyOf(bytes, whole));
      while (log.more()) {
        times.add(unit, log.amount("time", Long.MAX_VALUE) / ticks);
      }
    } catch (IOException e) {
      throw PlainInput.unreadable(file.toString(), e);
    }
  }

  /** Adds notes about missing ranks and calls. Ranks with the same reason share a note. */
  private void describe() {
    Map<String, List<Integer>> reasons = new LinkedHashMap<>();
    LostCalls lost = new LostCalls();
    for (int rank = 0; rank < logs.length; rank++) {
      LogDefinitions log = logs[rank];
      if (communicators.assumes(rank)) {
        add(
            reasons,
            "partial: the log of the rank lacks communicators that it created with other ranks;"
                + " its local ranks in these communicators are assumed",
            rank);
      }
      if (log == null) {
        add(reasons, "partial: no recording at all", rank);
        continue;
      }
      log.notes.forEach(note -> add(reasons, note, log.rank));
      lost.add(log);
      counter.describe(log).ifPresent(reason -> add(reasons, reason, log.rank));
      if (!log.stopped.isEmpty()) {
        add(reasons, "partial: recording stopped early: " + log.stopped, rank);
      } else if (!log.finished) {
        add(reasons, "partial: ended without MPI_Finalize", rank);
      }
    }
    reasons.forEach((reason, ranks) -> notes.add(reason + " (" + ranks.size() + " of " + logs.length
        + " ranks, the first is " + ranks.getFirst() + ")"));
    lost.describe(logs.length, notes);
  }

  private static void add(Map<String, List<Integer>> reasons, String reason, int rank) {
    reasons.computeIfAbsent(reason, r -> new ArrayList<>()).add(rank);
  }
}
