package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.progress.ProgressTimes;

/** The parts of a run. Each part owns its state. */
record RunParts(
    LaneProgram program,
    Slots slots,
    RankStates ranks,
    LiveLanes live,
    Network network,
    Strands strands,
    Processors processors,
    ProgressTimes looks,
    Accounts accounts,
    Transport transport,
    CollectiveNetworks networks,
    Mailboxes mailboxes,
    RequestCalls requests) {}
