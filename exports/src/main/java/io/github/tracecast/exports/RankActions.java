package io.github.tracecast.exports;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Unit;
import java.io.IOException;

/**
 * Writes one rank's actions in a format, in order. Peers are world ranks, never MPI_PROC_NULL. The
 * format assigns a number to each request when the request starts, and waits refer to this number.
 * Not thread-safe.
 */
interface RankActions {
  /** The number of a request that is already complete. */
  long DONE = -1;

  /** Adds computation before the next action. */
  void compute(Unit unit, double amount) throws IOException;

  /** Executes MPI_Init, MPI_Init_thread or MPI_Finalize. */
  void environment(MpiCall call) throws IOException;

  void send(Message message) throws IOException;

  void receive(Message message) throws IOException;

  /** Executes MPI_Sendrecv with two partners. */
  default void exchange(Message send, Message receive) throws IOException {
    long received = startReceive(receive);
    long sent = startSend(send);
    await(new long[] {received, sent}, 2);
  }

  /** Starts a send. Returns the number of its request. */
  long startSend(Message message) throws IOException;

  /** Starts a receive. Returns the number of its request. */
  long startReceive(Message message) throws IOException;

  /** Waits for one or more requests. */
  void await(long[] requests, int count) throws IOException;

  /** Executes a test that did not complete its request. */
  void test(long request) throws IOException;

  /**
   * Writes a collective as one action.
   *
   * @param call the call, blocking or not
   * @return false if the format does not have the collective; its messages follow
   */
  boolean collective(CollectiveArguments given, ExecutedCall call) throws IOException;

  /** Begins a group of messages that progress in parallel with later actions. {@link #endBeside} ends the group. */
  void beginBeside() throws IOException;

  /**
   * Ends the group of messages. Returns the number of the request that completes with these
   * messages.
   */
  long endBeside() throws IOException;

  /** Ends the rank's actions. */
  void end() throws IOException;
}
