package io.github.tracecast.trace.internal.text;

/**
 * Limits the terms that the repetitions and progressions of a text may represent. All repetitions
 * and progressions together may represent {@link #MOST} terms for each byte of the text before
 * them, so that a short text cannot demand endless memory. Each instance is used for one text.
 */
final class Expansion {
  private static final long MOST = 1024;

  private long terms;

  /** Counts terms that are not written in the text. Returns whether the limit allows them. */
  boolean takes(long more, long bytesBefore) {
    if (more > MOST * bytesBefore - terms) {
      return false;
    }
    terms += more;
    return true;
  }
}
