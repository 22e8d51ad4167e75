package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.calls.CallPlace;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/**
 * The bytes that a rank sends and receives in a collective. As in Score-P, bytes to itself count.
 * The object is reused for each call.
 */
final class Otf2Sizes {
  private final EventTable table;
  long sent;
  long received;

  Otf2Sizes(EventTable table) {
    this.table = table;
  }

  /** Returns the format's number of a call's operation, blocking or not; -1 if it has none. */
  static int operation(MpiCall call) {
    return switch (call.blocking()) {
      case BARRIER -> 0;
      case BCAST -> 1;
      case GATHER -> 2;
      case GATHERV -> 3;
      case SCATTER -> 4;
      case SCATTERV -> 5;
      case ALLGATHER -> 6;
      case ALLGATHERV -> 7;
      case ALLTOALL -> 8;
      case ALLTOALLV -> 9;
      case ALLTOALLW -> 10;
      case ALLREDUCE -> 11;
      case REDUCE -> 12;
      case REDUCE_SCATTER -> 13;
      case SCAN -> 14;
      case EXSCAN -> 15;
      case REDUCE_SCATTER_BLOCK -> 16;
      default -> -1;
    };
  }

  /**
   * Computes the bytes of a call.
   *
   * @param local the rank's place among the {@code size} processes
   * @param root whether the rank is the root
   */
  void of(CallPlace p, MpiCall call, int size, int local, boolean root) {
    long receive = table.receiveBytes(p.event(), p.worldRank(), p.execution());
    boolean gives = table.has(p.event(), Parameter.COUNT) || table.has(p.event(), Parameter.COUNTS);
    long send = gives ? table.sendBytes(p.event(), p.worldRank(), p.execution()) : receive;
    switch (call.blocking()) {
      case BCAST -> set(root ? size * send : 0, send);
      case REDUCE -> set(send, root ? size * send : 0);
      case GATHER -> set(gives ? send : 0, root ? (gives ? size : size - 1) * receive : 0);
      case SCATTER -> set(root ? size * send : 0, receive);
      case GATHERV -> set(gives ? send : 0, root ? receive : 0);
      case SCATTERV -> set(root ? send : 0, receive);
      case ALLGATHER, ALLTOALL -> set(size * send, size * receive);
      case ALLREDUCE, REDUCE_SCATTER_BLOCK -> set(size * send, size * send);
      case ALLGATHERV -> set(size * (gives ? send : own(p, local)), receive);
      case ALLTOALLV -> set(send, receive);
      case ALLTOALLW ->
        set(
            typed(p, Parameter.COUNTS, Parameter.DATATYPES),
            typed(p, Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPES));
      case REDUCE_SCATTER -> set(receive, size * own(p, local));
      case SCAN -> set((size - local) * send, (local + 1) * send);
      case EXSCAN -> set((size - local - 1) * send, local * send);
      default -> set(0, 0);
    }
  }

  private void set(long itsSent, long itsReceived) {
    sent = itsSent;
    received = itsReceived;
  }

  /** Returns the rank's own element of a list of counts. */
  private long own(CallPlace p, int local) {
    Parameter list = table.has(p.event(), Parameter.RECEIVE_COUNTS)
        ? Parameter.RECEIVE_COUNTS
        : Parameter.COUNTS;
    if (!table.has(p.event(), list)
        || local >= table.listLength(p.event(), list, p.worldRank(), p.execution())) {
      return 0;
    }
    Parameter datatype = table.has(p.event(), Parameter.RECEIVE_DATATYPE)
        ? Parameter.RECEIVE_DATATYPE
        : Parameter.DATATYPE;
    return table.listValue(p.event(), list, p.worldRank(), p.execution(), local)
        * table.bytesOf(p.event(), datatype, p.worldRank(), p.execution());
  }

  private long typed(CallPlace p, Parameter counts, Parameter types) {
    if (!table.has(p.event(), counts) || !table.has(p.event(), types)) {
      return 0;
    }
    int length = Math.min(
        table.listLength(p.event(), counts, p.worldRank(), p.execution()),
        table.listLength(p.event(), types, p.worldRank(), p.execution()));
    long bytes = 0;
    for (int i = 0; i < length; i++) {
      long type = table.listValue(p.event(), types, p.worldRank(), p.execution(), i);
      bytes += table.listValue(p.event(), counts, p.worldRank(), p.execution(), i)
          * table.typeBytes(type);
    }
    return bytes;
  }
}
