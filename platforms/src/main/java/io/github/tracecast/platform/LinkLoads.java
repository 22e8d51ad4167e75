package io.github.tracecast.platform;

/** How busy each link is when a message asks for its route. Adaptive routes choose by it. */
@FunctionalInterface
public interface LinkLoads {
  /** All links are idle. */
  LinkLoads NONE = link -> 0;

  /** Bytes on the wire of all messages that have chosen this link and have not arrived. */
  long bytes(int link);
}
