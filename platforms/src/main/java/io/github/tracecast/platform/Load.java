package io.github.tracecast.platform;

/**
 * The loads of links at the start of a message. Adaptive routing chooses routes by these loads.
 * Static routes ignore them.
 */
public interface Load {
  /** The load of idle links, on which no message has started yet. */
  Load NONE = new Load() {
    @Override
    public long bytes(int link) {
      return 0;
    }

    @Override
    public long message() {
      return 0;
    }
  };

  /** Returns the bytes that messages in progress still have to move over a link; 0 if the link is idle. */
  long bytes(int link);

  /**
   * Returns the number of messages between nodes that started before the current message. Random
   * choices of routes depend on this number.
   */
  long message();
}
