package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The call sites of a trace. A site is a call and, if the trace has them, the source lines of its
 * callers. Not thread-safe.
 */
final class SourceSites {
  private static final long LINE_LEVELS = 80_000_000L;
  private static final int MOST_LEVELS = 100;

  private final EventNames names;
  private final Map<String, Integer> ids = new HashMap<>();
  private final Map<IntBuffer, Integer> idsOfLines = new HashMap<>();
  private final List<String> texts = new ArrayList<>();
  private int[] lines = new int[4];
  private int depth;

  SourceSites(EventNames names) {
    this.names = names;
  }

  /** Forgets the source lines that were read so far. */
  void clear() {
    depth = 0;
  }

  /** Keeps the value of an event if the event's type is that of a source line. */
  void addIfLine(long type, long value) {
    if (type > LINE_LEVELS
        && type <= LINE_LEVELS + MOST_LEVELS
        && value > 0
        && value < Integer.MAX_VALUE) {
      if (depth == lines.length) {
        lines = Arrays.copyOf(lines, 2 * depth);
      }
      lines[depth++] = (int) value;
    }
  }

  /** Whether any source line was read. */
  boolean hasLines() {
    return depth > 0;
  }

  /** Returns the site of a call from the source lines that were read so far. */
  int site(MpiCall call, String name) {
    if (depth == 0) {
      return id(name);
    }
    int[] key = Arrays.copyOf(lines, depth + 1);
    key[depth] = call.ordinal();
    Integer known = idsOfLines.get(IntBuffer.wrap(key));
    if (known == null) {
      StringBuilder text = new StringBuilder(name);
      for (int level = 0; level < depth; level++) {
        text.append(level == 0 ? " at " : " < ");
        text.append(names.name(LINE_LEVELS + level + 1, lines[level]));
      }
      known = id(text.toString());
      idsOfLines.put(IntBuffer.wrap(key), known);
    }
    return known;
  }

  private int id(String text) {
    return ids.computeIfAbsent(text, key -> {
      texts.add(key);
      return texts.size() - 1;
    });
  }

  String text(int site) {
    return texts.get(site);
  }
}
