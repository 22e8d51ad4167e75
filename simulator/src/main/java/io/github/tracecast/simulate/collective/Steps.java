package io.github.tracecast.simulate.collective;

/** Takes the messages of one round of one rank. Between two ranks, messages match in the order in which they are emitted. */
public interface Steps {
  /** Posts a receive of {@code bytes} from local rank {@code peer}, never the rank itself. */
  void receive(int peer, long bytes);

  /** Sends {@code bytes} to local rank {@code peer}, never the rank itself. */
  void send(int peer, long bytes);
}
