package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.progress.ProgressTimes;
import io.github.tracecast.simulate.result.Timeline;
import org.jspecify.annotations.Nullable;

/** The parts of a run. Each part owns its state. */
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
    CollectiveNetworks networks,
    Mailboxes mailboxes,
    RequestCalls requests) {

  /**
   * Creates the parts that are the same for all networks.
   *
   * @param timeline receives each call; may be null
   */
  static RunParts of(
      LaneProgram program,
      Slots slots,
      RunChannels channels,
      RankStates ranks,
      Network network,
      Strands strands,
      Processors processors,
      ProgressTimes looks,
      @Nullable Timeline timeline) {
    Accounts accounts = new Accounts(program, ranks, channels, timeline);
    Transport transport = new Transport(program, ranks, slots, channels, network);
    Mailboxes mailboxes = new Mailboxes(program, ranks, slots, transport);
    return new RunParts(
        program,
        slots,
        channels,
        ranks,
        network,
        strands,
        processors,
        looks,
        accounts,
        transport,
        new CollectiveNetworks(program, ranks, network),
        mailboxes,
        new RequestCalls(program, ranks, slots, accounts, transport, mailboxes, network));
  }
}
