package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.costs.ComputeTimes;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The translated (lowered) programs of all ranks: instructions, and the tables to which they refer.
 *
 * <pre>
 * part             indexed by           content
 * programs         rank                 untranslated programs, and the table of their events
 * figures          lane                 meaning of the lane
 * -- instructions
 * code             position             instructions and their operands, see {@link Op}
 * starts           rank                 position of the rank's first instruction
 * addresses        firstAddresses + n   channels, rows of costs, sites and members, see {@link Op}
 * firstAddresses   rank                 the rank's first address
 * -- tables
 * computes         row, lane            times of computation
 * computeSites     site                 event and row of computes
 * costs            row, lane            costs of a message
 * sendSites        site                 event and row of costs, for calls that only send
 * channels         pair and tag         number of the channel
 * mail             mailbox              mailboxes of receives with several possible messages
 * collectiveTimes  row, lane            times of the separate network, and of copies
 * steps            step                 messages of loops within collectives
 * walks            row                  loops of steps that a rank sends: the rank and the step
 * collectives      member               collectives on the separate network
 * -- the run
 * failures         operand of FAIL      error messages for invalid calls
 * demands          the demands for which the instructions were chosen
 * whyInTime        why the program has to run in order of simulated time; null if there is no reason
 * overlap          whether collectives on one communicator may overlap
 * computeTimes     lane                 computation that is looked up at each execution
 * period           executions of a loop's body until all its calls repeat; {@link Long#MAX_VALUE}: never
 * alike            groups of alike ranks; each has one rank in the columns by rank above
 * </pre>
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
    long period,
    AlikeRanks alike) {

  /** The number of ranks that a replay executes: one for each group of alike ranks. */
  public int ranks() {
    return starts.length;
  }

  /** The channel, or the row of costs or sites, at an address of a rank. */
  int entry(int rank, int address) {
    return addresses[firstAddresses[rank] + address];
  }

  public EventTable table() {
    return programs.table();
  }

  public int lanes() {
    return figures.lanes();
  }

  /** The event of the call to which an instruction belongs; the call must have an {@link Op#END}. */
  public int eventAt(int position) {
    int at = position;
    while (code[at] != Op.END) {
      at += Op.length(code, at);
    }
    return code[at + 1];
  }

  /** Whether iterations may repeat exactly, because computation times are not random. */
  public boolean recurs() {
    return period < Long.MAX_VALUE;
  }
}
