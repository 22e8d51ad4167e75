package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.ComputeTimes;

/**
 * All ranks' programs, lowered to instructions, with the tables that these refer to. Only read once made.
 *
 * @param figures what each lane is
 * @param code the instructions of all ranks, see {@link Op}
 * @param starts where each rank's program begins
 * @param computes times that are computed for
 * @param computeSites sites of computations: events and rows of {@code computes}
 * @param costs what messages cost
 * @param sendSites sites of calls that only send: events and rows of {@code costs}
 * @param networks times of collective networks, and of copies in collectives
 * @param mail mailboxes of receives that have a choice
 * @param meetingSizes ranks of each communicator with collectives
 * @param meetingOfMember ranks' memberships in these, over all of them: which communicator
 * @param overlap whether collectives on one communicator may be under way at once
 * @param computeTimes by lane: computation that is looked up each time
 * @param period bodies executed at any loop depth after which arguments, iterations and computation repeat;
 *     {@link Long#MAX_VALUE} if they never do
 */
record LaneProgram(
    Programs programs,
    Figures figures,
    int[] code,
    int[] starts,
    LaneTable computes,
    SiteTable computeSites,
    CostTable costs,
    SiteTable sendSites,
    LaneTable networks,
    ChannelNumbers channels,
    MailTable mail,
    int[] meetingSizes,
    int[] meetingOfMember,
    boolean overlap,
    ComputeTimes[] computeTimes,
    long period) {

  /** Lanes of each row of times. */
  int lanes() {
    return figures.lanes();
  }

  /** Whether iterations may repeat themselves exactly. */
  boolean recurs() {
    return period < Long.MAX_VALUE;
  }
}
