package io.github.tracecast.platform.collective;

/**
 * The ring algorithm: in each round, a rank sends a block to the next rank and receives a block
 * from the previous rank. p (p - 1) messages. Time: (p - 1) D(m), where D(m) = L + 2o + (m - 1) G.
 * The ring is bandwidth-optimal for long vectors and any number of ranks. Source: Patarasuk, Yuan,
 * "Bandwidth optimal all-reduce algorithms for clusters of workstations" (JPDC 2009).
 *
 * <p>In an allgather, a rank first sends its own block, then the block that it received last. In a
 * reduction, a rank adds its own data to the block that it received last, and forwards the sum. The
 * rank's own block arrives last, completely reduced.
 *
 * @param segmentBytes largest segment of a block, in bytes; 0 for one segment
 */
record Ring(boolean reduces, long segmentBytes) implements Schedule {
  static Schedule allgather() {
    return new Ring(false, 0);
  }

  static Schedule reduceScatter() {
    return new Ring(true, 0);
  }

  /**
   * Allreduce of a vector in p blocks. 2 p (p - 1) messages, 2 (p - 1) n bytes. Time: 2 (p - 1) D(n
   * / p). In Open MPI's "segmented ring", the reduction has S phases, each with one segment of
   * every block, and there are (S + 1)(p - 1) p messages. Time: S (p - 1) D(n / p / S) + (p - 1)
   * D(n / p).
   *
   * @param segmentBytes largest segment, in bytes; 0 for one segment
   */
  static Schedule allreduce(long segmentBytes) {
    return new ScheduleSequence(new Ring(true, segmentBytes), new Ring(false, segmentBytes));
  }

  /**
   * Van de Geijn's broadcast: a binomial scatter of p blocks, then a ring allgather. Time: (lg p +
   * p - 1) a + 2 (p - 1) / p n b, where a = L + 2o - G and b = G. Source: Barnett et al.,
   * "Interprocessor collective communication library" (SHPCC 1994).
   */
  static Schedule scatterAllgatherBroadcast() {
    return new ScheduleSequence(TreeSchedule.binomial(Operation.SCATTER), allgather());
  }

  /** The number of segments of a block. A reduction has a phase for each segment; an allgather moves whole blocks. */
  private int segments(CollectiveCall call) {
    return segmentBytes == 0
        ? 1
        : TreeSchedule.segments(Math.ceilDiv(call.bytes(), call.size()), segmentBytes);
  }

  @Override
  public int blocks(CollectiveCall call) {
    return Math.multiplyExact(segments(call), call.size());
  }

  @Override
  public int rounds(CollectiveCall call) {
    return (reduces ? segments(call) : 1) * (call.size() - 1);
  }

  /** The block that a rank sends in a step. Successive steps count backwards from the rank's own block. */
  private int sent(CollectiveCall call, int step) {
    return Ranks.around(call, call.rank() - step - (reduces ? 1 : 0));
  }

  /** Only rounds with blocks of equal size are alike. The first blocks may be larger by one byte. */
  @Override
  public int alike(CollectiveCall call, int round) {
    int size = call.size();
    int left = size - 1 - round;
    if (left <= 1 || segments(call) > 1) {
      return 1;
    }
    int larger;
    switch (call.operation()) {
      case ALLGATHER, REDUCE_SCATTER_BLOCK -> larger = 0;
      case BCAST, ALLREDUCE -> larger = (int) (call.bytes() % size);
      default -> {
        return 1;
      }
    }
    if (larger == 0) {
      return left;
    }
    int sent = sent(call, round);
    int received = Ranks.around(call, sent - 1);
    return Math.min(left, Math.min(until(sent, larger), until(received, larger)));
  }

  /** The number of consecutive blocks with the same size, from one block downwards. */
  private static int until(int block, int larger) {
    return block < larger ? block + 1 : block - larger + 1;
  }

  /**
   * The memory for a reduction's sums, which is one vector. An allreduce needs no memory, because
   * the sums are in its receive buffer.
   */
  @Override
  public long allocatedBytes(CollectiveCall call, long vector) {
    return reduces && call.operation() != Operation.ALLREDUCE ? vector : 0;
  }

  @Override
  public void emit(CollectiveCall call, int round, BlockSteps steps) {
    int segments = segments(call);
    int sent = sent(call, round % (call.size() - 1));
    int received = Ranks.around(call, sent - 1);
    int before = Ranks.around(call, call.rank() - 1);
    int after = Ranks.around(call, call.rank() + 1);
    if (reduces) {
      int phase = round / (call.size() - 1);
      steps.combine(before, received * segments + phase, 1);
      steps.send(after, sent * segments + phase, 1);
    } else {
      steps.receive(before, received * segments, segments);
      steps.send(after, sent * segments, segments);
    }
  }
}
