package io.github.tracecast.simulate;

/** Some ranks of a replay wait forever. With another order of messages, they might not. */
public final class StuckReplayException extends ReplayException {
  /** Begins the last line: options of a prediction that let it go on. */
  public static final String TO_CONTINUE = "\n  to continue: ";

  private static final long serialVersionUID = 1L;

  public StuckReplayException(String message) {
    super(message);
  }

  /** The waiting ranks, without the options. */
  public String waits() {
    return String.valueOf(getMessage()).split(TO_CONTINUE, 2)[0];
  }
}
