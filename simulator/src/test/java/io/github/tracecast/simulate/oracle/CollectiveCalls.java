package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.simulate.oracle.RankProcess.Blocked;
import io.github.tracecast.trace.MpiCall;

/** Collectives, and the calls that make communicators: what a program asks of {@link Collectives}. One thread. */
final class CollectiveCalls {
  private final CollectiveLookup lookup;
  private final Collectives collectives;
  private final Completions completions;

  CollectiveCalls(CollectiveLookup lookup, Collectives collectives, Completions completions) {
    this.lookup = lookup;
    this.collectives = collectives;
    this.completions = completions;
  }

  void collective(RankProcess p, Operation operation, MpiCall call) {
    if (call.name().equals(operation.name())) {
      run(p, lookup.operation(p, operation));
    } else {
      start(p, lookup.operation(p, operation));
    }
  }

  void makeCommunicator(RankProcess p, MpiCall call) {
    run(p, lookup.makeCommunicator(p, call));
  }

  /** MPI_Comm_create_group. */
  void makeOfGroup(RankProcess p) {
    CollectiveArguments agreement = lookup.makeOfGroup(p);
    if (agreement != null) {
      run(p, agreement);
    }
  }

  /** MPI_Comm_idup. */
  void startDuplicate(RankProcess p) {
    start(p, lookup.makeCommunicator(p, MpiCall.COMM_IDUP));
  }

  private void run(RankProcess p, CollectiveArguments given) {
    p.blocked = Blocked.COLLECTIVE;
    collectives.start(given, p.worldRank, p.clock, p.port, (picos, overhead) -> {
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
        given,
        p.worldRank,
        p.clock,
        p.port.copy(),
        (picos, overhead) -> completions.endAt(request, picos));
  }
}
