package io.github.tracecast.simulate.lowering;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * Rows of the costs of recent messages, by the arguments of the costs. Finding a row is several
 * times as fast as computing its times. One thread.
 */
abstract sealed class RecentCosts {
  static final int NONE = -1;

  private static final int ENTRIES = 512;

  /** Numbers in a key. */
  private final int width;

  private final long[] keys;
  private final int[] rows = new int[ENTRIES];

  /** The key of the last message, and its entry. */
  final long[] key;

  private int entry;

  private RecentCosts(int width) {
    this.width = width;
    this.keys = new long[ENTRIES * width];
    this.key = new long[width];
    Arrays.fill(rows, NONE);
  }

  /** Sets {@link #key}, and returns its hash. */
  abstract long key(int event, int source, int destination, long size);

  /** The row of a message of an event between two ranks, or {@link #NONE}. */
  final int find(int event, int source, int destination, long size) {
    entry = (int) HashCommon.mix(key(event, source, destination, size)) & ENTRIES - 1;
    int at = entry * width;
    return Arrays.equals(key, 0, width, keys, at, at + width) ? rows[entry] : NONE;
  }

  /** Keeps the row of the last message that was not found. */
  final void keep(int row) {
    System.arraycopy(key, 0, keys, entry * width, width);
    rows[entry] = row;
  }

  /**
   * Where ranks and events do not matter: by the size, and by the latency and bandwidth of the route
   * on each machine.
   */
  static final class ByRoute extends RecentCosts {
    /** Instead of a latency and a bandwidth: the message stays on its node. */
    private static final long SAME_NODE = -1;

    /** Instead of a bandwidth: the message goes to another socket of its node. */
    private static final long OTHER_SOCKET = -2;

    private final Machine[] machines;

    ByRoute(Machine[] machines) {
      super(1 + 2 * machines.length);
      this.machines = machines;
    }

    @Override
    long key(int event, int source, int destination, long size) {
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

  /** For lanes that treat ranks and events differently. */
  static final class ByRanks extends RecentCosts {
    ByRanks() {
      super(3);
    }

    @Override
    long key(int event, int source, int destination, long size) {
      key[0] = size;
      key[1] = event;
      key[2] = (long) source << 32 | destination;
      return 31 * (31 * size + event) + 31 * key[2] + (key[2] >>> 32);
    }
  }
}
