package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.mpi.FastForwarding;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.Recurrence;
import io.github.tracecast.simulate.state.StateImage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Skips rounds that would only repeat earlier ones. When the {@link Leader} begins another iteration
 * of a loop, this class compares the state with the state of an earlier iteration. It selects that
 * iteration as in Brent's cycle search. A round depends only on the state. After a recurrence, the
 * loops of all ranks therefore advance by the periods that every rank has left. One thread.
 */
public final class RoundFastForward implements FastForwarding {
  /**
   * Limit for the cost of images: numbers written per replayed call. To replay a call takes longer
   * than to write them.
   */
  private static final int NUMBERS_PER_CALL = 1;

  /** The numbers that the images of a depth may write before the cost limit applies. */
  private static final int FREE_NUMBERS = 1 << 18;

  /** The records of a run, which are repeated for skipped rounds. */
  public interface Recorded {
    /** The amount that has been recorded, in the record's own columns. */
    int[] sizes();

    /** Repeats everything since an earlier moment the given number of times. */
    void repeat(int[] since, long times);
  }

  private final Interpreter run;
  private final LoopPositions places;
  private final Recorded recorded;
  private final Leader leader;
  private final List<Watched> loops = new ArrayList<>();
  private int size = 1024;

  /**
   * The leader's open loop at one depth. Each depth has its own budget, so inner loops that never
   * repeat do not use up the budget of outer ones.
   */
  private static final class Watched extends CycleSearch {
    @Nullable StateImage kept;

    int[] recorded = {};
    int keptAt;

    @Override
    void forget() {
      super.forget();
      kept = null;
    }

    @Override
    boolean hasKept() {
      return kept != null;
    }

    void keep(StateImage image, int[] sizes, int at) {
      replace();
      kept = image;
      recorded = sizes;
      keptAt = at;
    }
  }

  public RoundFastForward(Interpreter run, Recorded recorded) {
    this.run = run;
    this.places = new LoopPositions(run, true);
    this.recorded = recorded;
    this.leader = new Leader(places);
  }

  @Override
  public void allStand() {
    long calls = run.executed();
    int depth = leader.begun(calls);
    if (depth == 0) {
      return;
    }
    while (loops.size() <= depth) {
      loops.add(new Watched());
    }
    Watched loop = loops.get(depth);
    loop.begin(leader.entry(depth));
    boolean affordable = loop.cost <= FREE_NUMBERS + NUMBERS_PER_CALL * calls;
    if (affordable && places.iterationsLeft(leader.rank(), depth) > 1) {
      compare(loop, depth);
    }
  }

  private void compare(Watched loop, int depth) {
    int at = run.ranks().next(leader.rank());
    if (loop.kept != null && at == loop.keptAt) {
      Recurrence recurrence = Recurrence.inTime(loop.kept, places.ranks(), 0, 0, 0);
      run.state().describe(recurrence);
      loop.cost += loop.kept.size();
      if (recurrence.isFound()
          && places.inPhase(recurrence.advance())
          && skip(loop, recurrence.advance())) {
        leader.skipped(depth);
        loops.forEach(Watched::forget);
        return;
      }
    }
    if (loop.shouldKeep()) {
      loop.keep(image(), recorded.sizes(), at);
      loop.cost += size;
    }
  }

  private StateImage image() {
    StateImage image = new StateImage(1, StateImage.NO_ORIGIN, size);
    run.state().describe(image);
    size = image.size();
    return image;
  }

  /** Advances all ranks; false if a loop has no whole period left. */
  private boolean skip(Watched loop, LoopAdvance advance) {
    long periods = places.repetitions(advance);
    if (periods == 0) {
      return false;
    }
    for (int rank = 0; rank < places.ranks(); rank++) {
      run.ranks().skip(rank, advance.depth(rank), periods * advance.iterations(rank), 0);
    }
    recorded.repeat(loop.recorded, periods);
    return true;
  }
}
