package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lowering.Lowering;

/**
 * Estimates the memory of a replay as a sum over ranks, channels between two ranks, messages in
 * progress and nodes, and over the state images if loops may be skipped. The bytes of each part are
 * fitted to replays of rings, stencils and collectives on 65,536 to 1,048,576 ranks. For a ring of
 * 262,144 ranks with a loop and engine loggp, the estimate is 320 MB: 110 MB for the JVM, 191 MB
 * for the ranks and 20 MB for their channels. If the engine replays one rank for each group of
 * alike ranks, the prediction takes less.
 */
public final class MemoryNeed {
  /** Bytes of the JVM with its classes and compiled code. */
  private static final double JVM = 110e6;

  private static final Parts PLAIN = new Parts(260, 95, 30, 640);
  private static final Parts WITH_LOOPS = new Parts(730, 78, 0, 1300);
  private static final double FLOW_OF_SIMGRID = 2500;
  private static final double NODE_OF_SIMGRID = 4700;

  /** With fewer ranks, channels are not counted, because they take only a few megabytes. */
  private static final int FEW = 1024;

  /**
   * Bytes for each rank, channel, message and flow.
   *
   * @param message bytes of a message in progress, with any engine
   * @param flow further bytes of a message in progress with engine flows; engine loggp needs none,
   *     because it computes arrivals in advance
   */
  private record Parts(double rank, double channel, double message, double flow) {}

  private MemoryNeed() {}

  /** Returns a lower bound, in bytes, of the memory of a replay of a number of ranks. */
  public static long atLeast(int ranks) {
    return (long) (JVM + ranks * PLAIN.rank);
  }

  /** Returns an estimate, in bytes, of the resident memory of a prediction with an engine. */
  public static long bytes(Programs programs, Lane lane, String engine) {
    int ranks = programs.ranks();
    if (ranks < FEW) {
      return atLeast(ranks);
    }
    boolean skips =
        lane.options().fastForward().enabled() && !programs.trace().loops().isEmpty();
    Parts parts = skips ? WITH_LOOPS : PLAIN;
    Lowering.Channels channels = Lowering.channelsOfRank(programs, lane);
    double messages = Math.max(1, channels.ofMessages());
    double flow = switch (engine) {
      case Engines.FLOWS -> parts.flow;
      case Engines.SIMGRID -> FLOW_OF_SIMGRID;
      default -> 0;
    };
    double nodes = engine.equals(Engines.SIMGRID) ? lane.machine().nodes() * NODE_OF_SIMGRID : 0;
    return (long) (JVM
        + nodes
        + ranks
            * (parts.rank + parts.channel * channels.all() + (parts.message + flow) * messages));
  }
}
