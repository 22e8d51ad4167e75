package io.github.tracecast.exports;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.trace.Parameter;

/**
 * The bytes that a rank sends and receives in a collective. As in Score-P, bytes from a rank to
 * itself are included. The object is reused for each call.
 */
final class Otf2Sizes {
  long sent;
  long received;

  /**
   * Computes the bytes of a call.
   *
   * @param local the rank's number among the {@code size} processes
   * @param root whether the rank is the root
   */
  void of(ExecutedCall call, int size, int local, boolean root) {
    long receive = call.receiveBytes();
    boolean gives = call.has(call.either(Parameter.COUNT, Parameter.COUNTS));
    long send = gives ? call.sendBytes() : receive;
    switch (call.call().blocking()) {
      case BCAST -> set(root ? size * send : 0, send);
      case REDUCE -> set(send, root ? size * send : 0);
      case GATHER -> set(gives ? send : 0, root ? (gives ? size : size - 1) * receive : 0);
      case SCATTER -> set(root ? size * send : 0, receive);
      case GATHERV -> set(gives ? send : 0, root ? receive : 0);
      case SCATTERV -> set(root ? send : 0, receive);
      case ALLGATHER, ALLTOALL -> set(size * send, size * receive);
      case ALLREDUCE, REDUCE_SCATTER_BLOCK -> set(size * send, size * send);
      case ALLGATHERV -> set(size * (gives ? send : own(call, local)), receive);
      case ALLTOALLV -> set(send, receive);
      case ALLTOALLW ->
        set(
            typed(call, Parameter.COUNTS, Parameter.DATATYPES),
            typed(call, Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPES));
      case REDUCE_SCATTER -> set(receive, size * own(call, local));
      case SCAN -> set((size - local) * send, (local + 1) * send);
      case EXSCAN -> set((size - local - 1) * send, local * send);
      default -> set(0, 0);
    }
  }

  /**
   * Computes the bytes that the arguments of a call state, as Extrae does: the bytes for one
   * partner, or for all partners if the call has a list of counts.
   *
   * @param local the rank in the communicator
   * @param root whether the rank is the root
   */
  void ofArguments(ExecutedCall call, int local, boolean root) {
    long receive = call.receiveBytes();
    boolean gives = call.has(call.either(Parameter.COUNT, Parameter.COUNTS));
    long send = gives ? call.sendBytes() : receive;
    switch (call.call().blocking()) {
      case BCAST -> set(root ? send : 0, root ? 0 : send);
      case REDUCE -> set(send, root ? send : 0);
      case ALLREDUCE, SCAN, EXSCAN, REDUCE_SCATTER_BLOCK -> set(send, send);
      case GATHER, ALLGATHER, ALLTOALL -> set(send, receive);
      case SCATTER -> set(root ? send : 0, receive == 0 ? send : receive);
      case GATHERV, ALLGATHERV -> set(gives ? send : own(call, local), receive);
      case SCATTERV -> set(root ? send : 0, receive == 0 && root ? own(call, local) : receive);
      case ALLTOALLV -> set(send, receive);
      case REDUCE_SCATTER -> set(receive, own(call, local));
      default -> set(0, 0);
    }
  }

  private void set(long itsSent, long itsReceived) {
    sent = itsSent;
    received = itsReceived;
  }

  /** Returns the rank's own element of a list of counts. */
  private static long own(ExecutedCall call, int local) {
    Parameter list = call.either(Parameter.RECEIVE_COUNTS, Parameter.COUNTS);
    return local >= call.length(list)
        ? 0
        : call.term(list, local)
            * call.bytesOf(call.either(Parameter.RECEIVE_DATATYPE, Parameter.DATATYPE));
  }

  private static long typed(ExecutedCall call, Parameter counts, Parameter types) {
    long bytes = 0;
    for (int i = 0; i < Math.min(call.length(counts), call.length(types)); i++) {
      bytes += call.term(counts, i) * call.table().typeBytes(call.term(types, i));
    }
    return bytes;
  }
}
