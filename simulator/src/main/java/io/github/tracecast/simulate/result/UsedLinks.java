package io.github.tracecast.simulate.result;

import io.github.tracecast.platform.Routes;
import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntToLongFunction;

/** The loads of links in a given order. Makes each record, and its name, when it is asked for. */
final class UsedLinks extends AbstractList<ReplayResult.LinkLoad> implements RandomAccess {
  private final Routes routes;
  private final int[] links;
  private final IntToLongFunction messages;
  private final IntToLongFunction bytes;
  private final double payloadShare;
  private final double seconds;

  /**
   * @param messages messages over each link
   * @param bytes their payload
   * @param payloadShare the share of payload in the bytes on a link
   * @param seconds the duration of the run
   */
  UsedLinks(
      Routes routes,
      int[] links,
      IntToLongFunction messages,
      IntToLongFunction bytes,
      double payloadShare,
      double seconds) {
    this.routes = routes;
    this.links = links;
    this.messages = messages;
    this.bytes = bytes;
    this.payloadShare = payloadShare;
    this.seconds = seconds;
  }

  @Override
  public ReplayResult.LinkLoad get(int index) {
    int link = links[index];
    return new ReplayResult.LinkLoad(
        routes.linkName(link),
        routes.linkLevel(link),
        messages.applyAsLong(link),
        bytes.applyAsLong(link),
        utilization(index));
  }

  /** The utilization of the link at an index. */
  double utilization(int index) {
    int link = links[index];
    return seconds == 0
        ? 0
        : bytes.applyAsLong(link) / (routes.linkBytesPerSecond(link) * payloadShare * seconds);
  }

  @Override
  public int size() {
    return links.length;
  }
}
