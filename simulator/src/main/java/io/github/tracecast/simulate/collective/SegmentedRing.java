package io.github.tracecast.simulate.collective;

/**
 * Allreduce by a ring. Its first half runs in S phases, each with a segment of every block. This is
 * Open MPI's "segmented ring". (S + 1)(p - 1) p messages, 2 (p - 1) n bytes, S (p - 1) D(n / p / S)
 * + (p - 1) D(n / p), D(m) = L + 2o + (m - 1) G.
 */
final class SegmentedRing extends Schedule {
  private final long segmentBytes;

  /**
   * @param segmentBytes most bytes of a segment; 0 for one segment
   */
  SegmentedRing(long segmentBytes) {
    this.segmentBytes = segmentBytes;
  }

  private int phases(CollectiveCall call) {
    return (int) TreeSchedule.segments(Math.ceilDiv(call.bytes(), call.size()), segmentBytes);
  }

  @Override
  int blocks(CollectiveCall call) {
    return Math.multiplyExact(phases(call), call.size());
  }

  @Override
  int rounds(CollectiveCall call) {
    return (phases(call) + 1) * (call.size() - 1);
  }

  @Override
  void emit(CollectiveCall call, int round, BlockSteps steps) {
    int phases = phases(call);
    int phase = round / (call.size() - 1);
    int step = round % (call.size() - 1);
    int rank = call.rank();
    int before = Ranks.around(call, rank - 1);
    int after = Ranks.around(call, rank + 1);
    if (phase < phases) {
      int mine = Ranks.around(call, rank - step - 1);
      int theirs = Ranks.around(call, mine - 1);
      steps.combine(before, theirs * phases + phase, 1);
      steps.send(after, mine * phases + phase, 1);
    } else {
      int mine = Ranks.around(call, rank - step);
      int theirs = Ranks.around(call, mine - 1);
      steps.receive(before, theirs * phases, phases);
      steps.send(after, mine * phases, phases);
    }
  }
}
