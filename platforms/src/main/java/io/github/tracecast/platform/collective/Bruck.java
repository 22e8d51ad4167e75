package io.github.tracecast.platform.collective;

/**
 * Bruck's algorithms, with ceil(lg p) rounds for any number of ranks p. They suit short blocks.
 * Bruck, Ho, Kipnis, Upfal, Weathersby, "Efficient algorithms for all-to-all communications in
 * multiport message-passing systems" (IEEE TPDS 1997). In the times, a = L + 2o - G and b = G;
 * copies in memory are not included.
 */
final class Bruck {
  private Bruck() {}

  /**
   * Allgather with radix r. In round k, a rank sends its first r^k blocks to the ranks r^k, 2 r^k
   * ... (r - 1) r^k before it, all at once; in the last round it sends only the remaining blocks.
   * With radix 2, the time is ceil(lg p) a + (p - 1) m b. Finally, each rank except 0 rotates its
   * blocks.
   */
  record Allgather(int radix) implements Schedule {
    @Override
    public int rounds(CollectiveCall call) {
      int rounds = 0;
      for (long distance = 1; distance < call.size(); distance *= radix) {
        rounds++;
      }
      return rounds == 0 ? 0 : rounds + 1; // the last round only rotates
    }

    /** Returns the memory for a copy of the blocks that the rotation moves forward. */
    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return call.rank() == 0 ? 0 : vector / call.size() * (call.size() - call.rank());
    }

    @Override
    public void emit(CollectiveCall call, int round, BlockSteps steps) {
      int size = call.size();
      long distance = 1;
      for (int i = 0; i < round; i++) {
        distance *= radix;
      }
      if (distance >= size) {
        steps.copy(call.rank() > 0 ? size : 0);
        return;
      }
      for (long d = distance; d < size && d < radix * distance; d += distance) {
        int from = (int) ((call.rank() + d) % size);
        steps.receive(from, from, (int) Math.min(distance, size - d));
      }
      for (long d = distance; d < size && d < radix * distance; d += distance) {
        int to = (int) Math.floorMod(call.rank() - d, (long) size);
        steps.send(to, call.rank(), (int) Math.min(distance, size - d));
      }
    }
  }

  /**
   * Bruck's alltoall. In round k, a rank sends to the rank 2^k after it all blocks whose distance
   * to their owner has bit k set. Time: ceil(lg p) a + p / 2 lg p m b, which is exact if p is a
   * power of two.
   *
   * @param rotates whether a rank rotates all blocks before and after the rounds, which the
   *     modified algorithm avoids
   */
  record Alltoall(boolean rotates) implements Algorithm {
    @Override
    public boolean round(CollectiveCall call, int round, Steps steps) {
      int size = call.size();
      int messages = Ranks.ceilingLog2(size);
      if (round == messages && rotates && size > 1) {
        steps.copy(Math.multiplyExact(call.bytes(), (long) size));
        return true;
      }
      if (round >= messages) {
        return false;
      }
      int distance = 1 << round;
      int blocks = withBit(size, distance);
      long bytes = Math.multiplyExact(call.bytes(), (long) blocks);
      long all = Math.multiplyExact(call.bytes(), (long) size);
      if (rotates && round == 0) {
        steps.copy(all);
      }
      steps.pack(blocks, bytes);
      steps.receive(Ranks.around(call, call.rank() - distance), bytes);
      steps.send(Ranks.around(call, call.rank() + distance), bytes);
      return true;
    }

    /** Returns the memory for a copy of all blocks. */
    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return Math.multiplyExact(call.bytes(), (long) call.size());
    }

    /** Returns how many numbers below {@code size} have the bit set. */
    private static int withBit(int size, int bit) {
      int period = 2 * bit;
      return size / period * bit + Math.max(0, size % period - bit);
    }
  }
}
