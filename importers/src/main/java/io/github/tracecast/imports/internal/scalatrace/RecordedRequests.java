package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.Term;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Converts the recorder's names of requests: 9999 is the rank's most recent one, 9998 the one
 * before, -1 is MPI_REQUEST_NULL.
 *
 * <p>The recorder finds a request by the handle's value. Some MPI libraries use one handle for all
 * sends that complete at once. Then several requests of one MPI_Waitall have the same name, the
 * name of the youngest. By MPI's rules, the requests of one call are distinct. So repeated names
 * mean the nearest older requests that the call does not name, or younger ones if there are no
 * older. For example, 9994 9995 9996 9999 9999 9999 is 9994 to 9999.
 */
final class RecordedRequests {
  /** The number of requests that the recorder can distinguish. */
  static final int RING = 10_000;

  private static final long NULL = -1;

  private RecordedRequests() {}

  /** A request as an offset back from the most recent one. */
  static Term term(Place place, long number) {
    if (number == NULL) {
      return Term.NONE;
    }
    if (number < 0 || number >= RING) {
      throw place.fault("request " + number, "-1 or 0 to " + (RING - 1));
    }
    return Term.constant(RING - number);
  }

  /** The list with distinct requests; the same list if they already are distinct. */
  static long[] mend(long[] named, Notes notes) {
    Set<Long> taken = new HashSet<>();
    boolean repeats = false;
    for (long request : named) {
      repeats |= request != NULL && !taken.add(request);
    }
    if (!repeats) {
      return named;
    }
    notes.count(
        "MPI_Waitall contains the same request several times, a known error of the recorder; repeated requests are replaced by the nearest unused ones");
    long[] mended = named.clone();
    taken.stream()
        .sorted((a, b) -> Long.compare(b, a))
        .toList()
        .forEach(request -> spread(mended, request, taken));
    return mended;
  }

  /** Replaces repeated names of one request by different requests, in order from old to young. */
  private static void spread(long[] requests, long request, Set<Long> taken) {
    int places = 0;
    for (long other : requests) {
      places += other == request ? 1 : 0;
    }
    long[] chosen = new long[places];
    chosen[0] = request;
    int count = 1;
    for (long older = request - 1; older >= 0 && count < places; older--) {
      if (taken.add(older)) {
        chosen[count++] = older;
      }
    }
    for (long younger = request + 1; younger < RING && count < places; younger++) {
      if (taken.add(younger)) {
        chosen[count++] = younger;
      }
    }
    Arrays.sort(chosen, 0, count);
    for (int i = 0, next = 0; i < requests.length && next < count; i++) {
      if (requests[i] == request) {
        requests[i] = chosen[next++];
      }
    }
  }
}
