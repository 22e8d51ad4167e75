package io.github.tracecast.platform.internal;

/**
 * How nodes are numbered: group by group, switch by switch. If nodes have several interfaces, a
 * switch stands for all switches that the same nodes share.
 *
 * @param groups groups of the machine
 * @param switches switches of a group that have nodes
 * @param nodes nodes of a switch
 */
public record NodeSlots(int groups, int switches, int nodes) {
  /** A topology without switches that people number. */
  public static final NodeSlots NONE = new NodeSlots(0, 0, 0);

  /** The slots of nodes with these interfaces at the switches of each group. */
  public static NodeSlots of(Rails rails, int switches, int groups) {
    return new NodeSlots(groups, switches / rails.count(), rails.perSwitch());
  }
}
