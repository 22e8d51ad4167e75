package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The call sites of a trace. A site is a call and, if the trace has them, the source lines of its
 * callers. Not thread-safe.
 */
final class SourceSites {
  private static final long LINE_LEVELS = 80_000_000L;
  private static final int MOST_LEVELS = 100;

  private static final int CALLS = MpiCall.values().length;

  private final EventNames names;

  /**
   * The number of a path of callers: its last line and the number of the path before it, to the
   * number of the path. The numbers of paths without lines are those of calls.
   */
  private final Long2IntOpenHashMap paths = new Long2IntOpenHashMap();

  /** The text of each path with lines, null if no call has only these lines. */
  private final ObjectArrayList<@Nullable String> texts = new ObjectArrayList<>();

  private final IntArrayList lines = new IntArrayList();

  SourceSites(EventNames names) {
    this.names = names;
  }

  /** Whether an event's type is that of a source line. */
  static boolean isLine(long type) {
    return type > LINE_LEVELS && type <= LINE_LEVELS + MOST_LEVELS;
  }

  /** Forgets the source lines that were read so far. */
  void clear() {
    lines.clear();
  }

  /** Keeps the value of an event if the event's type is that of a source line. */
  void addIfLine(long type, long value) {
    if (isLine(type) && value > 0 && value < Integer.MAX_VALUE) {
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
    int path = call.ordinal();
    for (int level = 0; level < lines.size(); level++) {
      path = longer(path, lines.getInt(level));
    }
    String text = texts.get(path - CALLS);
    if (text == null) {
      text = text(name);
      texts.set(path - CALLS, text);
    }
    return text;
  }

  private int longer(int path, int line) {
    long key = (long) path << 32 | line;
    int longer = paths.get(key);
    if (longer == 0) {
      longer = CALLS + texts.size();
      paths.put(key, longer);
      texts.add(null);
    }
    return longer;
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
