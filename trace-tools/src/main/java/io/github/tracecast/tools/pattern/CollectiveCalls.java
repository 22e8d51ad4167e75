package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.Reduction;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** A pattern with one collective call of all ranks per step. The root is rank 0, and reductions are sums. */
final class CollectiveCalls {
  private static final Set<MpiCall> ROOTED =
      EnumSet.of(MpiCall.BCAST, MpiCall.REDUCE, MpiCall.GATHER, MpiCall.SCATTER);

  private CollectiveCalls() {}

  static void add(PatternRequest request, TraceDraft draft) {
    RankList world = draft.world();
    MpiCall call = request.pattern().call();
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    parameters.put(Parameter.COMMUNICATOR, Values.constant(world, Communicator.WORLD));
    if (call != MpiCall.BARRIER) {
      parameters.putAll(draft.elements(world, Values.constant(world, draft.count())));
    }
    if (ROOTED.contains(call)) {
      parameters.put(Parameter.ROOT, Values.constant(world, 0));
    }
    switch (call) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK ->
        parameters.put(Parameter.REDUCTION, Values.constant(world, Reduction.SUM.code()));
      case GATHER, SCATTER, ALLGATHER, ALLTOALL -> {
        parameters.put(Parameter.RECEIVE_COUNT, Values.constant(world, draft.count()));
        parameters.put(Parameter.RECEIVE_DATATYPE, Values.constant(world, TraceDraft.DATATYPE));
      }
      default -> {}
    }
    int at = draft.next();
    draft.add(request.pattern().key(), call, world, parameters, world, 0);
    draft.steps(at, at, world);
  }
}
