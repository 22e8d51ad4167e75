package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads call sites as paths of frames, with each frame only once. */
final class CallPathTable {
  /** The text between the frames of a path in recorded names. */
  private static final String SEPARATOR = " < ";

  /**
   * The largest number of characters of all paths together, with one separator for each path.
   * Without this limit, a small table could represent very much text, because frames recur.
   */
  private static final int MOST_TEXT = 1 << 28;

  private CallPathTable() {}

  static TableWriter write(List<CallSite> sites) {
    checkText(sites);
    TableWriter table = new TableWriter(sites.size(), SectionId.CALL_SITES.columns().length);
    Dictionary<String> frames = new Dictionary<>();
    Successors next = new Successors();
    for (CallSite site : sites) {
      String[] path = site.name().split(SEPARATOR, -1);
      table.column(1).varint(path.length);
      for (String frame : path) {
        table.column(2).varint(next.code(frames.number(frame)));
      }
    }
    frames.things().forEach(table.column(0)::text);
    return table;
  }

  private static void checkText(List<CallSite> sites) {
    long text = sites.stream()
        .mapToLong(site -> site.name().length() + SEPARATOR.length())
        .sum();
    if (text > MOST_TEXT) {
      throw TraceException.at(
          "binary trace",
          "call paths of " + text + " characters",
          "at most " + MOST_TEXT + "; write the trace as text, which has no such limit");
    }
  }

  static List<CallSite> read(TableReader table) {
    List<String> frames = new ArrayList<>();
    while (table.column(0).left() > 0) {
      frames.add(table.column(0).text());
    }
    Successors next = new Successors();
    List<CallSite> sites = new ArrayList<>();
    long text = 0;
    for (int i = 0; i < table.rows(); i++) {
      int depth = table.column(1).count(table.column(2).left(), "frames");
      List<String> path = new ArrayList<>();
      for (int frame = 0; frame < depth; frame++) {
        String name = frames.get(next.read(table.column(2), frames.size(), "frame"));
        text += name.length() + SEPARATOR.length();
        if (text > MOST_TEXT) {
          throw table
              .column(2)
              .fail("call paths of more than " + MOST_TEXT + " characters", "at most " + MOST_TEXT);
        }
        path.add(name);
      }
      sites.add(new CallSite(String.join(SEPARATOR, path)));
    }
    table.expectEnd();
    return sites;
  }
}
