package io.github.tracecast.predict.export;

import io.github.tracecast.simulate.CallPlace;
import io.github.tracecast.simulate.CollectiveArguments;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Unit;
import java.io.IOException;

/**
 * Takes what one rank does, in its order, and writes it in a format. Peers are world ranks and never missing. A request is a number that
 * the format gives when the request starts and that the wait gives back. One thread.
 */
interface RankActions {
  /** Stands for a request that is complete already. */
  long DONE = -1;

  /** Computation before whatever comes next; adds up. */
  void compute(Unit unit, double amount) throws IOException;

  /** MPI_Init, MPI_Init_thread or MPI_Finalize. */
  void environment(MpiCall call) throws IOException;

  void send(Message message) throws IOException;

  void receive(Message message) throws IOException;

  /** MPI_Sendrecv with two partners. */
  void exchange(Message send, Message receive) throws IOException;

  /** Returns the number of a request. */
  long startSend(Message message) throws IOException;

  /** Returns the number of a request. */
  long startReceive(Message message) throws IOException;

  /** Waits for requests, at least one. */
  void await(long[] requests, int count) throws IOException;

  /** A test that found its request incomplete. */
  void test(long request) throws IOException;

  /**
   * A collective as an action of its own.
   *
   * @param call the call that asks for it, blocking or not
   * @return false where the format cannot have it: its messages come next
   */
  boolean collective(CollectiveArguments given, CallPlace place, MpiCall call) throws IOException;

  /** Messages up to {@link #endBeside} go on beside what follows the call that starts them. */
  void beginBeside() throws IOException;

  /** Returns the number of the request that completes with them. */
  long endBeside() throws IOException;

  /** The rank does nothing more. */
  void end() throws IOException;
}
