package io.github.tracecast.simulate;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.RankProcess.Blocked;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/** Collectives, and the calls that make communicators: what a program asks of {@link Collectives}. One thread. */
final class CollectiveCalls {
  /** Bytes that a rank tells the others when a communicator is made: its colour and key. */
  private static final long SPLIT_BYTES = 8;

  private final EventTable table;
  private final CallArguments arguments;
  private final Communicators communicators;
  private final Datatypes datatypes;
  private final Collectives collectives;
  private final Completions completions;
  private final Neighbours neighbours = new Neighbours();

  CollectiveCalls(
      EventTable table,
      CallArguments arguments,
      Datatypes datatypes,
      Collectives collectives,
      Completions completions) {
    this.table = table;
    this.arguments = arguments;
    this.communicators = table.communicators();
    this.datatypes = datatypes;
    this.collectives = collectives;
    this.completions = completions;
  }

  void collective(RankProcess p, Operation operation, MpiCall call) {
    if (call.name().equals(operation.name())) {
      run(p, given(p, operation));
    } else {
      start(p, given(p, operation));
    }
  }

  /** The ranks of a communicator agree on a new one: they tell each other colour and key. */
  void makeCommunicator(RankProcess p, MpiCall call) {
    int created = arguments.newCommunicator(p);
    if (created >= 0) {
      noteTopology(p, call, created);
    }
    run(p, agreement(p, arguments.communicator(p)));
  }

  /** MPI_Comm_create_group: only the members of the new communicator take part. */
  void makeOfGroup(RankProcess p) {
    int created = arguments.newCommunicator(p);
    if (created >= 0) {
      run(p, agreement(p, created));
    }
  }

  /** MPI_Comm_idup. */
  void startDuplicate(RankProcess p) {
    int created = arguments.newCommunicator(p);
    if (created >= 0) {
      neighbours.copy(arguments.communicator(p), created, p.worldRank);
    }
    start(p, agreement(p, arguments.communicator(p)));
  }

  private void run(RankProcess p, CollectiveArguments given) {
    p.blocked = Blocked.COLLECTIVE;
    collectives.start(given, p.worldRank, p.clock, (picos, overhead) -> {
      p.clock = picos;
      p.overhead += overhead;
      p.resume();
    });
  }

  private void start(RankProcess p, CollectiveArguments given) {
    int request = completions.newRequest(p, Requests.COLLECTIVE);
    completions.requests().context[request] = 2 * given.communicator() + 1;
    completions.requests().tag[request] = collectives.next(given.communicator(), p.worldRank);
    collectives.start(
        given, p.worldRank, p.clock, (picos, overhead) -> completions.endAt(request, picos));
  }

  private CollectiveArguments agreement(RankProcess p, int communicator) {
    return given(p, Operation.ALLGATHER, communicator).withBytes(SPLIT_BYTES);
  }

  private CollectiveArguments given(RankProcess p, Operation operation) {
    return given(p, operation, arguments.communicator(p));
  }

  private CollectiveArguments given(RankProcess p, Operation operation, int communicator) {
    return new CollectiveArguments(
        table,
        datatypes,
        neighbours,
        operation,
        p.cursor.event(),
        p.worldRank,
        p.cursor.execution(),
        communicator);
  }

  private void noteTopology(RankProcess p, MpiCall call, int created) {
    switch (call) {
      case CART_CREATE -> {
        if (arguments.has(p, Parameter.DIMENSIONS)) {
          noteCartesian(p, created);
        }
      }
      case DIST_GRAPH_CREATE_ADJACENT ->
        neighbours.graph(
            created,
            p.worldRank,
            arguments.list(p, Parameter.SOURCES),
            arguments.list(p, Parameter.DESTINATIONS));
      case COMM_DUP, COMM_DUP_WITH_INFO ->
        neighbours.copy(arguments.communicator(p), created, p.worldRank);
      default -> {}
    }
  }

  private void noteCartesian(RankProcess p, int created) {
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
          + communicators.size(created) + ", the size of the communicator that the call makes");
    }
    neighbours.cartesian(
        created, p.worldRank, communicators.localRank(created, p.worldRank), dimensions, periodic);
  }
}
