package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.progress.ProgressTimes;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a run. Each part owns its state.
 *
 * @param processors null unless arriving messages take their receivers' processors
 */
record RunParts(
    LaneProgram program,
    Slots slots,
    RankStates ranks,
    LiveLanes live,
    Network network,
    Strands strands,
    @Nullable Processors processors,
    ProgressTimes looks,
    Accounts accounts,
    Transport transport,
    CollectiveNetworks networks,
    Mailboxes mailboxes,
    RequestCalls requests) {}
