package io.github.tracecast.imports.internal.paraver;

import java.util.ArrayList;
import java.util.List;

/**
 * The open requests of a task. The trace does not show which requests a call completes, but it has
 * the time at which each reception ended. The call during which a reception ended completes the
 * request of this reception. For all other requests, it is assumed that the next call that may
 * complete requests completes them, oldest first.
 */
final class Outstanding {
  /** The time for a request whose reception is not in the trace. */
  static final long UNKNOWN = -1;

  private record Request(long number, long arrival) {}

  private final List<Request> requests = new ArrayList<>();

  /** @param arrival the time at which the reception ended, or {@link #UNKNOWN} */
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
