package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.ReadBytes;
import io.github.tracecast.imports.internal.TextLines;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import io.github.tracecast.trace.system.ReadingProgress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compresses the traces of liballprof, several ranks in parallel. A folder or the file of any rank
 * identifies the run. The name of a file ends with its rank.
 */
public final class AllprofImporter {
  private static final Pattern FILE = Pattern.compile("(.*\\D|)(\\d+)(\\.txt|\\.dat)?(\\.gz)?");
  private static final Pattern CALL = Pattern.compile("MPI_\\w++:[-\\d]");
  /**
   * The largest number of ranks without a file. Each of them takes memory, so a damaged number of
   * ranks must not create millions of them.
   */
  private static final int MOST_WITHOUT_FILE = 1 << 18;

  private static final int MOST_NAMES = 10;

  private AllprofImporter() {}

  /** Whether a file with these first bytes is a trace of liballprof. */
  public static boolean recognises(String head) {
    return (head.startsWith("#") || head.startsWith("MPI_"))
        && head.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .findFirst()
            .filter(line -> CALL.matcher(line).lookingAt())
            .isPresent();
  }

  /**
   * Reads and compresses a run.
   *
   * @param file the file of any rank
   * @throws TraceException if the run cannot be read
   */
  public static Trace read(Path file, CompressOptions options, ReadingProgress progress)
      throws IOException {
    NavigableMap<Integer, Path> files = files(file);
    AllprofRun run = AllprofRun.of(files.firstEntry().getValue(), files.lastKey() + 1);
    int size = run.size();
    if (files.lastKey() >= size) {
      throw TraceException.inFile(
          files.lastEntry().getValue().toString(),
          "a file of rank " + files.lastKey(),
          "ranks below " + size + ", the size of MPI_COMM_WORLD");
    }
    if (size - files.size() > MOST_WITHOUT_FILE) {
      throw TraceException.inFile(
          files.firstEntry().getValue().toString(),
          "an MPI_COMM_WORLD of " + size + " ranks, but files of only " + files.size()
              + (files.size() == 1 ? " rank" : " ranks"),
          "at most " + MOST_WITHOUT_FILE
              + " ranks without a file; put the missing files into the same folder");
    }
    Compressor compressor = new Compressor(size, options);
    for (int rank = 0; rank < size; rank++) {
      if (!files.containsKey(rank)) {
        compressor.task(rank);
        compressor.finish(rank);
      }
    }
    AtomicLong assumed = new AtomicLong();
    List<String> named = new ArrayList<>();
    List<Map.Entry<Integer, Path>> all = List.copyOf(files.entrySet());
    progress.expect(ReadBytes.of(files.values()));
    ParallelParts.run(all.size(), options.threads(), progress, (number, report) -> {
      int rank = all.get(number).getKey();
      AllprofRank task = run.task(rank, compressor.task(rank));
      readRank(all.get(number).getValue(), task, report);
      compressor.finish(rank);
      assumed.addAndGet(task.assumedRequests());
      synchronized (named) {
        named.addAll(task.keptByName());
      }
    });
    return compressor.trace(
        "liballprof: " + file.getFileName(), notes(files.size(), size, named, assumed.get()));
  }

  private static List<String> notes(int there, int size, List<String> named, long assumed) {
    List<String> notes = new ArrayList<>();
    if (there < size) {
      notes.add(Header.NOT_REPLAYABLE + "only " + there + " of the run's " + size
          + (there == 1 ? " ranks has" : " ranks have")
          + " a file in the same folder for each rank");
    }
    if (!named.isEmpty()) {
      List<String> names = named.stream().distinct().sorted().toList();
      int more = names.size() - MOST_NAMES;
      notes.add("calls of which only the name is kept: "
          + String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)))
          + (more > 0 ? " and " + more + " more" : ""));
    }
    if (assumed > 0) {
      notes.add("completed requests that liballprof printed as null: " + assumed
          + "; for each, the oldest open request of the rank is assumed");
    }
    return notes;
  }

  /** Returns the files of the run by rank, which is the last number in a file's name. */
  private static NavigableMap<Integer, Path> files(Path file) throws IOException {
    Matcher given = FILE.matcher(file.getFileName().toString());
    if (!given.matches() || given.group(2).length() > 7) {
      throw TraceException.inFile(
          file.toString(),
          "no rank in its name",
          "a name such as NAME0.txt, because the rank is only in the name");
    }
    NavigableMap<Integer, Path> files = new TreeMap<>();
    try (Stream<Path> inside = Files.list(file.toAbsolutePath().getParent())) {
      for (Path one : inside.sorted().toList()) {
        Matcher name = FILE.matcher(one.getFileName().toString());
        if (name.matches()
            && name.group(1).equals(given.group(1))
            && name.group(2).length() <= 7
            && Files.isRegularFile(one)) {
          files.putIfAbsent(Integer.parseInt(name.group(2)), one);
        }
      }
    }
    return files;
  }

  private static void readRank(Path file, AllprofRank task, LongConsumer report) {
    try (TextLines lines = TextLines.open(file, StandardCharsets.ISO_8859_1, report)) {
      AllprofLine line = new AllprofLine(lines);
      while (line.read()) {
        task.take(line);
      }
    } catch (IOException e) {
      throw PlainInput.unreadable(file.toString(), e);
    }
  }
}
