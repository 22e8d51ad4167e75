package io.github.tracecast.simulate;

/** Some ranks of a replay wait forever. With another order of messages, they might not. */
public final class StuckReplayException extends ReplayException {
  private static final long serialVersionUID = 1L;

  public StuckReplayException(String message) {
    super(message);
  }
}
