package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.TraceException;

/** The parameters that a call must have. */
final class RequiredParameters {
  private RequiredParameters() {}

  /** Checks the parameters that a replay needs. A cut or damaged file may lack them. */
  static void check(String file, RawEvent event, MpiCall call) {
    switch (call) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND ->
        require(file, event, Tags.COMMUNICATOR, Tags.COUNT, Tags.DATATYPE, Tags.DESTINATION);
      case RECV, IRECV ->
        require(file, event, Tags.COMMUNICATOR, Tags.COUNT, Tags.DATATYPE, Tags.SOURCE);
      case SENDRECV ->
        require(
            file,
            event,
            Tags.COMMUNICATOR,
            Tags.COUNT,
            Tags.DATATYPE,
            Tags.DESTINATION,
            Tags.SOURCE);
      case WAIT -> require(file, event, Tags.REQUEST);
      case WAITALL -> require(file, event, Tags.COUNT, Tags.REQUESTS);
      case BARRIER -> require(file, event, Tags.COMMUNICATOR);
      case BCAST, REDUCE ->
        require(file, event, Tags.COMMUNICATOR, Tags.COUNT, Tags.DATATYPE, Tags.ROOT);
      case ALLREDUCE, ALLGATHER, ALLTOALL, GATHER, SCATTER ->
        require(file, event, Tags.COMMUNICATOR, Tags.COUNT, Tags.DATATYPE);
      case ALLTOALLV ->
        require(file, event, Tags.COMMUNICATOR, Tags.COUNTS, Tags.RECEIVE_COUNTS, Tags.DATATYPE);
      case GROUP_INCL, GROUP_EXCL -> require(file, event, Tags.COUNT);
      default -> {
        // all others can be replayed, or left out, as they are
      }
    }
  }

  /** Throws an exception if one of the parameters is missing. */
  static void require(String file, RawEvent event, int... tags) {
    for (int tag : tags) {
      if (!event.parameters().containsKey(tag)) {
        throw TraceException.atLine(
            file,
            event.line(),
            event.callName() + " without parameter " + Integer.toHexString(tag),
            "it; the file is probably incomplete or damaged");
      }
    }
  }
}
