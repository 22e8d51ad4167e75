package io.github.tracecast.compress;

import io.github.tracecast.trace.RankList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the events of two programs into one list that keeps the order of both programs. The programs
 * belong to different ranks. Events that {@link Alignment} matches become one event. Events between
 * two matched events may be in any order. If both programs have a loop, the events in it are placed
 * next to each other. Then events without a match are joined with equal events of the other
 * program, unless one depends on the other. An event depends on an earlier event if a chain of
 * common ranks connects them. Each instance is used once.
 */
final class Interleaving {
  /**
   * The largest number of positions by which an event may be moved. {@link #ATTEMPTS} limits the
   * number of attempts.
   */
  private static final int REACH = 128;

  private static final int ATTEMPTS = 256;

  private final MergedProgram one;
  private final MergedProgram two;
  private final LoopsAround loopsOfOne;
  private final LoopsAround loopsOfTwo;

  /**
   * The event of the first program at each position of the new order, or -1. {@link #ofTwo} has the
   * events of the second program.
   */
  private int[] ofOne;

  private int[] ofTwo;
  private int length;

  Interleaving(MergedProgram one, MergedProgram two) {
    this.one = one;
    this.two = two;
    loopsOfOne = new LoopsAround(one.loops());
    loopsOfTwo = new LoopsAround(two.loops());
    int[] partner = Alignment.of(one.events(), two.events());
    int most = one.events().size() + two.events().size();
    ofOne = new int[most];
    ofTwo = new int[most];
    int x = 0;
    int y = 0;
    for (int next = 0; next <= partner.length; next++) {
      boolean end = next == partner.length;
      if (end || partner[next] >= 0) {
        int matched = end ? one.events().size() : partner[next];
        addBetween(x, matched, y, next);
        if (!end) {
          add(matched, next);
        }
        x = matched + 1;
        y = next + 1;
      }
    }
    if (length > one.events().size() && length > two.events().size()) {
      bringTogether();
    }
  }

  int length() {
    return length;
  }

  /** Returns the event of the first program at a position of the new order, or -1. */
  int ofOne(int place) {
    return ofOne[place];
  }

  /** Returns the event of the second program at a position of the new order, or -1. */
  int ofTwo(int place) {
    return ofTwo[place];
  }

  private void add(int first, int second) {
    ofOne[length] = first;
    ofTwo[length++] = second;
  }

  private void addBetween(int fromOne, int toOne, int fromTwo, int toTwo) {
    if (fromOne < toOne || fromTwo < toTwo) {
      loopsOfOne.enter(fromOne, toOne);
      loopsOfTwo.enter(fromTwo, toTwo);
    }
    int x = fromOne;
    int y = fromTwo;
    while (x < toOne || y < toTwo) {
      boolean first =
          y >= toTwo || x < toOne && loopsOfOne.loopsCrossed(x) <= loopsOfTwo.loopsCrossed(y);
      if (first) {
        add(x++, -1);
      } else {
        add(-1, y++);
      }
    }
  }

  private void bringTogether() {
    int[] placeOfOne = places(ofOne, one.events().size());
    int[] placeOfTwo = places(ofTwo, two.events().size());
    Map<Integer, int[]> alone = new HashMap<>();
    int attempts = 0;
    for (int place = 0; place < length; place++) {
      boolean first = ofTwo[place] < 0;
      if (!first && ofOne[place] >= 0) {
        continue;
      }
      MergedProgram.Event event = event(place);
      int[] last = alone.computeIfAbsent(event.site(), key -> new int[] {-1, -1});
      int partner = last[first ? 1 : 0];
      if (partner >= 0
          && place - partner <= REACH
          && event(partner).matches(event)
          && ++attempts <= ATTEMPTS
          && !crossesLoop(partner, place, placeOfOne, placeOfTwo)
          && joinEvents(partner, place)) {
        forgetFrom(partner, alone); // the join has moved all later events to other positions
        placeOfOne = places(ofOne, one.events().size());
        placeOfTwo = places(ofTwo, two.events().size());
        place = partner - 1;
      } else {
        last[first ? 0 : 1] = place;
      }
    }
  }

  private static void forgetFrom(int place, Map<Integer, int[]> alone) {
    for (int[] last : alone.values()) {
      last[0] = last[0] < place ? last[0] : -1;
      last[1] = last[1] < place ? last[1] : -1;
    }
  }

  private int[] places(int[] events, int count) {
    int[] places = new int[count];
    for (int place = 0; place < length; place++) {
      if (events[place] >= 0) {
        places[events[place]] = place;
      }
    }
    return places;
  }

  private MergedProgram.Event event(int place) {
    return ofOne[place] >= 0 ? one.events().get(ofOne[place]) : two.events().get(ofTwo[place]);
  }

  /** Whether a loop begins or ends in the stretch, so that the stretch must stay in place. */
  private boolean crossesLoop(int from, int to, int[] placeOfOne, int[] placeOfTwo) {
    return crossesLoop(one.loops(), placeOfOne, from, to)
        || crossesLoop(two.loops(), placeOfTwo, from, to);
  }

  private static boolean crossesLoop(
      List<MergedProgram.Span> loops, int[] places, int from, int to) {
    for (MergedProgram.Span loop : loops) {
      int first = places[loop.first()];
      int last = places[loop.last()];
      if (first <= to && last >= from && !(first < from && last > to)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Joins the events at two positions, unless the second event depends on the first. Events in
   * between that depend on the first event are moved behind the joined event.
   */
  private boolean joinEvents(int from, int to) {
    RankList reached = ranks(from);
    boolean[] dependent = new boolean[to - from];
    for (int place = from + 1; place < to; place++) {
      if (ranks(place).intersects(reached)) {
        dependent[place - from] = true;
        reached = reached.union(ranks(place));
      }
    }
    if (ranks(to).intersects(reached)) {
      return false;
    }
    int[] newOne = new int[to - from];
    int[] newTwo = new int[to - from];
    int at = 0;
    for (int place = from + 1; place < to; place++) {
      if (!dependent[place - from]) {
        newOne[at] = ofOne[place];
        newTwo[at++] = ofTwo[place];
      }
    }
    newOne[at] = Math.max(ofOne[from], ofOne[to]);
    newTwo[at++] = Math.max(ofTwo[from], ofTwo[to]);
    for (int place = from + 1; place < to; place++) {
      if (dependent[place - from]) {
        newOne[at] = ofOne[place];
        newTwo[at++] = ofTwo[place];
      }
    }
    System.arraycopy(newOne, 0, ofOne, from, at);
    System.arraycopy(newTwo, 0, ofTwo, from, at);
    System.arraycopy(ofOne, to + 1, ofOne, to, length - to - 1);
    System.arraycopy(ofTwo, to + 1, ofTwo, to, length - to - 1);
    length--;
    return true;
  }

  private RankList ranks(int place) {
    RankList first = ofOne[place] >= 0 ? one.events().get(ofOne[place]).ranks() : RankList.EMPTY;
    return ofTwo[place] >= 0 ? first.union(two.events().get(ofTwo[place]).ranks()) : first;
  }
}
