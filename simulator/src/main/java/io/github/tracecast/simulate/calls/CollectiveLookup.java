package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Parameter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the collective that a call starts, and its arguments. Keeps the topologies that earlier
 * calls gave to communicators. A caller must therefore look up a rank's calls in program order. One
 * thread.
 */
public final class CollectiveLookup {
  private final Neighbours neighbours = new Neighbours();

  /** The operation of a collective call, on its communicator. */
  public CollectiveArguments operation(ExecutedCall call) {
    Operation operation = Objects.requireNonNull(CollectiveArguments.operation(call.call()));
    return new CollectiveArguments(call, neighbours, operation, CallArguments.communicator(call));
  }

  /** The reduction for the number of a new communicator, over the ranks of the old one. */
  public CollectiveArguments makeCommunicator(ExecutedCall call) {
    int created = call.value(Parameter.NEW_COMMUNICATOR, EventTable.NONE);
    if (created >= 0) {
      noteTopology(call, created);
    }
    return agreement(call, CallArguments.communicator(call));
  }

  /**
   * MPI_Comm_create_group, MPI_Intercomm_create and MPI_Intercomm_merge. Only the members of the new
   * communicator take part; null for other ranks, and if the trace lacks the communicator.
   */
  public @Nullable CollectiveArguments makeOfMembers(ExecutedCall call) {
    int created = call.value(Parameter.NEW_COMMUNICATOR, EventTable.NONE);
    return created >= 0 ? agreement(call, created) : null;
  }

  private CollectiveArguments agreement(ExecutedCall call, int communicator) {
    return new CollectiveArguments(call, neighbours, Operation.AGREEMENT, communicator);
  }

  private void noteTopology(ExecutedCall call, int created) {
    if (call.call().duplicatesCommunicator()) {
      neighbours.copy(CallArguments.communicator(call), created, call.rank());
    } else if (call.has(Parameter.SOURCES) && call.has(Parameter.DESTINATIONS)) {
      neighbours.graph(
          created, call.rank(), call.list(Parameter.SOURCES), call.list(Parameter.DESTINATIONS));
    } else if (call.has(Parameter.DIMENSIONS)) {
      noteCartesian(call, created);
    }
  }

  private void noteCartesian(ExecutedCall call, int created) {
    Communicators communicators = call.table().communicators();
    int[] dimensions = call.list(Parameter.DIMENSIONS);
    int[] periods = call.list(Parameter.PERIODS);
    boolean[] periodic = new boolean[dimensions.length];
    long size = 1;
    for (int d = 0; d < dimensions.length; d++) {
      periodic[d] = d < periods.length && periods[d] != 0;
      size = dimensions[d] < 1 ? 0 : Math.min(Integer.MAX_VALUE, size * dimensions[d]);
    }
    if (size != communicators.size(created)) {
      throw new ReplayException("found dimensions of " + size + " ranks in all; expected "
          + communicators.size(created) + ", the size of the new communicator");
    }
    neighbours.cartesian(
        created, call.rank(), communicators.localRank(created, call.rank()), dimensions, periodic);
  }
}
