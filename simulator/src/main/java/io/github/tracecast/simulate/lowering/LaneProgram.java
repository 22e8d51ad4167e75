package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.costs.ComputeTimes;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All ranks' programs, lowered: instructions ({@code code} to {@code firstAddresses}), and the tables
 * that these name, of computation, messages, collectives and errors. Read-only once made.
 *
 * @param figures meaning of each lane
 * @param code the instructions of all ranks, see {@link Op}; ranks with the same ones share them
 * @param starts where each rank's program begins
 * @param addresses channels and costs that instructions name: a receive has its channel; a send has
 *     its channel, the row of its costs, and its site if the call only sends; a collective has its
 *     member
 * @param firstAddresses the index of each rank's first address
 * @param computes times of computation
 * @param computeSites sites of computations: events and rows of {@code computes}
 * @param costs costs of messages
 * @param sendSites sites of calls that only send: events and rows of {@code costs}
 * @param collectiveTimes times of collective networks, and of copies in collectives
 * @param steps messages of loops within collectives
 * @param walks the loops of steps that a rank sends: the rank and the step
 * @param mail mailboxes of receives that have a choice
 * @param collectives the collectives on the separate network, and their members
 * @param failures error messages for invalid calls, see {@link Op#FAIL}
 * @param demands the demands for which the instructions were chosen
 * @param whyInTime why the program has to run in the order of time; null if it need not
 * @param overlap whether collectives on one communicator may overlap
 * @param computeTimes for each lane, the computation that is looked up at each execution
 * @param period number of executed bodies at any loop depth after which arguments, iterations and
 *     computation repeat; {@link Long#MAX_VALUE} if they never do
 */
public record LaneProgram(
    Programs programs,
    LaneFigures figures,
    int[] code,
    int[] starts,
    int[] addresses,
    int[] firstAddresses,
    LaneTable computes,
    PairTable computeSites,
    CostTable costs,
    PairTable sendSites,
    LaneTable collectiveTimes,
    ChannelNumbers channels,
    Numbered<CollectiveStep> steps,
    PairTable walks,
    MailTable mail,
    CollectiveTable collectives,
    List<String> failures,
    Demands demands,
    @Nullable String whyInTime,
    boolean overlap,
    ComputeTimes[] computeTimes,
    long period) {

  public EventTable table() {
    return programs.table();
  }

  public int lanes() {
    return figures.lanes();
  }

  /** The event of an instruction's call, if an {@link Op#END} ends the call. */
  public int eventAt(int position) {
    int at = position;
    while (code[at] != Op.END) {
      at += Op.length(code, at);
    }
    return code[at + 1];
  }

  /** Whether iterations may repeat exactly. */
  public boolean recurs() {
    return period < Long.MAX_VALUE;
  }
}
