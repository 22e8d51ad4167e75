package io.github.tracecast.simulate;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.Routes;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The traffic of all channels, laid on the links of their routes. */
final class LinkLoads {
  private LinkLoads() {}

  /** Loads of the links that carried anything: most bytes first, equal ones in the order of links. */
  static List<ReplayResult.LinkLoad> of(Channels channels, Machine machine, double seconds) {
    Routes routes = machine.routes();
    long[] messages = new long[routes.linkCount()];
    long[] bytes = new long[routes.linkCount()];
    int[] route = new int[64];
    for (int channel = 0; channel < channels.count(); channel++) {
      int from = machine.nodeOf(channels.source[channel]);
      int to = machine.nodeOf(channels.destination[channel]);
      if (from == to || channels.messages[channel] == 0) {
        continue;
      }
      int most = routes.longestRoute();
      if (route.length < most) {
        route = new int[most];
      }
      int hops = routes.route(from, to, route);
      for (int i = 0; i < hops; i++) {
        messages[route[i]] += channels.messages[channel];
        bytes[route[i]] += channels.bytes[channel];
      }
    }
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
