package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.EventSink;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * The call sites of one rank. The format has no call sites, so all calls with the same name and tag
 * have one call site. If functions of the program were recorded, calls in different functions have
 * different call sites. Not thread-safe.
 */
final class RankSites {
  /**
   * The largest number of call sites with separate tags. Further call sites are distinguished only
   * by the call.
   */
  private static final int MOST = 1 << 12;

  private static final int DEEPEST = 1 << 12;

  private final DumpiFile file;
  private final EventSink sink;
  private final Long2IntOpenHashMap sites = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap functions = new Long2IntOpenHashMap();
  private final LongArrayList stack = new LongArrayList();
  private int inside;

  RankSites(DumpiFile file, EventSink sink) {
    this.file = file;
    this.sink = sink;
    sites.defaultReturnValue(-1);
  }

  /** Updates the call stack by a record of entering or leaving a function of the program. */
  void walk(CallReader record) throws IOException {
    if (record.function() == DumpiCalls.FUNCTION_ENTER) {
      if (stack.size() < DEEPEST) {
        stack.add(record.address());
      }
    } else if (!stack.isEmpty()) {
      stack.popLong();
    }
    inside = stack.isEmpty()
        ? 0
        : functions.computeIfAbsent(stack.topLong(), address -> functions.size() + 1);
  }

  /** Returns the sink's handle for the call site of the current record. */
  int site(DumpiCalls function, CallReader record) {
    int tag = function.tag < 0 ? 0 : record.number(function.tag) + 2;
    if (tag != 0 && sites.size() > MOST) {
      tag = 0;
    }
    long key = (long) inside << 42 | (long) record.function() << 32 | tag & 0xffffffffL;
    int site = sites.get(key);
    if (site < 0) {
      site = sink.site(name(function, tag));
      sites.put(key, site);
    }
    return site;
  }

  private String name(DumpiCalls function, int tag) {
    String name = function.name;
    if (tag != 0) {
      name += " tag " + (tag == 1 ? "any" : Integer.toString(tag - 2));
    }
    return inside == 0 ? name : name + " in " + file.functionName(stack.topLong());
  }
}
