package io.github.tracecast.platform.noise;

import java.util.List;

/**
 * How ranks share the cores of a node with each other and with competing processes.
 *
 * @param load for the first, second, third ... node, the number of competing processes on each
 *     core, which compute all the time; the last number applies to all further nodes
 * @param sliceSeconds how long a process keeps a core for which other processes wait, above 0
 * @param waiting what ranks do while they wait
 * @param wakeUpSeconds the time in which a rank that yields checks for messages once, with the
 *     switch to it, or a rank that sleeps wakes
 */
public record CoreSharing(
    List<Integer> load, double sliceSeconds, WaitMode waiting, double wakeUpSeconds) {
  public CoreSharing {
    load = List.copyOf(load);
  }

  /** The number of competing processes on each core of a node. */
  public int load(int node) {
    return load.get(Math.min(node, load.size() - 1));
  }
}
