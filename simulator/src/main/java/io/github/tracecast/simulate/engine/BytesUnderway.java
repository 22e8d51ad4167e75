package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Load;
import io.github.tracecast.simulate.flows.LinkMembers;

/**
 * The load of each link, for adaptive routes: the bytes of the messages in progress that cross the
 * link. One thread.
 */
final class BytesUnderway implements Load {
  private final long[] bytes;
  private long started;

  BytesUnderway(int links) {
    // The collective network's link has the last number.
    bytes = new long[links + 1];
  }

  @Override
  public long bytes(int link) {
    return bytes[link];
  }

  @Override
  public long message() {
    return started;
  }

  /** At the start of a message, adds its bytes to the load of its links. */
  void start(LinkMembers members, int flow, long messageBytes) {
    started++;
    add(members, flow, messageBytes);
  }

  /** Adds bytes to the load of a message's links, or subtracts them if the number is negative. */
  void add(LinkMembers members, int flow, long more) {
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      bytes[members.link(at)] += more;
    }
  }
}
