package io.github.tracecast.simulate.collective;

/**
 * Scan and exscan along the ranks: each combines what came from the rank before with its own vector
 * and passes it on. p - 1 messages, (p - 1)(a + n b), a = L + 2o - G, b = G; the basic algorithm of
 * Open MPI.
 */
final class ScanChain extends Schedule {
  @Override
  int rounds(CollectiveCall call) {
    return (call.rank() > 0 ? 1 : 0) + (call.rank() < call.size() - 1 ? 1 : 0);
  }

  @Override
  void emit(CollectiveCall call, int round, BlockSteps steps) {
    if (round == 0 && call.rank() > 0) {
      steps.combineAll(call.rank() - 1);
    } else {
      steps.sendAll(call.rank() + 1);
    }
  }
}
