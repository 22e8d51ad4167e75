package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.mpi.FastForwarding;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.OpenLoops;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.result.Skip;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fast-forward that checks a run whenever one rank, the leader, has begun another iteration. If the
 * leader begins no iteration for a long time, another rank becomes the leader, with twice the time.
 *
 * <p>Skipped time is kept in an offset, so a skip leaves clocks as they are. Each rank adds the
 * offset to its clock when the rank ends. A check takes O(nesting). One thread.
 */
abstract class LedFastForward implements FastForwarding {
  final Interpreter run;
  final RankStates ranks;
  final OpenLoops loops;
  final LoopPositions places;

  /** Time skipped so far, by lane, ps. */
  final long[] offset;

  private final List<List<Skip>> skips;
  int leader;

  /** The leader's position in its loops at the last check. */
  private long[] seen = {};

  private long lastBegin;
  private long patience;

  /** @param rounds whether the loops of rounds in collectives count as loops */
  LedFastForward(Interpreter run, boolean rounds) {
    this.run = run;
    ranks = run.ranks();
    loops = ranks.loops();
    places = new LoopPositions(run, rounds);
    offset = new long[ranks.lanes()];
    skips = IntStream.range(0, offset.length)
        .<List<Skip>>mapToObj(lane -> new ArrayList<>())
        .toList();
    patience = 64 + 32L * ranks.count();
  }

  @Override
  public final List<Skip> skips(int lane) {
    return List.copyOf(skips.get(lane));
  }

  @Override
  public final void end(int rank) {
    ranks.delay(rank, offset);
  }

  @Override
  public final void look(long work) {
    boolean ended = ranks.hasEnded(leader);
    if (!ended && (!stopsRanks() || ranks.waits().stands(leader)) && moved(work)) {
      lastBegin = work;
    } else if (ended || work - lastBegin > patience) {
      leadByAnother(work);
    }
  }

  /** Updates the leader's position. Returns false if the leader is still in the iterations of the last check. */
  private boolean moved(long work) {
    int depth = places.depth(leader);
    int at = 1;
    while (at <= depth && wasIn(at) && seen[2 * at - 1] == loops.ordinal(leader, at)) {
      at++;
    }
    boolean again = at <= depth && wasIn(at);
    if (at <= depth || seen.length > 2 * depth) {
      seen = places.of(leader);
    }
    if (at <= depth) {
      entered(again ? at + 1 : at);
      begun(again ? at : depth, again, work);
    }
    return at <= depth;
  }

  /** Whether the leader's loop at a depth is the same loop as at the last check. */
  private boolean wasIn(int depth) {
    return seen.length >= 2 * depth && seen[2 * depth - 2] == loops.loop(leader, depth);
  }

  private void leadByAnother(long work) {
    for (int i = 0; i < ranks.count(); i++) {
      leader = (leader + 1) % ranks.count();
      if (!ranks.hasEnded(leader)) {
        break;
      }
    }
    entered(0);
    seen = new long[0];
    lastBegin = work;
    patience = Math.min(2 * patience, Long.MAX_VALUE / 4);
  }

  /** Called if the leader may have entered loops at this depth or deeper since the last check; with depth 0 for a new leader. */
  abstract void entered(int depth);

  /**
   * Called when the leader has begun another iteration since the last check.
   *
   * @param again whether the leader was in an earlier iteration of the same loop at the last check
   * @param work the steps of the run so far
   */
  abstract void begun(int depth, boolean again, long work);

  /**
   * Checks that a skip ends before the latest time that the replay can represent.
   *
   * @param picos the time to skip in a loop of the leader
   * @param nowPicos the current time of the lane, without the skipped time
   */
  final void requireMeasurable(double picos, int lane, long nowPicos, int depth) {
    if (picos > Picos.MAX - nowPicos - offset[lane]) {
      throw Picos.tooLong("in loop " + loops.loop(leader, depth));
    }
  }

  /** Records a skip on a lane, and its time in ps. */
  final void skipped(int lane, long picos, Skip skip) {
    offset[lane] += picos;
    skip.addTo(skips.get(lane));
  }

  /** Records the leader's position after a skip, which does not count as the leader's progress. */
  final void noteSkip() {
    seen = places.of(leader);
  }
}
