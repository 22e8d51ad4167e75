package io.github.tracecast.platform.internal;

/**
 * The interfaces of a node to the network.
 *
 * @param count interfaces of a node, each connected to another switch
 * @param perSwitch interfaces connected to a switch, each from another node
 * @param bySocket whether a rank uses an interface of its socket; otherwise the ranks of a node use
 *     the interfaces in turn
 * @param stripeFromBytes size of the smallest message that is cut up and sent over all interfaces;
 *     {@link Long#MAX_VALUE} if none is
 */
public record Rails(int count, int perSwitch, boolean bySocket, long stripeFromBytes) {
  /** Each node has one interface. */
  public static final Rails ONE = new Rails(1, 1, false, Long.MAX_VALUE);

  /** The interface of a rank on a core. */
  public int rail(int core, int socket, int sockets) {
    if (!bySocket) {
      return core % count;
    }
    int first = socket * count / sockets;
    int own = (socket + 1) * count / sockets - first;
    return first + (own == 0 ? 0 : core % own);
  }
}
