package io.github.tracecast.simulate.sources;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.fastforward.Leader;
import io.github.tracecast.simulate.fastforward.LoopPositions;
import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.Recurrence;
import io.github.tracecast.simulate.state.StateImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Skips rounds of a {@link LockStep} that would only repeat earlier ones. When the {@link Leader}
 * begins another iteration of a loop, this class compares the state with the state of an earlier
 * iteration. It selects that iteration as in Brent's cycle search. A round depends only on the
 * state. After a recurrence, the loops of all ranks therefore advance by the periods that every
 * rank has left. One thread.
 */
final class StepWatch {
  /**
   * Limit for the cost of images: numbers written per walked call. To walk a call takes longer than
   * to write them.
   */
  private static final int NUMBERS_PER_CALL = 1;

  /** Numbers that images may write before that limit applies. */
  private static final int FREE_NUMBERS = 1 << 18;

  private final LockStep steps;
  private final TaskCursor[] cursors;
  private final LoopPositions places;
  private final Leader leader;
  private final List<Watched> loops = new ArrayList<>();
  private int size = 1024;
  private long cost;

  /** The leader's open loop at one depth. */
  private static final class Watched {
    long entry;
    StateImage kept;
    int[] receives;
    int keptRow;
    long distance;
    long power = 1;

    void begin(long ofEntry) {
      if (entry != ofEntry) {
        entry = ofEntry;
        forget();
      }
      distance++;
    }

    void forget() {
      kept = null;
      distance = 0;
      power = 1;
    }

    void keep(StateImage image, int[] received, int row) {
      power = kept == null ? 1 : 2 * power;
      distance = 0;
      kept = image;
      receives = received;
      keptRow = row;
    }
  }

  StepWatch(Programs programs, LockStep steps) {
    this.steps = steps;
    this.cursors = steps.cursors();
    this.places = new CursorPositions(programs, Phases.of(programs), cursors, steps::finished);
    this.leader = new Leader(places);
  }

  /** Handles the end of a round. {@code calls} is the number of walked calls so far. */
  void look(long calls) {
    int depth = leader.begun(calls);
    if (depth == 0) {
      return;
    }
    while (loops.size() <= depth) {
      loops.add(new Watched());
    }
    Watched loop = loops.get(depth);
    loop.begin(leader.entry(depth));
    boolean affordable = cost <= FREE_NUMBERS + NUMBERS_PER_CALL * calls;
    if (affordable && cursors[leader.rank()].iterationsLeft(depth) > 1) {
      compare(loop, depth);
    }
  }

  private void compare(Watched loop, int depth) {
    int row = cursors[leader.rank()].row();
    if (loop.kept != null && row == loop.keptRow) {
      Recurrence recurrence = Recurrence.inTime(loop.kept, cursors.length, 0, 0, 0);
      steps.describe(recurrence);
      cost += loop.kept.size();
      if (recurrence.isFound()
          && places.inPhase(recurrence.advance())
          && skip(loop, recurrence.advance())) {
        leader.skipped(depth);
        loops.forEach(Watched::forget);
        return;
      }
    }
    if (loop.kept == null || loop.distance >= loop.power) {
      loop.keep(image(), steps.walkedReceives(), row);
    }
  }

  private StateImage image() {
    StateImage image = new StateImage(1, StateImage.NO_ORIGIN, size);
    steps.describe(image);
    size = image.size();
    cost += size;
    return image;
  }

  /** Advances all ranks; false if a loop has no whole period left. */
  private boolean skip(Watched loop, LoopAdvance advance) {
    long periods = places.repetitions(advance);
    if (periods == 0) {
      return false;
    }
    for (int rank = 0; rank < cursors.length; rank++) {
      if (advance.iterations(rank) > 0) {
        cursors[rank].skip(advance.depth(rank), periods * advance.iterations(rank));
      }
    }
    steps.repeatReceives(loop.receives, periods);
    return true;
  }
}
