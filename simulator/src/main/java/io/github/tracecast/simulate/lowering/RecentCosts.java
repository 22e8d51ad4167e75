package io.github.tracecast.simulate.lowering;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * A cache of rows of message costs. The key of a row is the size of the message, and the latency
 * and bandwidth of its route on each machine. Finding a row is several times faster than computing
 * its times. One thread.
 */
final class RecentCosts {
  static final int NONE = -1;
  private static final int ENTRIES = 512;

  /** Key value that replaces the latency of a message within a node, and the bandwidth of a message within a socket. */
  private static final long SAME_NODE = -1;

  /** Key value that replaces the bandwidth of a message to another socket of the same node. */
  private static final long OTHER_SOCKET = -2;

  private final Machine[] machines;
  private final long[] keys;
  private final int[] rows = new int[ENTRIES];

  /** The key of the last message, and the key's index in the cache. */
  private final long[] key;

  private int entry;

  RecentCosts(Machine[] machines) {
    this.machines = machines;
    this.key = new long[1 + 2 * machines.length];
    this.keys = new long[ENTRIES * key.length];
    Arrays.fill(rows, NONE);
  }

  /** The row of the costs of a message between two ranks, or {@link #NONE} if it is not cached. */
  int find(int source, int destination, long size) {
    entry = (int) HashCommon.mix(set(source, destination, size)) & ENTRIES - 1;
    int at = entry * key.length;
    return Arrays.equals(key, 0, key.length, keys, at, at + key.length) ? rows[entry] : NONE;
  }

  /** Stores the row of the message for which {@link #find} returned {@link #NONE}. */
  void keep(int row) {
    System.arraycopy(key, 0, keys, entry * key.length, key.length);
    rows[entry] = row;
  }

  /** Sets {@link #key} to the key of a message, and returns the hash of this key. */
  private long set(int source, int destination, long size) {
    key[0] = size;
    long hash = size;
    for (int k = 0; k < machines.length; k++) {
      Machine machine = machines[k];
      int from = machine.addressOf(source);
      int to = machine.addressOf(destination);
      Routes routes = machine.routes();
      boolean same = machine.isLocal(from, to);
      key[1 + 2 * k] =
          same ? SAME_NODE : Double.doubleToRawLongBits(routes.latencySeconds(from, to));
      key[2 + 2 * k] = same
          ? machine.sharesSocket(from, to) ? SAME_NODE : OTHER_SOCKET
          : Double.doubleToRawLongBits(routes.bandwidthBytesPerSecond(from, to));
      hash = 31 * (31 * hash + key[1 + 2 * k]) + key[2 + 2 * k];
    }
    return hash;
  }
}
