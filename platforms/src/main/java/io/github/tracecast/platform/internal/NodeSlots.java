package io.github.tracecast.platform.internal;

/**
 * The order of node numbers: group by group, switch by switch. If nodes have several network
 * interfaces, all switches that are connected to the same nodes count as one switch.
 *
 * @param switches number of switches of a group that have nodes
 * @param nodes number of nodes of a switch
 */
public record NodeSlots(int switches, int nodes) {
  /** Value for a topology whose nodes are not numbered by switches. */
  public static final NodeSlots NONE = new NodeSlots(0, 0);

  /** Returns the order for groups with a number of switches, and for nodes with the given interfaces. */
  public static NodeSlots of(Rails rails, int switches) {
    return new NodeSlots(switches / rails.count(), rails.perSwitch());
  }
}
