package io.github.tracecast.platform.collective;

/**
 * Allgather between neighbours, in p / 2 rounds for an even number of ranks p. For an odd number,
 * the ring algorithm replaces it. First the ranks of each pair exchange their blocks. In each later
 * round, a rank sends the two blocks that it received last to its other neighbour. p (p - 1) m
 * bytes. Time: a + m b + (p / 2 - 1)(a + 2 m b), a = L + 2o - G, b = G. Source: Chen, Zhang, Zhang,
 * Yuan, "Performance evaluation of allgather algorithms on terascale Linux cluster" (HPCAsia 2005).
 */
final class NeighborExchange implements Schedule {
  private final Schedule ring = Ring.allgather();

  private static boolean isOdd(CollectiveCall call) {
    return call.size() % 2 == 1;
  }

  @Override
  public int rounds(CollectiveCall call) {
    return isOdd(call) ? ring.rounds(call) : call.size() / 2;
  }

  @Override
  public int alike(CollectiveCall call, int round) {
    return isOdd(call) ? ring.alike(call, round) : 1;
  }

  /** The first of the two blocks that a rank receives in round 1 or a later round. */
  private static int firstReceived(CollectiveCall call, int round) {
    boolean even = call.rank() % 2 == 0;
    int base = even ? call.rank() : call.rank() - 1;
    int step = (round % 2 == 0) == even ? 2 : -2;
    return Math.floorMod(base + step * ((round + 1) / 2), call.size());
  }

  @Override
  public void emit(CollectiveCall call, int round, BlockSteps steps) {
    if (isOdd(call)) {
      ring.emit(call, round, steps);
      return;
    }
    boolean even = call.rank() % 2 == 0;
    int peer = Ranks.around(call, (round % 2 == 0) == even ? call.rank() + 1 : call.rank() - 1);
    if (round == 0) {
      steps.receive(peer, peer, 1);
      steps.send(peer, call.rank(), 1);
      return;
    }
    int sent = round == 1 ? (even ? call.rank() : call.rank() - 1) : firstReceived(call, round - 1);
    steps.receive(peer, firstReceived(call, round), 2);
    steps.send(peer, sent, 2);
  }
}
