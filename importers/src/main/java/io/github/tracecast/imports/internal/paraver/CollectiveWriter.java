package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.CollectiveBytes;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the arguments of one task's collectives, with sizes in bytes. */
final class CollectiveWriter {
  /** The note about the sizes of MPI_Alltoallv. */
  static final String UNEVEN =
      "MPI_Alltoallv: the trace has only totals, which are distributed evenly over the partners";

  private final Records records;
  private final Set<String> notes;
  private final int task;
  private final EventSink sink;
  private final Map<PrvCommunicator, Integer> handles = new HashMap<>();
  private final CollectiveBytes bytes;

  CollectiveWriter(int task, Records records, EventSink sink, Set<String> notes) {
    this.task = task;
    this.records = records;
    this.sink = sink;
    this.notes = notes;
    this.bytes = new CollectiveBytes(sink);
  }

  /**
   * Returns the blocking form of a collective; null for a call that is not a collective, or that
   * has one datatype for each process.
   */
  static @Nullable MpiCall blocking(MpiCall call) {
    return call.isCollective() && !call.has(CallArgument.DATATYPES) ? call.blocking() : null;
  }

  /** Writes the arguments of a call, which belongs to a collective. */
  void write(PrvCall call, MpiCall blocking) {
    MatchedCollective collective = Objects.requireNonNull(call.collective);
    bytes.communicator(handles.computeIfAbsent(
        collective.communicator, communicator -> communicator.handle(task, sink)));
    if (blocking.isRooted()) {
      root(call, collective.root);
    }
    data(call, blocking, collective);
  }

  private void root(PrvCall call, int root) {
    if (root < 0) {
      throw records.fault(
          call.line,
          call.call.mpiName() + " without root",
          "an event of type 50100003 on one member of the communicator");
    }
    sink.number(Parameter.ROOT, root);
  }

  /** Writes the sizes of a collective. */
  private void data(PrvCall call, MpiCall blocking, MatchedCollective collective) {
    long sent = call.sent;
    long received = call.received;
    switch (blocking) {
      case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> bytes.sent(Math.max(sent, received));
      case REDUCE_SCATTER_BLOCK -> bytes.sent(received);
      case GATHER, ALLGATHER, ALLTOALL -> {
        bytes.sent(sent);
        bytes.received(sent);
      }
      case SCATTER -> {
        bytes.sent(received);
        bytes.received(received);
      }
      case GATHERV -> {
        bytes.sent(sent);
        if (call.root) {
          receivedFromEach(collective.ofEach(each -> each.sent));
        }
      }
      case ALLGATHERV -> {
        bytes.sent(sent);
        receivedFromEach(collective.ofEach(each -> each.sent));
      }
      case SCATTERV -> {
        bytes.received(received);
        if (call.root) {
          sentToEach(collective.ofEach(each -> each.received));
        }
      }
      case REDUCE_SCATTER -> receivedFromEach(collective.ofEach(each -> each.received));
      case ALLTOALLV -> {
        notes.add(UNEVEN);
        long[] totals = collective.ofEach(each -> each.sent);
        bytes.sentToEach(totals.length, i -> sent / totals.length);
        bytes.receivedFromEach(totals.length, i -> totals[i] / totals.length);
      }
      default -> {
        // a barrier sends no data
      }
    }
  }

  private void sentToEach(long[] counts) {
    bytes.sentToEach(counts.length, i -> counts[i]);
  }

  private void receivedFromEach(long[] counts) {
    bytes.receivedFromEach(counts.length, i -> counts[i]);
  }
}
