package io.github.tracecast.simulate.result;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.Picos;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Sums the traffic between ranks on the links of their routes. A link's utilization is its busy
 * time (see {@link LinkUse}) divided by the time of the run. If no engine has reported busy times,
 * each message counts as a message of the average size on its link. One thread.
 */
public final class LinkLoads {
  /** The bandwidth of acknowledgements in the opposite direction, as a share of the message's bandwidth. */
  public static final double CROSS = 0.05;

  private final Machine machine;
  private final Routes routes;
  private final MpiCosts mpi;

  /** For each link, the number of messages that cross it. */
  private final long[] messages;

  private final long[] bytes;

  /** For each link, the number of messages in the opposite direction, whose acknowledgements it carries. */
  private final long[] acknowledged;

  private final long[] acknowledgedBytes;
  private final int[] route;

  public LinkLoads(Machine machine) {
    this.machine = machine;
    this.routes = machine.routes();
    this.messages = new long[routes.linkCount()];
    this.bytes = new long[routes.linkCount()];
    this.mpi = machine.platform().mpi();
    this.acknowledged = new long[mpi.crossTraffic() ? routes.linkCount() : 0];
    this.acknowledgedBytes = new long[acknowledged.length];
    this.route = new int[routes.longestRoute()];
  }

  /**
   * Adds the messages that one rank has sent to another. If messages may be split over routes, each
   * of these messages is treated like a message of the average size.
   */
  public void add(int source, int destination, long sent, long sentBytes) {
    int from = machine.addressOf(source);
    int to = machine.addressOf(destination);
    if (machine.isLocal(from, to) || sent == 0) {
      return;
    }
    int parts = routes.cuts() ? routes.stripes(sentBytes / sent) : 1;
    for (int part = 0; part < parts; part++) {
      long partBytes = sentBytes * (part + 1) / parts - sentBytes * part / parts;
      int links = routes.route(routes.stripe(from, part), routes.stripe(to, part), route);
      for (int i = 0; i < links; i++) {
        messages[route[i]] += sent;
        bytes[route[i]] += partBytes;
      }
      if (mpi.crossTraffic()) {
        int back = routes.route(routes.stripe(to, part), routes.stripe(from, part), route);
        for (int i = 0; i < back; i++) {
          acknowledged[route[i]] += sent;
          acknowledgedBytes[route[i]] += partBytes;
        }
      }
    }
  }

  private double busySeconds(int link) {
    double whole = bytesOfShare(messages[link], bytes[link]);
    double more =
        mpi.crossTraffic() ? CROSS * bytesOfShare(acknowledged[link], acknowledgedBytes[link]) : 0;
    return (whole + more) / routes.linkBytesPerSecond(link);
  }

  /** The bytes of {@code count} equal messages with packet headers, divided by MPI's bandwidth factor. */
  private double bytesOfShare(long count, long allBytes) {
    if (count == 0) {
      return 0;
    }
    long payload = allBytes / count;
    long wire = machine.platform().wireBytes(payload);
    double moved =
        mpi.bandwidthFactor().at(wire) * machine.platform().topology().injectionShare();
    return count * (wire / moved);
  }

  /**
   * The loads of the used links, sorted by descending bytes, then by link.
   *
   * @param use the use of links that an engine has reported; if empty, the loads come from the
   *     added messages
   */
  public List<ReplayResult.LinkLoad> loads(Optional<LinkUse> use, double seconds) {
    use.ifPresent(reported -> {
      Arrays.setAll(messages, reported::messages);
      Arrays.setAll(bytes, reported::bytes);
    });
    IntToDoubleFunction busySeconds = use.<IntToDoubleFunction>map(
            reported -> link -> Picos.seconds(reported.busyPicos(link)))
        .orElse(this::busySeconds);
    int[] used =
        IntStream.range(0, messages.length).filter(link -> messages[link] > 0).toArray();
    IntArrays.stableSort(used, (a, b) -> Long.compare(bytes[b], bytes[a]));
    return new Used(
        routes,
        used,
        Arrays.stream(used).mapToLong(link -> messages[link]).toArray(),
        Arrays.stream(used).mapToLong(link -> bytes[link]).toArray(),
        Arrays.stream(used).mapToDouble(busySeconds).toArray(),
        seconds);
  }

  /** A list of the loads of used links, which creates a record and its name at each access. Only used links take memory. */
  static final class Used extends AbstractList<ReplayResult.LinkLoad> implements RandomAccess {
    private final Routes routes;
    private final int[] links;
    private final long[] messages;
    private final long[] bytes;

    private final double[] busySeconds;
    private final double seconds;

    private Used(
        Routes routes,
        int[] links,
        long[] messages,
        long[] bytes,
        double[] busySeconds,
        double seconds) {
      this.routes = routes;
      this.links = links;
      this.messages = messages;
      this.bytes = bytes;
      this.busySeconds = busySeconds;
      this.seconds = seconds;
    }

    @Override
    public ReplayResult.LinkLoad get(int index) {
      int link = links[index];
      return new ReplayResult.LinkLoad(
          routes.linkName(link),
          routes.linkLevel(link),
          messages[index],
          bytes[index],
          utilization(index));
    }

    double utilization(int index) {
      return seconds == 0 ? 0 : busySeconds[index] / seconds;
    }

    @Override
    public int size() {
      return links.length;
    }
  }
}
