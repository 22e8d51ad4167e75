package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/** One rank's requests: numbers in the file, which are used again, to the order in which they were made. One thread. */
final class LocalRequests {
  private static final long PERSISTENT = 1L << 62;

  private final EventSink sink;
  private final Int2LongOpenHashMap open = new Int2LongOpenHashMap();
  private long made;
  private long unknown;

  LocalRequests(EventSink sink) {
    this.sink = sink;
  }

  /** Notes that a call makes a request, whose number in the file may follow. */
  void made() {
    made++;
  }

  /** The number in the file of the request that was made last. */
  void name(MpiCall call, int handle) {
    open.put(handle, call.makesPersistentRequest() ? made | PERSISTENT : made);
  }

  /** Gives the current event the request that it names. */
  void one(int handle) {
    long number = number(handle);
    if (number == 0) {
      sink.none(Parameter.REQUEST);
    } else {
      sink.number(Parameter.REQUEST, number);
    }
  }

  /** Gives the current event the requests that it names. */
  void all(int[] handles, int length) {
    sink.list(Parameter.REQUESTS);
    for (int i = 0; i < length; i++) {
      long number = number(handles[i]);
      if (number == 0) {
        sink.addNone();
      } else {
        sink.add(number);
      }
    }
  }

  private long number(int handle) {
    long number = open.get(handle);
    if (number == 0 && handle != DumpiHandles.REQUEST_NULL) {
      unknown++;
    }
    return number & ~PERSISTENT;
  }

  /** A call completed a request. */
  void complete(int handle) {
    if ((open.get(handle) & PERSISTENT) == 0) {
      open.remove(handle);
    }
  }

  /** Nobody can name the request any more. */
  void free(int handle) {
    open.remove(handle);
  }

  /** Requests that calls name and no recorded call made. */
  long unknown() {
    return unknown;
  }
}
