package io.github.tracecast.platform.collective;

/**
 * Collects the messages of one round of one rank. Messages between two ranks match in the order of
 * their emission.
 */
public interface Steps {
  /** Posts a receive of {@code bytes} from local rank {@code peer}, which is not the rank itself. */
  void receive(int peer, long bytes);

  /** Posts a receive of {@code bytes}, which are reduced with this rank's data after their arrival. */
  default void combine(int peer, long bytes) {
    receive(peer, bytes);
  }

  /** Copies {@code bytes} within this rank's memory, immediately. */
  default void copy(long bytes) {}

  /** Packs separate blocks of {@code bytes} in total into a message, and unpacks the received message. */
  default void pack(int blocks, long bytes) {
    copy(bytes);
  }

  /** Sends {@code bytes} to local rank {@code peer}, which is not the rank itself. */
  void send(int peer, long bytes);
}
