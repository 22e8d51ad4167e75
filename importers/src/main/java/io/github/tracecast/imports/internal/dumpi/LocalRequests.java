package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Numbers the requests of one rank in the order of creation. A file reuses its numbers, and several
 * open requests can share a number, because MPICH gives the same handle to all sends that complete
 * at once. Not thread-safe.
 */
final class LocalRequests {
  private static final long PERSISTENT = 1L << 62;

  /**
   * The most older requests that are kept. Their number would grow without limit if completions
   * were not recorded.
   */
  private static final int MOST_OLDER = 1 << 18;

  private final EventSink sink;

  /** The newest open request, by its number in the file. */
  private final Int2LongOpenHashMap open = new Int2LongOpenHashMap();

  /** Open requests that are older than the newest request of the same number, oldest first. */
  private final Int2ObjectOpenHashMap<LongArrayList> older = new Int2ObjectOpenHashMap<>();

  private int olderCount;

  /**
   * The requests that the current event names, by their numbers in the file. {@link #numbers} has
   * our numbers.
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

  /** Writes the one request that the current event names. */
  void writeOne(int handle) {
    long number = numberFor(0, handle);
    sink.numberOrNone(Parameter.REQUEST, number, number == 0);
  }

  /** Writes the requests that the current event names. */
  void writeAll(int[] named, int length) {
    if (length > numbers.length) {
      handles = new int[Math.max(length, 2 * numbers.length)];
      numbers = new long[handles.length];
    }
    sink.list(Parameter.REQUESTS);
    for (int i = 0; i < length; i++) {
      long number = numberFor(i, named[i]);
      if (number == 0) {
        sink.addNone();
      } else {
        sink.add(number);
      }
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

  /** Returns the newest request that has this handle and that the event has not named yet. */
  private long notNamedYet(int place, int handle, long newest, LongArrayList shared) {
    int before = 0;
    for (int i = 0; i < place; i++) {
      before += handles[i] == handle ? 1 : 0;
    }
    return before == 0 || before > shared.size() ? newest : shared.getLong(shared.size() - before);
  }

  /**
   * Removes a request of the current event that the call completed. A persistent request stays.
   */
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

  /** Returns how often calls named requests that no recorded call made. */
  long unknownUses() {
    return unknownUses;
  }
}
