package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Load;

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
    add(messageBytes, links, length);
  }

  /** Notes that a message has ended. */
  void end(long messageBytes, int[] links, int length) {
    add(-messageBytes, links, length);
  }

  private void add(long messageBytes, int[] links, int length) {
    for (int i = 0; i < length; i++) {
      bytes[links[i]] += messageBytes;
    }
  }
}
