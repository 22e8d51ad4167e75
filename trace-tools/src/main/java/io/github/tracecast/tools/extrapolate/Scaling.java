package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a program's problem grows with its ranks, as the user states it. */
public enum Scaling {
  /** Each rank keeps its part of the problem. */
  WEAK,
  /** The ranks share the same problem. */
  STRONG;

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the scaling that the user states; empty with several recordings, which show how the
   * program grows.
   *
   * @param text the value of {@code --scaling}; null if it is not given
   */
  public static Optional<Scaling> stated(@Nullable String text, int recordings) {
    if (recordings > 1 && text != null) {
      throw new UsageException("--scaling: found " + recordings
          + " recordings, which tell how the program grows; expected it with one recording only");
    }
    if (recordings == 1 && text == null) {
      throw new UsageException("found one recording; expected recordings on two or more numbers of"
          + " ranks, or --scaling weak|strong");
    }
    return parse(text);
  }

  /**
   * Returns the stated scaling; empty if none is stated.
   *
   * @param text the value of {@code --scaling}; null if it is not given
   */
  public static Optional<Scaling> parse(@Nullable String text) {
    return Optional.ofNullable(text).map(known -> Names.one("--scaling", known, values()));
  }
}
