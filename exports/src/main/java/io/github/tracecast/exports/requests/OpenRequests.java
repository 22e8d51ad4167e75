package io.github.tracecast.exports.requests;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.calls.RequestNumbers;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one rank: the active requests, and the messages of persistent requests. Not
 * thread-safe.
 *
 * @param <M> the message of a request
 * @param <A> an active request, in the form that the export format needs
 */
public final class OpenRequests<M, A> {
  /**
   * Starts a request in a format.
   *
   * @param <X> the exception of the format's writer
   */
  public interface Starter<M, A, X extends Exception> {
    /**
     * @param number the number of the request within its rank
     * @param withdrawn whether the request is a receive that MPI_Cancel withdraws
     * @return null if nothing completes the request later
     */
    @Nullable A start(long number, M message, boolean sends, boolean withdrawn) throws X;
  }

  /** Takes a request that a call completed. */
  public interface Completion<A> {
    void complete(long number, A request);
  }

  private record Persistent<M>(M message, boolean sends) {}

  private final RequestNumbers numbers;
  private final CancelledReceives.OfRank cancelled;
  private final Long2ObjectOpenHashMap<A> active = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Persistent<M>> persistent = new Long2ObjectOpenHashMap<>();

  /** @param numbers the rank's request numbers, to which the caller must have added each call */
  public OpenRequests(RequestNumbers numbers, CancelledReceives.OfRank cancelled) {
    this.numbers = numbers;
    this.cancelled = cancelled;
  }

  /** Starts the request that the current call creates. */
  public <X extends Exception> void start(M message, boolean sends, Starter<M, A, X> starter)
      throws X {
    start(numbers.last(), message, sends, starter);
  }

  private <X extends Exception> void start(
      long number, M message, boolean sends, Starter<M, A, X> starter) throws X {
    boolean withdrawn = !sends && cancelled.post();
    A request = starter.start(number, message, sends, withdrawn);
    if (request != null) {
      active.put(number, request);
    }
  }

  /** Adds the persistent request that the current call creates. */
  public void prepare(M message, boolean sends) {
    persistent.put(numbers.last(), new Persistent<>(message, sends));
  }

  /** Starts the persistent requests of MPI_Start or MPI_Startall. */
  public <X extends Exception> void startPrepared(ExecutedCall call, Starter<M, A, X> starter)
      throws X {
    for (int i = 0, n = call.requests(); i < n; i++) {
      long number = call.request(i, numbers);
      Persistent<M> prepared = persistent.get(number);
      if (prepared != null) {
        start(number, prepared.message, prepared.sends, starter);
      }
    }
  }

  /** Adds an active request that is not a message. */
  public void add(long number, A request) {
    active.put(number, request);
  }

  /** Returns an active request; null if it is not active. */
  public @Nullable A get(long number) {
    return active.get(number);
  }

  /** Removes and returns an active request; null if it is not active. */
  public @Nullable A remove(long number) {
    return active.remove(number);
  }

  /** Removes the persistent request of MPI_Request_free. */
  public void free(ExecutedCall call) {
    for (int i = 0, n = call.requests(); i < n; i++) {
      active.remove(call.request(i, numbers));
      persistent.remove(call.request(i, numbers));
    }
  }

  /**
   * Completes the requests that a call of the Wait and Test families completed in the recorded run.
   * If the trace has only the number n of these requests, completes the first n.
   *
   * @return whether the trace records which requests the call completed
   */
  public boolean complete(ExecutedCall call, Completion<A> completion) {
    boolean decided = CompletionLookup.decided(call) || CompletionLookup.counted(call);
    if (decided) {
      CompletionLookup.awaited(call).forEach(offset -> {
        long number = numbers.number(offset);
        A request = active.remove(number);
        if (request != null) {
          completion.complete(number, request);
        }
      });
    }
    return decided;
  }
}
