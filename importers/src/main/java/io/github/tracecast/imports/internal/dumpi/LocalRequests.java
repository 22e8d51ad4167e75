package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Assigns numbers to the requests of one rank in the order of creation. A file reuses its numbers.
 * Several open requests can share a number, because MPICH gives the same handle to all sends that
 * complete immediately. Not thread-safe.
 */
final class LocalRequests {
  private static final long PERSISTENT = 1L << 62;

  /**
   * The largest number of older requests that are kept. Without this limit, memory would grow if
   * completions were not recorded.
   */
  private static final int MOST_OLDER = 1 << 18;

  private final EventSink sink;

  /** For each number in the file, the newest open request with this number. */
  private final Int2LongOpenHashMap open = new Int2LongOpenHashMap();

  /** Open requests that are older than the newest request of the same number, oldest first. */
  private final Int2ObjectOpenHashMap<LongArrayList> older = new Int2ObjectOpenHashMap<>();

  private int olderCount;

  /**
   * The requests of the current event, as their numbers in the file. {@link #numbers} has the
   * numbers of this class.
   */
  private int[] handles = new int[16];

  private long[] numbers = new long[16];
  private long unknownUses;

  LocalRequests(EventSink sink) {
    this.sink = sink;
  }

  /** Stores the number of the request that the current event makes, by its handle in the file. */
  void make(MpiCall call, int handle) {
    long made = sink.requests();
    long before = open.put(handle, call.makesPersistentRequest() ? made | PERSISTENT : made);
    if (before != 0 && (before & PERSISTENT) == 0) {
      if (olderCount == MOST_OLDER) {
        older.clear();
        olderCount = 0;
      }
      older.computeIfAbsent(handle, key -> new LongArrayList(2)).add(before);
      olderCount++;
    }
  }

  /** Writes the only request of the current event. */
  void writeOne(int handle) {
    long number = numberFor(0, handle);
    sink.numberOrNone(Parameter.REQUEST, number, number == 0);
  }

  /** Writes the requests of the current event. */
  void writeAll(int[] named, int length) {
    if (length > numbers.length) {
      handles = new int[Math.max(length, 2 * numbers.length)];
      numbers = new long[handles.length];
    }
    sink.list(Parameter.REQUESTS);
    for (int i = 0; i < length; i++) {
      long number = numberFor(i, named[i]);
      sink.addOrNone(number, number == 0);
    }
  }

  private long numberFor(int place, int handle) {
    long number = open.get(handle);
    if (number == 0 && handle != DumpiHandles.REQUEST_NULL) {
      unknownUses++;
    }
    LongArrayList shared = older.isEmpty() ? null : older.get(handle);
    handles[place] = handle;
    numbers[place] = shared == null ? number : notNamedYet(place, handle, number, shared);
    return numbers[place] & ~PERSISTENT;
  }

  /** Returns the newest request with this handle that is not yet among the event's requests. */
  private long notNamedYet(int place, int handle, long newest, LongArrayList shared) {
    int before = 0;
    for (int i = 0; i < place; i++) {
      before += handles[i] == handle ? 1 : 0;
    }
    return before == 0 || before > shared.size() ? newest : shared.getLong(shared.size() - before);
  }

  /** Removes a request of the current event that the call completed. A persistent request stays. */
  void complete(int place) {
    if ((numbers[place] & PERSISTENT) == 0) {
      remove(place);
    }
  }

  /** Removes the request that the call freed. */
  void free() {
    remove(0);
  }

  private void remove(int place) {
    int handle = handles[place];
    LongArrayList shared = older.isEmpty() ? null : older.get(handle);
    if (shared == null) {
      open.remove(handle);
      return;
    }
    if (open.get(handle) == numbers[place]) {
      open.put(handle, shared.removeLong(shared.size() - 1));
      olderCount--;
    } else if (shared.rem(numbers[place])) {
      olderCount--;
    }
    if (shared.isEmpty()) {
      older.remove(handle);
    }
  }

  /** Returns how often calls referred to requests that no recorded call made. */
  long unknownUses() {
    return unknownUses;
  }
}
