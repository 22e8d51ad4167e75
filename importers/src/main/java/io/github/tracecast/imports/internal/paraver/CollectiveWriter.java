package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.CollectiveBytes;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes the arguments of one task's collectives, with sizes in bytes. */
final class CollectiveWriter {
  /** The note about the sizes of MPI_Alltoallv. */
  static final String UNEVEN =
      "MPI_Alltoallv: the trace has only totals, which are distributed evenly over the partners";

  private final Records records;
  private final Set<String> notes;
  private final CollectiveMatching collectives;
  private final EventSink sink;
  private final Calls calls;
  private final Map<Integer, Integer> handles = new HashMap<>();
  private final Map<Integer, Integer> written = new HashMap<>();
  private final CollectiveBytes bytes;

  CollectiveWriter(
      PrvReader trace,
      int task,
      Records records,
      CollectiveMatching collectives,
      EventSink sink,
      Set<String> notes) {
    this.records = records;
    this.notes = notes;
    this.collectives = collectives;
    this.sink = sink;
    this.calls = trace.calls(task);
    this.bytes = new CollectiveBytes(sink);
    trace.communicators().forEach((number, members) -> {
      int local = 0;
      while (local < members.length && members[local] != task) {
        local++;
      }
      if (local < members.length && collectives.used(number)) {
        handles.put(number, handle(number, members, local, trace.header().tasks()));
      }
    });
  }

  private int handle(int number, int[] members, int local, int tasks) {
    if (members.length == tasks && IntStream.range(0, tasks).allMatch(i -> members[i] == i)) {
      return Communicator.WORLD;
    }
    return members.length == 1
        ? Communicator.SELF
        : sink.communicator("communicator " + number, members[0], number, local, members.length);
  }

  /**
   * Returns the blocking form of a collective; null for a call that is not a collective, or that
   * has one datatype for each process.
   */
  static @Nullable MpiCall blocking(MpiCall call) {
    return call.isCollective() && !call.has(CallArgument.DATATYPES) ? call.blocking() : null;
  }

  /** Writes the arguments of the current call. */
  void write(int row, MpiCall blocking) {
    int communicator = calls.communicator(row);
    int n = written.merge(communicator, 1, Integer::sum) - 1;
    bytes.communicator(
        Objects.requireNonNull(handles.get(communicator))); // a used communicator has a handle
    if (blocking.isRooted()) {
      root(row, collectives.root(communicator, n));
    }
    data(row, blocking, communicator, n);
  }

  private void root(int row, int root) {
    if (root < 0) {
      throw records.fault(
          calls.line(row),
          calls.call(row).mpiName() + " without root",
          "an event of type 50100003 on one member of the communicator");
    }
    sink.number(Parameter.ROOT, root);
  }

  /** Writes the sizes of the {@code n}-th collective on its communicator. */
  private void data(int row, MpiCall blocking, int communicator, int n) {
    long sent = calls.sent(row);
    long received = calls.received(row);
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
        if (calls.root(row)) {
          receivedFromEach(collectives.bytes(communicator, n, true));
        }
      }
      case ALLGATHERV -> {
        bytes.sent(sent);
        receivedFromEach(collectives.bytes(communicator, n, true));
      }
      case SCATTERV -> {
        bytes.received(received);
        if (calls.root(row)) {
          sentToEach(collectives.bytes(communicator, n, false));
        }
      }
      case REDUCE_SCATTER -> receivedFromEach(collectives.bytes(communicator, n, false));
      case ALLTOALLV -> {
        notes.add(UNEVEN);
        long[] totals = collectives.bytes(communicator, n, true);
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
