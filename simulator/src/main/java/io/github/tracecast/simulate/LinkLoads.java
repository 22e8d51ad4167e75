package io.github.tracecast.simulate;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.Routes;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Traffic between ranks, laid on the links of their routes. One thread. */
public final class LinkLoads {
  private final Machine machine;
  private final Routes routes;
  private final long[] messages;
  private final long[] bytes;
  private final int[] route;

  public LinkLoads(Machine machine) {
    this.machine = machine;
    this.routes = machine.routes();
    this.messages = new long[routes.linkCount()];
    this.bytes = new long[routes.linkCount()];
    this.route = new int[routes.longestRoute()];
  }

  /** Adds what one rank has sent to another. */
  public void add(int source, int destination, long sent, long sentBytes) {
    int from = machine.nodeOf(source);
    int to = machine.nodeOf(destination);
    if (from == to || sent == 0) {
      return;
    }
    int links = routes.route(from, to, route);
    for (int i = 0; i < links; i++) {
      messages[route[i]] += sent;
      bytes[route[i]] += sentBytes;
    }
  }

  /**
   * Loads of the links that carried anything: most bytes first, equal ones in the order of links.
   *
   * @param seconds how long the run took
   */
  public List<ReplayResult.LinkLoad> loads(double seconds) {
    double payloadShare =
        machine.platform().packets().map(LinkLoads::payloadShare).orElse(1.0);
    return IntStream.range(0, bytes.length)
        .filter(link -> messages[link] > 0)
        .boxed()
        .sorted(
            Comparator.comparingLong((Integer link) -> -bytes[link]).thenComparing(link -> link))
        .map(link -> new ReplayResult.LinkLoad(
            routes.linkName(link),
            messages[link],
            bytes[link],
            seconds == 0
                ? 0
                : bytes[link] / (routes.linkBytesPerSecond(link) * payloadShare * seconds)))
        .toList();
  }

  private static double payloadShare(Packets packets) {
    return (double) packets.payloadBytes() / packets.wireBytes(packets.payloadBytes());
  }
}
