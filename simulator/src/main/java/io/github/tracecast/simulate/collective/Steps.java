package io.github.tracecast.simulate.collective;

/**
 * Collects the messages of one round of one rank. Messages between two ranks match in the order of
 * their emission.
 */
public interface Steps {
  /** Posts a receive of {@code bytes} from local rank {@code peer}, never the rank itself. */
  void receive(int peer, long bytes);

  /** Sends {@code bytes} to local rank {@code peer}, never the rank itself. */
  void send(int peer, long bytes);
}
