package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the collective that a call starts, and its arguments. Keeps the topologies that earlier
 * calls gave to communicators. A caller must therefore look up a rank's calls in program order. One
 * thread.
 */
public final class CollectiveLookup {
  /** Bytes of the vector in the reduction for the number of a new communicator. */
  private static final long AGREEMENT_BYTES = 8;

  private final EventTable table;
  private final CallArguments arguments;
  private final Communicators communicators;
  private final Datatypes datatypes;
  private final Neighbours neighbours = new Neighbours();

  public CollectiveLookup(EventTable table, CallArguments arguments, Datatypes datatypes) {
    this.table = table;
    this.arguments = arguments;
    this.communicators = table.communicators();
    this.datatypes = datatypes;
  }

  /** The operation of a collective call, on its communicator. */
  public CollectiveArguments operation(CallPlace p, MpiCall call) {
    Operation operation = Objects.requireNonNull(CollectiveArguments.operation(call));
    return given(p, operation, arguments.communicator(p));
  }

  /** The reduction for the number of a new communicator, over the ranks of the old one. */
  public CollectiveArguments makeCommunicator(CallPlace p, MpiCall call) {
    int created = arguments.newCommunicator(p);
    if (created >= 0) {
      noteTopology(p, call, created);
    }
    return agreement(p, arguments.communicator(p));
  }

  /**
   * MPI_Comm_create_group, MPI_Intercomm_create and MPI_Intercomm_merge. Only the members of the new
   * communicator take part; null for other ranks, and if the trace lacks the communicator.
   */
  public @Nullable CollectiveArguments makeOfMembers(CallPlace p) {
    int created = arguments.newCommunicator(p);
    return created >= 0 ? agreement(p, created) : null;
  }

  private CollectiveArguments agreement(CallPlace p, int communicator) {
    return given(p, Operation.ALLREDUCE, communicator).agreement(AGREEMENT_BYTES);
  }

  private CollectiveArguments given(CallPlace p, Operation operation, int communicator) {
    return new CollectiveArguments(
        table,
        datatypes,
        neighbours,
        operation,
        p.event(),
        p.worldRank(),
        p.execution(),
        communicator);
  }

  private void noteTopology(CallPlace p, MpiCall call, int created) {
    if (call.duplicatesCommunicator()) {
      neighbours.copy(arguments.communicator(p), created, p.worldRank());
    } else if (arguments.has(p, Parameter.SOURCES) && arguments.has(p, Parameter.DESTINATIONS)) {
      neighbours.graph(
          created,
          p.worldRank(),
          arguments.list(p, Parameter.SOURCES),
          arguments.list(p, Parameter.DESTINATIONS));
    } else if (arguments.has(p, Parameter.DIMENSIONS)) {
      noteCartesian(p, created);
    }
  }

  private void noteCartesian(CallPlace p, int created) {
    int[] dimensions = arguments.list(p, Parameter.DIMENSIONS);
    int[] periods = arguments.list(p, Parameter.PERIODS);
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
        created,
        p.worldRank(),
        communicators.localRank(created, p.worldRank()),
        dimensions,
        periodic);
  }
}
