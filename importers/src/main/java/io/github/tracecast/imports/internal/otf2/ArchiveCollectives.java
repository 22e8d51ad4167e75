package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.CollectiveBytes;
import io.github.tracecast.imports.otf2.CollectiveOperation;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Role;
import io.github.tracecast.trace.Parameter;
import java.util.function.IntToLongFunction;

/**
 * Writes the parameters of collectives. The archive has the total bytes that a rank sends and
 * receives. They include the rank's own part, unless it is exchanged in place. If a collective has
 * one count per process, the total is split evenly. Not thread-safe.
 */
final class ArchiveCollectives {
  private final EventSink sink;
  private final ArchiveCommunicators.OfRank communicators;
  private final CollectiveBytes bytes;
  private final ImportNotes notes;

  ArchiveCollectives(EventSink sink, ArchiveCommunicators.OfRank communicators, ImportNotes notes) {
    this.sink = sink;
    this.communicators = communicators;
    this.bytes = new CollectiveBytes(sink);
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
    return known
            && is(as.blocking(), CollectiveOperation.numbered(call.operation).call())
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
      bytes.communicator(parent(call));
    } else if (as.isCollective()) {
      bytes.communicator(communicators.handle(call.communicator));
      values(as.blocking(), call);
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
      case BCAST -> bytes.sent(root ? block(call.received, call.sent, size) : call.received);
      case REDUCE -> bytes.sent(root ? block(call.sent, call.received, size) : call.sent);
      case GATHER -> both(root ? block(call.sent, call.received, size) : call.sent);
      case SCATTER -> both(root ? block(call.received, call.sent, size) : call.received);
      case ALLREDUCE -> bytes.sent(share(call.sent, size));
      case REDUCE_SCATTER_BLOCK -> bytes.sent(share(call.sent, size));
      case ALLGATHER, ALLTOALL -> {
        bytes.sent(share(call.sent, size));
        bytes.received(share(call.received, size));
      }
      case SCAN, EXSCAN -> bytes.sent(prefix(call, size, local));
      case GATHERV -> {
        bytes.sent(call.sent);
        if (root) {
          bytes.receivedFromEach(size, split(call.received, size));
        }
      }
      case SCATTERV -> {
        bytes.received(call.received);
        if (root) {
          bytes.sentToEach(size, split(call.sent, size));
        }
      }
      case ALLGATHERV -> {
        bytes.sent(share(call.sent, size));
        bytes.receivedFromEach(size, split(call.received, size));
      }
      case REDUCE_SCATTER -> bytes.receivedFromEach(size, split(call.sent, size));
      case ALLTOALLV -> {
        bytes.sentToEach(size, split(call.sent, size));
        bytes.receivedFromEach(size, split(call.received, size));
      }
      case ALLTOALLW ->
        bytes.exchangedWithEach(size, split(call.sent, size), split(call.received, size));
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
    bytes.sent(count);
    bytes.received(count);
  }

  /** Splits a total evenly. The first parts get the remainder. */
  private IntToLongFunction split(long total, int size) {
    notes.uneven();
    return i -> total / size + (i < total % size ? 1 : 0);
  }
}
