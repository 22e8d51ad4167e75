package io.github.tracecast.imports.internal.allprof;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The open requests of a rank. liballprof 2 prints a request's handle after the call, when the
 * handle of a completed request is already MPI_REQUEST_NULL. Then the sender and tag in the status
 * identify a receive. Without a status, the oldest request is assumed.
 */
final class AllprofRequests {
  /** The value of the source for a request that is not a receive. */
  static final long NO_RECEIVE = Long.MIN_VALUE;

  private record Open(long handle, long source, long tag, boolean persistent) {}

  private final MpiHandles handles;
  private final TreeMap<Long, Open> open = new TreeMap<>();
  /**
   * For each handle, the number of the latest request. MPICH can give several requests the same
   * handle.
   */
  private final Map<Long, Long> byHandle = new HashMap<>();

  private long assumed;

  AllprofRequests(MpiHandles handles) {
    this.handles = handles;
  }

  /** Returns how many completions were assigned to the oldest of several open requests. */
  long assumed() {
    return assumed;
  }

  int count() {
    return open.size();
  }

  void make(long number, long handle, long source, long tag, boolean persistent) {
    open.put(number, new Open(handle, source, tag, persistent));
    byHandle.put(handle, number);
  }

  /** Returns the number of the open request with this handle; 0 if there is none. */
  long openNumber(long handle) {
    Long number = byHandle.get(handle);
    return number == null || !open.containsKey(number) ? 0 : number;
  }

  void free(long number) {
    open.remove(number);
  }

  /** Completes all requests and returns their numbers. Persistent requests stay open. */
  long[] completeAll() {
    long[] numbers = open.keySet().stream().mapToLong(Long::longValue).toArray();
    open.values().removeIf(request -> !request.persistent);
    return numbers;
  }

  /** Returns the number of a request that a call completed; 0 if no request is open. */
  long complete(long handle, long @Nullable [] status) {
    long number = openNumber(handle);
    if (handle == handles.noRequest || number == 0) {
      number = matchingReceive(status);
      number = number == 0 ? assumeOldest() : number;
    }
    Open request = open.get(number);
    if (request != null && !request.persistent) {
      open.remove(number);
    }
    return number;
  }

  private long matchingReceive(long @Nullable [] status) {
    if (status == null) {
      return 0;
    }
    for (Map.Entry<Long, Open> entry : open.entrySet()) {
      Open request = entry.getValue();
      boolean from = request.source == status[0] || request.source == handles.anySource;
      if (!request.persistent && from && (request.tag == status[1] || request.tag < 0)) {
        return entry.getKey();
      }
    }
    return 0;
  }

  private long assumeOldest() {
    Iterator<Map.Entry<Long, Open>> all = open.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Long, Open> entry = all.next();
      if (!entry.getValue().persistent) {
        assumed += all.hasNext() ? 1 : 0;
        return entry.getKey();
      }
    }
    return 0;
  }
}
