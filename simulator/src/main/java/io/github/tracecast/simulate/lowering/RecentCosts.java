package io.github.tracecast.simulate.lowering;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * Rows of the costs of recent messages, by what they depend on where ranks and events do not
 * matter: the size, and the latency and bandwidth of the route on each machine. Finding a row is
 * several times as fast as computing its times. One thread.
 */
final class RecentCosts {
  static final int NONE = -1;

  private static final int ENTRIES = 512;

  /** Instead of a latency and a bandwidth: the message stays on its node. */
  private static final long SAME_NODE = -1;

  private final Machine[] machines;

  /** Numbers in a key: the size, and two for each machine. */
  private final int width;

  private final long[] keys;
  private final int[] rows = new int[ENTRIES];

  /** The key of the last message, and its entry. */
  private final long[] key;

  private int entry;

  RecentCosts(Machine[] machines) {
    this.machines = machines;
    this.width = 1 + 2 * machines.length;
    this.keys = new long[ENTRIES * width];
    this.key = new long[width];
    Arrays.fill(rows, NONE);
  }

  /** The row of a message between two ranks, or {@link #NONE}. */
  int find(int source, int destination, long size) {
    key[0] = size;
    long hash = size;
    for (int k = 0; k < machines.length; k++) {
      Machine machine = machines[k];
      int from = machine.nodeOf(source);
      int to = machine.nodeOf(destination);
      Routes routes = machine.routes();
      boolean same = from == to;
      key[1 + 2 * k] =
          same ? SAME_NODE : Double.doubleToRawLongBits(routes.latencySeconds(from, to));
      key[2 + 2 * k] =
          same ? SAME_NODE : Double.doubleToRawLongBits(routes.bandwidthBytesPerSecond(from, to));
      hash = 31 * (31 * hash + key[1 + 2 * k]) + key[2 + 2 * k];
    }
    entry = (int) HashCommon.mix(hash) & ENTRIES - 1;
    int at = entry * width;
    return Arrays.equals(key, 0, width, keys, at, at + width) ? rows[entry] : NONE;
  }

  /** Keeps the row of the last message that was not found. */
  void keep(int row) {
    System.arraycopy(key, 0, keys, entry * width, width);
    rows[entry] = row;
  }
}
