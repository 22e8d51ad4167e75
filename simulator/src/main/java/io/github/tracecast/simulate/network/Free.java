package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * A network without contention: a message arrives one flight after its start, on each lane. {@link
 * CostTable} has the flight, from {@code LogGpEngine.arrival}. So {@link #starts} delivers the
 * message, ranks run in any order, and the network never has messages in progress.
 *
 * <p>{@link #next} only resumes the ranks that stand at the end of an iteration. One thread.
 */
public class Free implements Network {
  private final Slots slots;
  private final CostTable costs;

  @SuppressWarnings("NullAway.Init") // deliverTo comes first
  private Deliveries to;

  /** Standing ranks, in order. */
  private final IntArrayList standing = new IntArrayList();

  public Free(LaneProgram program, Slots slots) {
    this.slots = slots;
    this.costs = program.costs();
  }

  @Override
  public void deliverTo(Deliveries deliveries) {
    to = deliveries;
  }

  /** Where this network delivers. */
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

  /** Empty, because no message is in progress. */
  @Override
  public void describe(StateSink sink) {}
}
