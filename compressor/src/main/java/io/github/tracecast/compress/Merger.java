package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.trace.RankList;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the programs of two sets of ranks. The first set has the smallest rank. The programs must
 * not be used afterwards. Each instance is used once.
 */
final class Merger {
  private final MergedProgram one;
  private final MergedProgram two;
  private final DeltaDetail detail;
  private final Unions unions = new Unions();
  private final double[] work = new double[DeltaLog.SLOTS];

  private Merger(MergedProgram one, MergedProgram two, DeltaDetail detail) {
    this.one = one;
    this.two = two;
    this.detail = detail;
    for (int slot = 0; slot < work.length; slot++) {
      work[slot] = one.work()[slot] + two.work()[slot];
    }
  }

  static MergedProgram merged(MergedProgram one, MergedProgram two, DeltaDetail detail) {
    return new Merger(one, two, detail).merged();
  }

  private MergedProgram merged() {
    Interleaving order = new Interleaving(one, two);
    List<MergedProgram.Event> events = new ArrayList<>(order.length());
    int[] placeOfOne = new int[one.events().size()];
    int[] placeOfTwo = new int[two.events().size()];
    for (int place = 0; place < order.length(); place++) {
      int first = order.ofOne(place);
      int second = order.ofTwo(place);
      if (first >= 0) {
        placeOfOne[first] = place;
      }
      if (second >= 0) {
        placeOfTwo[second] = place;
      }
      events.add(
          first < 0
              ? two.events().get(second)
              : second < 0
                  ? one.events().get(first)
                  : merged(one.events().get(first), two.events().get(second)));
    }
    List<MergedProgram.Span> loops = new LoopMerge(
            events, moved(one.loops(), placeOfOne), moved(two.loops(), placeOfTwo), unions)
        .merged();
    return new MergedProgram(
        one.ranks() + two.ranks(),
        events,
        loops,
        work,
        Math.max(one.requestRing(), two.requestRing()));
  }

  private static List<MergedProgram.Span> moved(List<MergedProgram.Span> loops, int[] places) {
    List<MergedProgram.Span> moved = new ArrayList<>(loops.size());
    for (MergedProgram.Span loop : loops) {
      moved.add(loop.at(places[loop.first()], places[loop.last()]));
    }
    return moved;
  }

  private MergedProgram.Event merged(MergedProgram.Event first, MergedProgram.Event second) {
    RankList ranks = unions.of(first.ranks(), second.ranks());
    PieceList[] values = new PieceList[first.values().length];
    for (int i = 0; i < values.length; i++) {
      values[i] = first.values()[i].merged(second.values()[i], unions);
    }
    DeltaGroups[] deltas = new DeltaGroups[DeltaLog.SLOTS];
    for (int slot = 0; slot < deltas.length; slot++) {
      DeltaGroups mine = first.deltas()[slot];
      DeltaGroups other = second.deltas()[slot];
      deltas[slot] = mine == null
          ? other
          : other == null
              ? mine
              : mine.merged(
                  other,
                  detail,
                  DeltaLog.inUnitOf(slot, work) / (one.ranks() + two.ranks()),
                  unions);
    }
    return new MergedProgram.Event(
        first.call(),
        first.site(),
        first.parameters(),
        ranks,
        values,
        deltas,
        DeltaSummary.totalsOfBoth(first.calls(), second.calls()));
  }
}
