package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.CallPlace;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * Which message a receive of any source or any tag can get, where the program leaves no choice: what is
 * sent to each rank is known, and often only one rank sends there with the tag. One thread.
 */
final class Wildcards {
  /** Found instead of a number: several senders, or several tags. */
  private static final int SEVERAL = -1;

  /** Who sends to (destination, context, tag), and to (destination, context) whatever the tag. */
  private final Keyed sourceOfTag = new Keyed();

  private final Keyed sourceOfAnyTag = new Keyed();

  /** Which tag goes from a source to (destination, context). */
  private final Keyed tagOfSource = new Keyed();

  /** One number by key, or {@link #SEVERAL}. Keys are folded by interning, so that none collide. */
  private static final class Keyed {
    private final Long2LongOpenHashMap firsts = new Long2LongOpenHashMap();
    private final Long2LongOpenHashMap found = new Long2LongOpenHashMap();

    private long key(int rank, int context, int third) {
      long pair = (long) rank << 32 | context;
      long number = firsts.computeIfAbsent(pair, p -> firsts.size());
      return number << 32 | third & 0xFFFF_FFFFL;
    }

    void add(int rank, int context, int third, int value) {
      found.mergeLong(key(rank, context, third), value, (a, b) -> a == b ? a : SEVERAL);
    }

    int get(int rank, int context, int third) {
      return (int) found.getOrDefault(key(rank, context, third), SEVERAL);
    }
  }

  /** Whether any receive of a trace takes any source or any tag. */
  static boolean in(Trace trace) {
    return trace.events().stream()
        .anyMatch(event -> any(event, Parameter.SOURCE)
            || any(event, Parameter.TAG)
            || any(event, Parameter.RECEIVE_TAG));
  }

  private static boolean any(Event event, Parameter parameter) {
    Values values = event.parameters().get(parameter);
    return values != null && values.pieces().stream().map(Piece::sequence).anyMatch(Wildcards::any);
  }

  private static boolean any(Sequence sequence) {
    for (int element = 0; element < sequence.period(); element++) {
      if (sequence.kind(element, 0) == Term.Kind.ANY) {
        return true;
      }
    }
    return false;
  }

  /** Notes that the program sends there. */
  void sends(int source, int destination, int context, int tag) {
    sourceOfTag.add(destination, context, tag, source);
    sourceOfAnyTag.add(destination, context, 0, source);
    tagOfSource.add(destination, context, source, tag);
  }

  /** The only source that a receive can have; what it names if it names one. */
  int source(CallPlace p, int source, int context, int tag) {
    if (source != EventTable.ANY) {
      return source;
    }
    int only = tag == EventTable.ANY
        ? sourceOfAnyTag.get(p.worldRank(), context, 0)
        : sourceOfTag.get(p.worldRank(), context, tag);
    if (only == SEVERAL) {
      throw new UnsuitableException("several ranks send what a receive of any source may get");
    }
    return only;
  }

  /** The only tag that a receive from a source can have; what it names if it names one. */
  int tag(CallPlace p, int source, int context, int tag) {
    if (tag != EventTable.ANY) {
      return tag;
    }
    int only = tagOfSource.get(p.worldRank(), context, source);
    if (only == SEVERAL) {
      throw new UnsuitableException("several tags are sent to a receive of any tag");
    }
    return only;
  }
}
