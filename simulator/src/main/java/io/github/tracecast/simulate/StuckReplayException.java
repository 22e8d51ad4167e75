package io.github.tracecast.simulate;

/** Reports that some ranks of a replay wait forever. Another order of messages might avoid this. */
public final class StuckReplayException extends ReplayException {
  /** Prefix of the message's last line, which lists the options that let the prediction continue. */
  public static final String TO_CONTINUE = "\n  to continue: ";

  private static final long serialVersionUID = 1L;

  public StuckReplayException(String message) {
    super(message);
  }

  /** The lines of the error message about the waiting ranks, without the line about options. */
  public String waits() {
    return String.valueOf(getMessage()).split(TO_CONTINUE, 2)[0];
  }
}
