package io.github.tracecast.trace.internal.text;

/**
 * Limits the terms that repetitions and progressions of a text may stand for. All together may have
 * {@link #MOST} terms per byte of the text before them, so a short text cannot claim endless
 * memory. Each instance is used for one text.
 */
final class Expansion {
  private static final long MOST = 1024;

  private long terms;

  /** Counts terms that are not written out, and returns whether the limit allows them. */
  boolean takes(long more, long bytesBefore) {
    if (more > MOST * bytesBefore - terms) {
      return false;
    }
    terms += more;
    return true;
  }
}
