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
 * receives. The totals include the part that the rank sends to itself, unless the call is in place.
 * For a collective with one count for each process, the total is divided evenly. Not thread-safe.
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

  /** Returns the call to write: MPI_Other instead of a call whose arguments the archive lacks. */
  MpiCall writtenCall(Call call) {
    MpiCall as = call.call;
    if (makesCommunicator(as)) {
      return parent(call) >= 0 ? as : MpiCall.OTHER;
    }
    if (!as.isCollective()) {
      return needsValues(as) ? MpiCall.OTHER : as;
    }
    boolean known = call.operation != Call.NONE && communicators.handle(call.communicator) >= 0;
    return known
            && isOperationOf(
                as.blocking(), CollectiveOperation.numbered(call.operation).call())
        ? as
        : MpiCall.OTHER;
  }

  /**
   * Whether an archive records a call as the given operation. Old versions of OTF2 have one
   * operation for both MPI_Reduce_scatter and MPI_Reduce_scatter_block.
   */
  private static boolean isOperationOf(MpiCall call, MpiCall operation) {
    return call == operation
        || call == MpiCall.REDUCE_SCATTER_BLOCK && operation == MpiCall.REDUCE_SCATTER;
  }

  private static boolean makesCommunicator(MpiCall call) {
    return call.role() == Role.MAKE_COMMUNICATOR;
  }

  /** Whether a call cannot be replayed without arguments that the archive lacks. */
  private static boolean needsValues(MpiCall call) {
    return switch (call) {
      case COMM_IDUP, COMM_CREATE_GROUP, CANCEL, TEST_CANCELLED, REQUEST_GET_STATUS -> true;
      case INTERCOMM_CREATE, INTERCOMM_MERGE, GREQUEST_START, GREQUEST_COMPLETE -> true;
      default -> false;
    };
  }

  /**
   * Returns the handle of the communicator from which a call makes another; negative if unknown.
   * Archives of Score-P before version 7 have no event for such a call, only the parent of each
   * communicator. If all communicators have the same parent, it is also the parent of the new
   * communicator.
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

  /** Writes the arguments of a collective, or of a call that makes a communicator. */
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
    int local = communicators.localRank(call.communicator);
    if (as.isRooted()) {
      sink.number(Parameter.ROOT, call.root);
    }
    boolean root = as.isRooted() && call.root == local;
    switch (as) {
      case BCAST -> bytes.sent(root ? block(call.received, call.sent, size) : call.received);
      case REDUCE -> bytes.sent(root ? block(call.sent, call.received, size) : call.sent);
      case GATHER -> sentAndReceived(root ? block(call.sent, call.received, size) : call.sent);
      case SCATTER -> sentAndReceived(root ? block(call.received, call.sent, size) : call.received);
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
        // a barrier sends no data
      }
    }
  }

  /**
   * Returns the bytes that one process contributes. If the root's part is 0 because the call is in
   * place, returns the part of each other process.
   */
  private static long block(long own, long all, int size) {
    return own > 0 || size == 1 ? own : all / (size - 1);
  }

  /**
   * Returns each process's part of a total. In an in-place call, a process sends nothing to itself,
   * so the total covers one process less.
   */
  private static long share(long all, int size) {
    return all % size == 0 || size == 1 ? all / size : all / (size - 1);
  }

  /**
   * Returns the bytes of a scan's vector. The archive counts the bytes that are sent to later ranks
   * and received from earlier ranks, and unless the scan is in place also those from the rank to
   * itself.
   */
  private static long prefix(Call call, int size, int local) {
    long all = call.sent + call.received;
    boolean itself = call.sent * (local + 1) == call.received * (size - local);
    return itself ? all / (size + 1) : all / Math.max(1, size - 1);
  }

  /** Writes the same size for sending and receiving. */
  private void sentAndReceived(long count) {
    bytes.sent(count);
    bytes.received(count);
  }

  /** Divides a total evenly. The remainder is distributed among the first parts. */
  private IntToLongFunction split(long total, int size) {
    notes.count(ImportNotes.Case.UNEVEN);
    return i -> total / size + (i < total % size ? 1 : 0);
  }
}
