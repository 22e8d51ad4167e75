package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveChoice;
import io.github.tracecast.simulate.collective.Steps;
import io.github.tracecast.trace.SendMode;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.ToLongFunction;

/** Lowers the rounds of one rank in one collective. One thread. */
final class RoundLowering implements Steps {
  /** Finds the times of the rank's own work, which depend on the machine. */
  interface Work {
    /** The row of the work's times, or a negative number if it takes none. */
    int row(ToLongFunction<CollectiveChoice> picos);
  }

  /** Sizes that the rank reduces at the end of the round, and the number of its receives. */
  private final LongArrayList reduced = new LongArrayList();

  private int received;

  private final CollectiveArguments call;
  private final ExecutedCall place;
  private final CostTable costs;
  private final Work work;
  private final RolledMessages messages;

  RoundLowering(
      CollectiveArguments call,
      ExecutedCall place,
      CostTable costs,
      RolledMessages messages,
      Work work) {
    this.work = work;
    this.call = call;
    this.place = place;
    this.costs = costs;
    this.messages = messages;
  }

  @Override
  public void receive(int peer, long bytes) {
    messages.receive(peer);
    received++;
  }

  @Override
  public void combine(int peer, long bytes) {
    receive(peer, bytes);
    reduced.add(bytes);
  }

  @Override
  public void copy(long bytes) {
    work(choice -> choice.copyPicos(bytes));
  }

  @Override
  public void pack(int blocks, long bytes) {
    work(choice -> choice.packPicos(blocks, bytes));
  }

  private void work(ToLongFunction<CollectiveChoice> picos) {
    int row = work.row(picos);
    if (row >= 0) {
      messages.copy(row);
    }
  }

  /** Waits for the round, searches among its receives, and reduces the received data. */
  void endRound() {
    messages.await();
    int receives = received;
    if (receives > 1 || !reduced.isEmpty()) {
      work(choice -> {
        long picos = choice.searchPicos(receives);
        for (int i = 0; i < reduced.size(); i++) {
          picos += choice.reductionPicos(call, reduced.getLong(i));
        }
        return picos;
      });
    }
    reduced.clear();
    received = 0;
  }

  @Override
  public void send(int peer, long bytes) {
    int destination = call.worldRank(peer);
    int cost = costs.row(place.event(), place.rank(), destination, bytes);
    int protocol = costs.protocol(SendMode.STANDARD, place.rank(), destination, bytes);
    messages.send(peer, bytes, cost, protocol);
  }
}
