package io.github.tracecast.imports.internal.listing;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.TextLines;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compresses a listing. The result equals the listed trace except for times. A listing has times in
 * hundredths of a microsecond, and each time is the mean over the executions that shared a delta.
 */
public final class ListingImporter {
  private static final Pattern HEAD = Pattern.compile("\\Aranks (\\d{1,9})\\R");

  /** The number of lines between two reports of progress. */
  private static final int REPORT = 1 << 16;

  private final TextLines lines;
  private final String file;
  private final LongConsumer progress;
  private String line = "";

  private ListingImporter(InputStream in, String file, LongConsumer progress) {
    this.lines = new TextLines(in, file, StandardCharsets.UTF_8);
    this.file = file;
    this.progress = progress;
  }

  /** Whether a file with these first bytes is a listing of all ranks. */
  public static boolean recognises(byte[] head) {
    return HEAD.matcher(new String(head, StandardCharsets.ISO_8859_1)).find();
  }

  /**
   * Reads and compresses a listing.
   *
   * @param file the name of the listing in error messages
   * @param progress receives the number of lines read from time to time
   * @throws TraceException if the text is not a valid listing
   */
  public static Trace read(
      InputStream in, String file, CompressOptions options, LongConsumer progress)
      throws IOException {
    return new ListingImporter(in, file, progress).read(options);
  }

  private boolean next() {
    String read = lines.next();
    line = read == null ? "" : read;
    if (lines.number() % REPORT == 0) {
      progress.accept(lines.number());
    }
    return read != null;
  }

  private TraceException fault(String found, String expected) {
    return lines.place().fault(found, expected);
  }

  private Trace read(CompressOptions options) {
    next();
    Matcher head = HEAD.matcher(line + "\n");
    int ranks = head.find() ? Integer.parseInt(head.group(1)) : 0;
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw fault(line, "ranks 1 to " + RankList.MAX_RANKS);
    }
    ListedDefinitions definitions = new ListedDefinitions(ranks);
    boolean more = next();
    while (more && definitions.readLine(line, this::fault)) {
      more = next();
    }
    Compressor compressor = new Compressor(ranks, options);
    int unfinished = 0;
    BitSet seen = new BitSet();
    while (more) {
      int rank = rank(ranks, seen);
      EventSink sink = compressor.task(rank);
      ListedTask task = new ListedTask(sink, definitions.defineFor(rank, sink), this::fault);
      for (more = next(); more && !line.startsWith("rank "); more = next()) {
        takeEvents(task);
      }
      unfinished += task.finished() ? 0 : 1;
      compressor.finish(rank);
    }
    if (seen.cardinality() < ranks) {
      throw fault("the end without rank " + seen.nextClearBit(0), "all of " + ranks + " ranks");
    }
    List<String> notes = unfinished == 0 || unfinished == ranks
        ? List.of()
        : List.of(unfinished + " of " + ranks
            + " ranks have no MPI_Finalize: the listing may be incomplete");
    try {
      return compressor.trace("listing of tracecast expand", notes);
    } catch (TraceException e) {
      throw e.in(file);
    }
  }

  private void takeEvents(ListedTask task) {
    try {
      task.takeLine(line);
    } catch (TraceException e) {
      throw e.in(file + ":" + lines.number());
    }
  }

  private int rank(int ranks, BitSet seen) {
    Matcher matcher = Pattern.compile("rank (\\d{1,9})").matcher(line);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) >= ranks) {
      throw fault("\"" + line + "\"", "rank 0 to " + (ranks - 1));
    }
    int rank = Integer.parseInt(matcher.group(1));
    if (seen.get(rank)) {
      throw fault("rank " + rank + " again", "each rank once");
    }
    seen.set(rank);
    return rank;
  }
}
