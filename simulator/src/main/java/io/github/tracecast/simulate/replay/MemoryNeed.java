package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lowering.Lowering;

/**
 * Estimates the memory of a replay: parts for each rank, each channel between two ranks, each message
 * under way and each node. Where loops may be skipped, descriptions of the state take further parts.
 * All are fitted to replays of rings, stencils and collectives on 65,536 to 1,048,576 ranks. A ring of
 * 262,144 ranks with a loop takes 320 MB with engine loggp: 110 MB for the JVM, 191 MB for the ranks
 * and 20 MB for their channels.
 */
public final class MemoryNeed {
  /** The JVM with its classes and compiled code. */
  private static final double JVM = 110e6;

  private static final Parts PLAIN = new Parts(260, 95, 30, 640);
  private static final Parts WITH_LOOPS = new Parts(730, 78, 0, 1300);
  private static final double FLOW_OF_SIMGRID = 2500;
  private static final double NODE_OF_SIMGRID = 4700;

  /** Below this number of ranks, channels are not counted: they take a few megabytes. */
  private static final int FEW = 1024;

  /**
   * Bytes of the parts.
   *
   * @param message a message under way, with any engine
   * @param flow what engine flows keeps of it; engine loggp knows its arrival at once
   */
  private record Parts(double rank, double channel, double message, double flow) {}

  private MemoryNeed() {}

  /** Returns the bytes that a replay of so many ranks takes at least. */
  public static long atLeast(int ranks) {
    return (long) (JVM + ranks * PLAIN.rank);
  }

  /** Returns the bytes of resident memory that a prediction takes with an engine. */
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
