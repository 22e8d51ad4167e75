package io.github.tracecast.platform.internal;

/**
 * The network interfaces of a node, called rails.
 *
 * @param count number of interfaces of a node, each connected to a different switch
 * @param perSwitch number of interfaces that are connected to a switch, each of a different node
 * @param bySocket whether a rank uses an interface of its socket; otherwise the ranks of a node use
 *     the interfaces round-robin
 * @param stripeFromBytes size of the smallest message that is split and sent over all interfaces;
 *     {@link Long#MAX_VALUE} if no message is split
 */
public record Rails(int count, int perSwitch, boolean bySocket, long stripeFromBytes) {
  /** One network interface for each node. */
  public static final Rails ONE = new Rails(1, 1, false, Long.MAX_VALUE);

  /** The network interface of a rank, by its core and socket. */
  public int rail(int core, int socket, int sockets) {
    if (!bySocket) {
      return core % count;
    }
    int first = socket * count / sockets;
    int own = (socket + 1) * count / sockets - first;
    return first + (own == 0 ? 0 : core % own);
  }
}
