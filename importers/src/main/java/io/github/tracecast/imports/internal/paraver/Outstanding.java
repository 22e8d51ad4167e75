package io.github.tracecast.imports.internal.paraver;

import java.util.ArrayList;
import java.util.List;

/**
 * A task's requests that nothing has completed yet. The trace does not say which ones a call completes; it does say when a message
 * had been received, which is when the call that completes its receive ends. Requests of other kinds are taken to be completed by
 * the next call that may complete them, oldest first.
 */
final class Outstanding {
  /** In place of a time: not known. */
  static final long UNKNOWN = -1;

  private record Request(long number, long arrival) {}

  private final List<Request> requests = new ArrayList<>();
  private long made;

  /** @param arrival when the message had been received, or {@link #UNKNOWN} */
  void add(long arrival) {
    requests.add(new Request(++made, arrival));
  }

  /** Takes the request that a call completes which waits for one; 0 where there is none. */
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

  /** Takes the requests that a call completes which waits for many, oldest first. */
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
