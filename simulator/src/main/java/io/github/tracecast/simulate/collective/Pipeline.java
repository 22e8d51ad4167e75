package io.github.tracecast.simulate.collective;

/**
 * Broadcast along a chain of the ranks counted from the root. The data has S segments of at most
 * {@value #SEGMENT_BYTES} bytes, or {@value #MAX_SEGMENTS} larger segments if these are not enough.
 * A rank forwards a segment while it receives the next.
 *
 * <p>Total: (p - 1) n bytes. If a rank's port handles one message at a time, the time is (p - 2 +
 * S)(a + n / S b). On LogGP with eager messages and p at least 3, it is (p - 1) D(n / S) + (S - 1)
 * 2 o, D(m) = L + 2o + (m - 1) G. This is Open MPI's "chain" with one chain.
 */
final class Pipeline extends Schedule {
  private static final int SEGMENT_BYTES = 65_536;
  private static final int MAX_SEGMENTS = 1 << 16;

  @Override
  int blocks(CollectiveCall call) {
    long segments = call.bytes() / SEGMENT_BYTES + (call.bytes() % SEGMENT_BYTES == 0 ? 0 : 1);
    return Math.clamp(segments, 1, MAX_SEGMENTS);
  }

  @Override
  int rounds(CollectiveCall call) {
    if (call.size() == 1) {
      return 0;
    }
    int v = Ranks.fromRoot(call);
    return v == 0 || v == call.size() - 1 ? blocks(call) : blocks(call) + 1;
  }

  @Override
  void emit(CollectiveCall call, int round, BlockSteps steps) {
    int v = Ranks.fromRoot(call);
    if (v > 0 && round < steps.blocks()) {
      steps.receive(Ranks.afterRoot(call, v - 1), round, 1);
    }
    int sent = v == 0 ? round : round - 1;
    if (v < call.size() - 1 && sent >= 0) {
      steps.send(Ranks.afterRoot(call, v + 1), sent, 1);
    }
  }
}
