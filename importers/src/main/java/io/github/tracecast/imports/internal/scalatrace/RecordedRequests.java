package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.Term;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Converts the recorder's numbers for requests: 9999 is the most recent request of the rank, 9998
 * the request before it, and -1 is MPI_REQUEST_NULL.
 *
 * <p>The recorder identifies a request by the value of its handle. Some MPI libraries use the same
 * handle for all sends that complete immediately. Then several requests of an MPI_Waitall have the
 * same number, which is that of the newest request. By MPI's rules, the requests of a call are
 * distinct. So a repeated number is replaced by the nearest older request that is not an argument
 * of the call, or by a newer request if there is no such older request. For example, 9994 9995 9996
 * 9999 9999 9999 is 9994 to 9999.
 */
final class RecordedRequests {
  /** The number of recent requests that the recorder distinguishes. */
  static final int RING = 10_000;

  private static final long NULL = -1;

  private RecordedRequests() {}

  /** Returns a term for a request: the request's distance from the most recent request. */
  static Term term(Place place, long number) {
    if (number == NULL) {
      return Term.NONE;
    }
    if (number < 0 || number >= RING) {
      throw place.fault("request " + number, "-1 or 0 to " + (RING - 1));
    }
    return Term.constant(RING - number);
  }

  /** Makes the requests of a list distinct. Returns the same list if they are distinct. */
  static long[] makeDistinct(long[] named, Notes notes) {
    Set<Long> taken = new HashSet<>();
    boolean repeats = false;
    for (long request : named) {
      repeats |= request != NULL && !taken.add(request);
    }
    if (!repeats) {
      return named;
    }
    notes.count(
        "MPI_Waitall contains the same request several times, a known error of the recorder; repeated requests are replaced by the nearest unused requests");
    long[] mended = named.clone();
    taken.stream()
        .sorted((a, b) -> Long.compare(b, a))
        .toList()
        .forEach(request -> replaceRepeated(mended, request, taken));
    return mended;
  }

  /** Replaces repeated numbers of one request by different requests, in order from old to new. */
  private static void replaceRepeated(long[] requests, long request, Set<Long> taken) {
    int places = (int) Arrays.stream(requests).filter(other -> other == request).count();
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
