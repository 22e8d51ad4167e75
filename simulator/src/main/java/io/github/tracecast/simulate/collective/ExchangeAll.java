package io.github.tracecast.simulate.collective;

/**
 * Allreduce: each rank sends its vector to all others and reduces the received ones. This is Open
 * MPI's "allgather reduce". p (p - 1) n bytes.
 */
final class ExchangeAll extends Schedule {
  @Override
  int rounds(CollectiveCall call) {
    return call.size() > 1 ? 1 : 0;
  }

  @Override
  void emit(CollectiveCall call, int round, BlockSteps steps) {
    for (int i = 1; i < call.size(); i++) {
      steps.combineAll(Ranks.around(call, call.rank() - i));
    }
    for (int i = 1; i < call.size(); i++) {
      steps.sendAll(Ranks.around(call, call.rank() + i));
    }
  }
}
