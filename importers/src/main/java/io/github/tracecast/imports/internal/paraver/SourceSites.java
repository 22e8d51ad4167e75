package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * The call sites of a trace. A site is a call and, if the trace has them, the source lines of its
 * callers. Not thread-safe.
 */
final class SourceSites {
  private static final long LINE_LEVELS = 80_000_000L;
  private static final int MOST_LEVELS = 100;

  private final EventNames names;
  private final Map<IntArrayList, String> sites = new HashMap<>();
  private final IntArrayList lines = new IntArrayList();

  SourceSites(EventNames names) {
    this.names = names;
  }

  /** Forgets the source lines that were read so far. */
  void clear() {
    lines.clear();
  }

  /** Keeps the value of an event if the event's type is that of a source line. */
  void addIfLine(long type, long value) {
    if (type > LINE_LEVELS
        && type <= LINE_LEVELS + MOST_LEVELS
        && value > 0
        && value < Integer.MAX_VALUE) {
      lines.add((int) value);
    }
  }

  /** Whether any source line was read. */
  boolean hasLines() {
    return !lines.isEmpty();
  }

  /** Returns the site of a call from the source lines that were read so far. */
  String site(MpiCall call, String name) {
    if (lines.isEmpty()) {
      return name;
    }
    IntArrayList key = new IntArrayList(lines);
    key.add(call.ordinal());
    return sites.computeIfAbsent(key, ignored -> text(name));
  }

  private String text(String name) {
    StringBuilder text = new StringBuilder(name);
    for (int level = 0; level < lines.size(); level++) {
      text.append(level == 0 ? " at " : " < ");
      text.append(names.name(LINE_LEVELS + level + 1, lines.getInt(level)));
    }
    return text.toString();
  }
}
