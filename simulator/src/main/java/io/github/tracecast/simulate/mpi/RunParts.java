package io.github.tracecast.simulate.mpi;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.progress.ProgressTimes;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.simulate.state.StateSink;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a run. Each part owns its state and describes it; this class calls the descriptions
 * in a fixed order. One thread.
 */
record RunParts(
    LaneProgram program,
    Slots slots,
    RunChannels channels,
    RankStates ranks,
    Network network,
    Strands strands,
    Processors processors,
    ProgressTimes looks,
    Accounts accounts,
    Transport transport,
    CollectiveNetworks collectiveNetworks,
    Mailboxes mailboxes,
    RequestCalls requests) {

  /** @param machine the machine with the run's simulated time; null for several machines or none */
  static RunParts of(
      LaneProgram program,
      Slots slots,
      RunChannels channels,
      RankStates ranks,
      Network network,
      @Nullable Machine machine,
      @Nullable Timeline timeline) {
    Strands strands = new Strands(ranks, slots, network);
    Accounts accounts = new Accounts(program, ranks, channels, timeline);
    Mailboxes mailboxes = new Mailboxes(program, ranks, slots);
    Transport transport = new Transport(program, ranks, slots, channels, mailboxes, network);
    return new RunParts(
        program,
        slots,
        channels,
        ranks,
        network,
        strands,
        Processors.of(program, machine, ranks, slots, strands, accounts, network),
        new ProgressTimes(program.costs().anyWatched() ? ranks.count() : 0, network::now),
        accounts,
        transport,
        new CollectiveNetworks(program, ranks, network),
        mailboxes,
        new RequestCalls(program, ranks, slots, accounts, transport, network));
  }

  /** Describes the state on which the rest of a run depends, as far as the sink needs it. */
  void describe(StateSink sink) {
    slots.beginDescription();
    for (int rank = 0; rank < ranks.count() && sink.needsMore(); rank++) {
      describeRank(rank, sink);
    }
    if (sink.needsMore()) {
      transport.queues().describe(collectiveNetworks, sink);
      network.describe(sink);
      mailboxes.describe(sink);
    }
    for (int rank = 0; rank < ranks.count() && sink.needsMore(); rank++) {
      describeStrands(rank, sink);
      requests.describe(rank, sink);
    }
    if (sink.needsMore()) {
      collectiveNetworks.describe(strands, sink);
    }
    if (sink.needsMore()) {
      network.describeEngine(sink);
    }
  }

  private void describeRank(int rank, StateSink sink) {
    sink.number(ranks.next(rank));
    boolean ended = ranks.hasEnded(rank);
    if (!ended) {
      ranks.describe(rank, transport.unmet(rank), sink);
      collectiveNetworks.describeOf(rank, sink);
    }
    looks.describe(rank, sink);
    if (!ended) {
      processors.describe(rank, sink);
    }
  }

  /** Describes the non-blocking collectives that a rank has in progress. */
  private void describeStrands(int rank, StateSink sink) {
    boolean idle = sink.isIdle(rank);
    for (int row : strands.of(rank)) {
      slots.describe(strands.request(row), idle, sink);
      sink.number(ranks.next(row));
      collectiveNetworks.describeOf(row, sink);
      ranks.describeClock(row, idle, sink);
      requests.describeExpected(row, rank, idle, sink);
      processors.describe(row, sink);
    }
    sink.number(RankStates.NONE);
  }
}
