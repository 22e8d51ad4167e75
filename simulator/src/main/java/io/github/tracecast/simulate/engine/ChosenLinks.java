package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Load;
import io.github.tracecast.simulate.flows.LinkMembers;

/** The bytes that messages under way still bring to each link, for adaptive routes. One thread. */
final class ChosenLinks implements Load {
  private final long[] bytes;
  private long started;

  ChosenLinks(int links) {
    // The collective network's link comes after all others.
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

  /** Adds the bytes of a message to the load of its links. */
  void start(long messageBytes, int[] links, int length) {
    started++;
    for (int i = 0; i < length; i++) {
      bytes[links[i]] += messageBytes;
    }
  }

  /** Notes that a message has ended, before it leaves its links. */
  void end(long messageBytes, LinkMembers members, int flow) {
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      bytes[members.link(at)] -= messageBytes;
    }
  }
}
