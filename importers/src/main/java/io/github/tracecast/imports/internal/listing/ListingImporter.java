package io.github.tracecast.imports.internal.listing;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.TextLines;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compresses a listing. The result equals the listed trace except for times. A listing has times in
 * hundredths of a microsecond. Each time is the mean over the executions that share a delta, but
 * lines {@code TIME:} have the whole distribution in microseconds ({@link ListedTimes}). With
 * several threads, a thread finds where the next rank begins and then reads this rank.
 */
public final class ListingImporter {
  private static final Pattern HEAD = Pattern.compile("\\Aranks (\\d{1,9})\\R");
  private static final Pattern RANK = Pattern.compile("rank (\\d{1,9})");

  /** The number of lines after which their bytes are reported. */
  private static final int REPORT = 1 << 12;

  private final TextLines lines;
  private final Path path;
  private final CompressOptions options;
  private final LongConsumer progress;
  private final int ranks;
  private final ListedDefinitions definitions;
  private final Compressor compressor;
  private final BitSet seen = new BitSet();
  private final AtomicInteger unfinished = new AtomicInteger();

  /** The line that was read last; null at the end. */
  private @Nullable String line;

  /** Reads the definitions of a listing. */
  private ListingImporter(
      InputStream in, Path path, CompressOptions options, LongConsumer progress) {
    this.lines = new TextLines(in, path.toString(), StandardCharsets.UTF_8);
    this.path = path;
    this.options = options;
    this.progress = progress;
    String first = lines.next();
    Matcher head = HEAD.matcher(first + "\n");
    ranks = head.find() ? Integer.parseInt(head.group(1)) : 0;
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw lines.fault(first == null ? "" : first, "ranks 1 to " + RankList.MAX_RANKS);
    }
    definitions = new ListedDefinitions(ranks);
    line = lines.next();
    while (line != null && definitions.readLine(line, lines::fault)) {
      line = lines.next();
    }
    compressor = new Compressor(ranks, options);
  }

  /** Whether a file with these first bytes is a listing of all ranks. */
  public static boolean recognises(String head) {
    return HEAD.matcher(head).find();
  }

  /**
   * Reads and compresses a listing.
   *
   * @param in the text of the listing, which reports its bytes itself if one thread reads it
   * @param path the file with this text, which several threads open again
   * @param progress receives the number of bytes that several threads have read
   * @throws TraceException if the text is not a valid listing
   */
  public static Trace read(
      InputStream in, Path path, CompressOptions options, LongConsumer progress)
      throws IOException {
    return new ListingImporter(in, path, options, progress).read();
  }

  private Trace read() throws IOException {
    if (options.threads() == 1 || PlainInput.isGzip(path)) {
      readInOrder();
    } else {
      long first = lines.offset();
      ParallelParts.run(this::find, options.threads(), done -> progress.accept(first + done));
    }
    int lacking = unfinished.get();
    List<String> notes = lacking == 0 || lacking == ranks
        ? List.of()
        : List.of(lacking + " of " + ranks + (lacking == 1 ? " ranks has" : " ranks have")
            + " no MPI_Finalize; the listing may be incomplete");
    try {
      return compressor.trace("listing of tracecast expand", notes);
    } catch (TraceException e) {
      throw e.in(path.toString());
    }
  }

  private void readInOrder() {
    while (line != null) {
      line = readRank(rank(line), lines, more -> {});
    }
    requireAll();
  }

  /**
   * Finds the next rank, and returns the part that reads it.
   *
   * @param number the number of ranks found so far
   * @return null after the last rank
   */
  private ParallelParts.@Nullable Part find(int number) {
    if (number > 0) {
      lines.skipTo('r');
      line = lines.next();
    }
    if (line == null) {
      requireAll();
      return null;
    }
    int rank = rank(line);
    long offset = lines.offset();
    int before = lines.number();
    return (part, report) -> {
      try (InputStream in = PlainInput.content(path)) {
        in.skipNBytes(offset);
        readRank(
            rank,
            new TextLines(in, path.toString(), StandardCharsets.UTF_8, offset, before),
            report);
      }
    };
  }

  /**
   * Reads the events of a rank.
   *
   * @return the line that begins the next rank; null at the end
   */
  private @Nullable String readRank(int rank, TextLines from, LongConsumer report) {
    EventSink sink = compressor.task(rank);
    ListedTask task = new ListedTask(
        sink, definitions.defineFor(rank, sink), new ListedTimes.Share(rank, ranks), from::fault);
    long reported = from.offset();
    int taken = 0;
    String event = from.next();
    for (; event != null && !event.startsWith("rank "); event = from.next()) {
      try {
        task.takeLine(event);
      } catch (TraceException e) {
        throw e.in(from.place().toString());
      }
      if (++taken % REPORT == 0) {
        report.accept(from.offset() - reported);
        reported = from.offset();
      }
    }
    report.accept(from.offset() - reported);
    unfinished.addAndGet(task.finish() ? 0 : 1);
    compressor.finish(rank);
    return event;
  }

  private int rank(String text) {
    Matcher matcher = RANK.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) >= ranks) {
      throw lines.fault("\"" + text + "\"", "rank 0 to " + (ranks - 1));
    }
    int rank = Integer.parseInt(matcher.group(1));
    if (seen.get(rank)) {
      throw lines.fault("rank " + rank + " again", "each rank once");
    }
    seen.set(rank);
    return rank;
  }

  private void requireAll() {
    if (seen.cardinality() < ranks) {
      throw lines.fault(
          "the end of the listing without rank " + seen.nextClearBit(0),
          ranks == 1 ? "rank 0" : "all " + ranks + " ranks");
    }
  }
}
