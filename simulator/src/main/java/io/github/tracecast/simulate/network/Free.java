package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * A network without contention: on each lane, a message arrives one flight time after its start.
 * {@link CostTable} has the flight time, from {@code LogGpEngine.arrival}, so the arrival is known
 * at the start. {@link #starts} therefore delivers the message at once, and ranks run in any order.
 *
 * <p>{@link #next} only resumes the ranks that stand at the ends of iterations. One thread.
 */
public class Free implements Network {
  private final Slots slots;
  private final CostTable costs;

  @SuppressWarnings("NullAway.Init") // deliverTo() sets this field before any other call
  private Deliveries to;

  /** The standing ranks, in the order in which they stopped. */
  private final IntArrayList standing = new IntArrayList();

  public Free(LaneProgram program, Slots slots) {
    this.slots = slots;
    this.costs = program.costs();
  }

  @Override
  public void deliverTo(Deliveries deliveries) {
    to = deliveries;
  }

  /** The receiver of this network's deliveries. */
  protected final Deliveries to() {
    return to;
  }

  @Override
  public void starts(int message) {
    slots.since().add(message, costs.flight, slots.cost(message));
    to.arrived(message, NONE);
  }

  @Override
  public void ends(int request) {
    to.arrived(request, NONE);
  }

  @Override
  public void resumeAt(int row, long picos) {
    standing.add(row);
  }

  @Override
  public boolean next() {
    if (standing.isEmpty()) {
      return false;
    }
    to.allStand();
    int[] all = standing.toIntArray();
    standing.clear();
    for (int rank : all) {
      to.resumes(rank);
    }
    return true;
  }

  /** Describes nothing, because no message is in progress. */
  @Override
  public void describe(StateSink sink) {}
}
