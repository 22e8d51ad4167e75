package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Role;
import io.github.tracecast.trace.Parameter;

/**
 * Writes the parameters of collectives. The archive has the total bytes that a rank sends and
 * receives. They include the rank's own part, unless it is exchanged in place. If a collective has
 * one count per process, the total is split evenly. Not thread-safe.
 */
final class ArchiveCollectives {
  private final EventSink sink;
  private final ArchiveCommunicators.OfRank communicators;
  private final int bytes;
  private final ImportNotes notes;

  ArchiveCollectives(
      EventSink sink, ArchiveCommunicators.OfRank communicators, int bytes, ImportNotes notes) {
    this.sink = sink;
    this.communicators = communicators;
    this.bytes = bytes;
    this.notes = notes;
  }

  /**
   * Returns the call to write: the call itself, or one with a name only if the archive lacks its
   * values.
   */
  MpiCall kept(Call call) {
    MpiCall as = call.call;
    if (makesCommunicator(as)) {
      return parent(call) >= 0 ? as : MpiCall.OTHER;
    }
    if (!as.isCollective()) {
      return needsValues(as) ? MpiCall.OTHER : as;
    }
    boolean known = call.operation != Call.NONE && communicators.handle(call.communicator) >= 0;
    return known && is(as.blocking(), CollectiveOperation.of(call.operation).call())
        ? as
        : MpiCall.OTHER;
  }

  /**
   * Whether an operation belongs to a call. Old versions have one operation for both kinds of
   * MPI_Reduce_scatter.
   */
  private static boolean is(MpiCall call, MpiCall operation) {
    return call == operation
        || call == MpiCall.REDUCE_SCATTER_BLOCK && operation == MpiCall.REDUCE_SCATTER;
  }

  private static boolean makesCommunicator(MpiCall call) {
    return call.role() == Role.MAKE_COMMUNICATOR;
  }

  /** Whether a call is useless without values that the archive lacks. */
  private static boolean needsValues(MpiCall call) {
    return switch (call) {
      case COMM_IDUP, COMM_CREATE_GROUP, CANCEL, TEST_CANCELLED, REQUEST_GET_STATUS -> true;
      case INTERCOMM_CREATE, INTERCOMM_MERGE, GREQUEST_START, GREQUEST_COMPLETE -> true;
      default -> false;
    };
  }

  /**
   * Returns the trace's communicator that a new communicator is made from; negative if unknown.
   * Archives of Score-P before 7 have no event for the call. They name the parent of each
   * communicator. If all have the same parent, it is the parent here too.
   */
  private int parent(Call call) {
    if (call.operation != Call.NONE) {
      return communicators.handle(call.communicator);
    }
    return communicators.handle(
        call.created == Call.NONE
            ? communicators.onlyParent()
            : communicators.parent(call.created));
  }

  /** Writes the values of a call that was begun, if it is a collective. */
  void write(MpiCall as, Call call) {
    if (makesCommunicator(as)) {
      communicator(parent(call));
    } else if (as.isCollective()) {
      communicator(communicators.handle(call.communicator));
      values(as.blocking(), call);
    }
  }

  private void communicator(int handle) {
    if (handle != Communicator.WORLD) {
      sink.number(Parameter.COMMUNICATOR, handle);
    }
  }

  private void values(MpiCall as, Call call) {
    int size = communicators.size(call.communicator);
    int local = communicators.local(call.communicator);
    if (as.isRooted()) {
      sink.number(Parameter.ROOT, call.root);
    }
    boolean root = as.isRooted() && call.root == local;
    switch (as) {
      case BCAST -> sent(root ? block(call.received, call.sent, size) : call.received);
      case REDUCE -> sent(root ? block(call.sent, call.received, size) : call.sent);
      case GATHER -> both(root ? block(call.sent, call.received, size) : call.sent);
      case SCATTER -> both(root ? block(call.received, call.sent, size) : call.received);
      case ALLREDUCE -> sent(share(call.sent, size));
      case REDUCE_SCATTER_BLOCK -> sent(share(call.sent, size));
      case ALLGATHER, ALLTOALL -> {
        sent(share(call.sent, size));
        received(share(call.received, size));
      }
      case SCAN, EXSCAN -> sent(prefix(call, size, local));
      case GATHERV -> {
        sent(call.sent);
        if (root) {
          list(Parameter.RECEIVE_COUNTS, call.received, size);
        }
      }
      case SCATTERV -> {
        received(call.received);
        if (root) {
          list(Parameter.COUNTS, call.sent, size);
        }
      }
      case ALLGATHERV -> {
        sent(share(call.sent, size));
        list(Parameter.RECEIVE_COUNTS, call.received, size);
      }
      case REDUCE_SCATTER -> list(Parameter.RECEIVE_COUNTS, call.sent, size);
      case ALLTOALLV -> {
        list(Parameter.COUNTS, call.sent, size);
        list(Parameter.RECEIVE_COUNTS, call.received, size);
      }
      case ALLTOALLW -> {
        split(Parameter.COUNTS, call.sent, size);
        types(Parameter.DATATYPES, size);
        split(Parameter.RECEIVE_COUNTS, call.received, size);
        types(Parameter.RECEIVE_DATATYPES, size);
      }
      default -> {
        // a barrier has no data
      }
    }
  }

  /**
   * Bytes that one process contributes: the root's own part or, in place, the part of another
   * process.
   */
  private static long block(long own, long all, int size) {
    return own > 0 || size == 1 ? own : all / (size - 1);
  }

  /** Bytes for each process; in place, a process sends no bytes to itself. */
  private static long share(long all, int size) {
    return all % size == 0 || size == 1 ? all / size : all / (size - 1);
  }

  /**
   * A scan counts bytes to later ranks and from earlier ones. The rank itself counts unless the
   * scan is in place.
   */
  private static long prefix(Call call, int size, int local) {
    long all = call.sent + call.received;
    boolean itself = call.sent * (local + 1) == call.received * (size - local);
    return itself ? all / (size + 1) : all / Math.max(1, size - 1);
  }

  /** Bytes as in the calls of the ranks, which have the sent and the received bytes of each. */
  private void both(long count) {
    sent(count);
    received(count);
  }

  private void sent(long count) {
    sink.number(Parameter.COUNT, count).number(Parameter.DATATYPE, bytes);
  }

  private void received(long count) {
    sink.number(Parameter.RECEIVE_COUNT, count).number(Parameter.RECEIVE_DATATYPE, bytes);
  }

  private void list(Parameter parameter, long total, int size) {
    split(parameter, total, size);
    sink.number(
        parameter == Parameter.COUNTS ? Parameter.DATATYPE : Parameter.RECEIVE_DATATYPE, bytes);
  }

  /** Splits a total evenly. The first parts get the remainder. */
  private void split(Parameter parameter, long total, int size) {
    notes.uneven();
    sink.list(parameter, size, i -> total / size + (i < total % size ? 1 : 0));
  }

  private void types(Parameter parameter, int size) {
    sink.list(parameter, size, i -> bytes);
  }
}
