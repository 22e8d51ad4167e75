package io.github.tracecast.simulate.result;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Adds the traffic between ranks to the links of their routes. One thread. */
public final class LinkLoads {
  private final Machine machine;
  private final Routes routes;
  private final Pages messages;
  private final Pages bytes;
  private final int[] route;

  /** The share of payload in the bytes on a link. */
  private final double payloadShare;

  /** A number per link, initially 0. Only used links and their neighbours take memory. */
  private static final class Pages {
    private static final int BITS = 12;
    private static final int LENGTH = 1 << BITS;

    private final long[][] pages;

    Pages(int links) {
      pages = new long[Math.ceilDiv(links, LENGTH)][];
    }

    void add(int link, long number) {
      long[] page = pages[link >>> BITS];
      if (page == null) {
        page = new long[LENGTH];
        pages[link >>> BITS] = page;
      }
      page[link & LENGTH - 1] += number;
    }

    long get(int link) {
      long[] page = pages[link >>> BITS];
      return page == null ? 0 : page[link & LENGTH - 1];
    }

    /** The links with traffic, ascending. */
    IntStream used() {
      return IntStream.range(0, pages.length)
          .filter(page -> pages[page] != null)
          .flatMap(page -> IntStream.range(page * LENGTH, (page + 1) * LENGTH))
          .filter(link -> get(link) != 0);
    }
  }

  public LinkLoads(Machine machine) {
    this.machine = machine;
    this.routes = machine.routes();
    this.messages = new Pages(routes.linkCount());
    this.bytes = new Pages(routes.linkCount());
    this.route = new int[routes.longestRoute()];
    this.payloadShare = machine
        .platform()
        .packets()
        .map(packets -> (double) packets.payloadBytes() / packets.wireBytes(packets.payloadBytes()))
        .orElse(1.0);
  }

  /**
   * Adds the messages that one rank has sent to another. If messages may be cut, these are, or are
   * not, as one of their average size is.
   */
  public void add(int source, int destination, long sent, long sentBytes) {
    int from = machine.addressOf(source);
    int to = machine.addressOf(destination);
    if (machine.isLocal(from, to) || sent == 0) {
      return;
    }
    int parts = routes.cuts() ? routes.stripes(sentBytes / sent) : 1;
    for (int part = 0; part < parts; part++) {
      int links = routes.route(routes.stripe(from, part), routes.stripe(to, part), route);
      for (int i = 0; i < links; i++) {
        messages.add(route[i], sent);
        bytes.add(route[i], sentBytes * (part + 1) / parts - sentBytes * part / parts);
      }
    }
  }

  /**
   * Loads of the used links, most bytes first. Equal loads are in link order.
   *
   * @param use the use of links that an engine has reported; empty to take the added messages
   * @param seconds the duration of the run
   */
  public List<ReplayResult.LinkLoad> loads(Optional<LinkUse> use, double seconds) {
    return use.map(reported -> new Used(
            IntStream.range(0, routes.linkCount()).filter(link -> reported.messages(link) > 0),
            reported::messages,
            reported::bytes,
            seconds))
        .orElseGet(() -> new Used(messages.used(), messages::get, bytes::get, seconds));
  }

  /** Makes each record, and its name, when it is asked for. */
  final class Used extends AbstractList<ReplayResult.LinkLoad> implements RandomAccess {
    private final int[] links;
    private final IntToLongFunction messagesOf;
    private final IntToLongFunction bytesOf;
    private final double seconds;

    private Used(
        IntStream used, IntToLongFunction messages, IntToLongFunction bytes, double seconds) {
      links = used.toArray();
      messagesOf = messages;
      bytesOf = bytes;
      this.seconds = seconds;
      IntArrays.stableSort(
          links, (a, b) -> Long.compare(bytes.applyAsLong(b), bytes.applyAsLong(a)));
    }

    @Override
    public ReplayResult.LinkLoad get(int index) {
      int link = links[index];
      return new ReplayResult.LinkLoad(
          routes.linkName(link),
          routes.linkLevel(link),
          messagesOf.applyAsLong(link),
          bytesOf.applyAsLong(link),
          utilization(index));
    }

    double utilization(int index) {
      int link = links[index];
      return seconds == 0
          ? 0
          : bytesOf.applyAsLong(link) / (routes.linkBytesPerSecond(link) * payloadShare * seconds);
    }

    @Override
    public int size() {
      return links.length;
    }
  }
}
