package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveChoice;
import io.github.tracecast.simulate.collective.Steps;
import io.github.tracecast.trace.SendMode;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.ToLongFunction;

/**
 * Lowers the messages of one rank in one collective. Messages with the same partner and costs share
 * an entry, so a ring has two entries for each rank. One thread.
 */
final class RoundLowering implements Steps {
  private static final int NONE = -1;

  /** Adds work of the rank itself; its time depends on the machine. */
  interface Work {
    void add(ToLongFunction<CollectiveChoice> picos);
  }

  /** Sizes that the rank reduces at the end of the round, and the number of its receives. */
  private final LongArrayList reduced = new LongArrayList();

  private int received;

  private final CollectiveArguments call;
  private final LoweredCall place;
  private final ChannelNumbers channels;
  private final CostTable costs;
  private final CodeBuffer code;
  private final AddressTable addresses;

  /** Whether collectives may overlap. */
  private final boolean overlap;

  private final Work work;
  private final int context;
  private final Int2IntOpenHashMap receives = new Int2IntOpenHashMap();
  private final Long2IntOpenHashMap sends = new Long2IntOpenHashMap();

  RoundLowering(
      CollectiveArguments call,
      LoweredCall place,
      ChannelNumbers channels,
      CostTable costs,
      CodeBuffer code,
      AddressTable addresses,
      boolean overlap,
      Work work) {
    this.work = work;
    this.call = call;
    this.place = place;
    this.channels = channels;
    this.costs = costs;
    this.code = code;
    this.addresses = addresses;
    this.overlap = overlap;
    context = 2 * call.communicator() + 1;
    receives.defaultReturnValue(NONE);
    sends.defaultReturnValue(NONE);
  }

  @Override
  public void receive(int peer, long bytes) {
    int channel = channels.of(call.worldRank(peer), place.rank, context, 0);
    int address = receives.get(channel);
    if (address == NONE) {
      address = addresses.add(channel);
      receives.put(channel, address);
    }
    code.add(overlap ? Op.RECEIVE_NUMBERED : Op.RECEIVE_PART, address);
    received++;
  }

  @Override
  public void combine(int peer, long bytes) {
    receive(peer, bytes);
    reduced.add(bytes);
  }

  @Override
  public void copy(long bytes) {
    work.add(choice -> choice.copyPicos(bytes));
  }

  @Override
  public void pack(int blocks, long bytes) {
    work.add(choice -> choice.packPicos(blocks, bytes));
  }

  /** Waits for the round, searches among its receives, and reduces the received data. */
  void endRound() {
    code.add(Op.AWAIT);
    int receives = received;
    if (receives > 1 || !reduced.isEmpty()) {
      work.add(choice -> {
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
    int rank = place.rank;
    int destination = call.worldRank(peer);
    int channel = channels.of(rank, destination, context, 0);
    int cost = costs.row(place.event, rank, destination, bytes);
    int protocol = costs.protocol(SendMode.STANDARD, rank, destination, bytes);
    long key = (long) channel << 32 | cost;
    int address = sends.get(key);
    if (address == NONE) {
      address = addresses.add(channel, cost);
      sends.put(key, address);
    }
    if (overlap) {
      code.add(Op.SEND_NUMBERED, address, protocol);
    } else if (protocol == Op.WATCHED) {
      code.add(Op.SEND_WATCHED, address);
    } else if (protocol == Op.EAGER) {
      code.add(Op.SEND_PART, address);
    } else {
      code.add(Op.SEND_LATE_PART, address, protocol == Op.LATE_AND_WAITS ? 1 : 0);
    }
  }
}
