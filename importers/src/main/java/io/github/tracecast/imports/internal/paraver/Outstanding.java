package io.github.tracecast.imports.internal.paraver;

import java.util.ArrayList;
import java.util.List;

/**
 * A task's open requests. The trace does not name the requests that a call completes. It has the
 * time of the end of each reception. The time at which the call that completes the receive ends.
 * Requests of other kinds are assumed to be completed by the next call that may complete them,
 * oldest first.
 */
final class Outstanding {
  /** An unknown time. */
  static final long UNKNOWN = -1;

  private record Request(long number, long arrival) {}

  private final List<Request> requests = new ArrayList<>();

  /** @param arrival time of the end of the reception, or {@link #UNKNOWN} */
  void add(long number, long arrival) {
    requests.add(new Request(number, arrival));
  }

  /** Removes and returns the request that a call for one request completes; 0 if there is none. */
  long takeOne(long begin, long end) {
    int best = -1;
    for (int i = 0; i < requests.size(); i++) {
      Request request = requests.get(i);
      if (request.arrival >= begin && request.arrival <= end) {
        best = best < 0 || request.arrival < requests.get(best).arrival ? i : best;
      }
    }
    for (int i = 0; best < 0 && i < requests.size(); i++) {
      best = requests.get(i).arrival == UNKNOWN ? i : best;
    }
    if (best < 0 && !requests.isEmpty()) {
      best = 0;
    }
    return best < 0 ? 0 : requests.remove(best).number;
  }

  /** Removes and returns the requests that a call for many requests completes, oldest first. */
  List<Long> takeAll(long end) {
    List<Long> taken = new ArrayList<>();
    requests.removeIf(request -> {
      boolean done = request.arrival <= end;
      if (done) {
        taken.add(request.number);
      }
      return done;
    });
    return taken;
  }
}
