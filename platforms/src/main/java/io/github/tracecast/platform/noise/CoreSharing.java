package io.github.tracecast.platform.noise;

import java.util.List;

/**
 * How ranks share the cores of a node with each other and with competing processes.
 *
 * @param load the number of competing processes, which compute all the time, on each core of the
 *     first, second, third ... node; if ranks are bound, on the first, second, third ... core of all
 *     nodes. The last number applies to all further nodes or cores
 * @param bound whether each rank, and each competing process, stays on one core
 * @param sliceSeconds how long a process keeps a core for which other processes wait, above 0
 * @param waiting what ranks do while they wait
 * @param wakeUpSeconds the processor time in which a rank that yields checks for messages once, with the
 *     switch to it, or a rank that sleeps wakes
 */
public record CoreSharing(
    List<Integer> load,
    boolean bound,
    double sliceSeconds,
    WaitMode waiting,
    double wakeUpSeconds) {
  public CoreSharing {
    load = List.copyOf(load);
  }

  /** The number of groups of cores of a node: each core by itself if ranks are bound, otherwise all cores together. */
  public int groups(int cores) {
    return bound ? cores : 1;
  }

  /** The number of competing processes on a group of cores. Groups are counted over all nodes. */
  public int competing(int group, int cores) {
    return load.get(Math.min(group, load.size() - 1)) * (cores / groups(cores));
  }

  /** The number of competing processes on a node. */
  public int competingOnNode(int node, int cores) {
    int sum = 0;
    for (int each = 0; each < groups(cores); each++) {
      sum += competing(node * groups(cores) + each, cores);
    }
    return sum;
  }
}
