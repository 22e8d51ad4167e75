package io.github.tracecast.trace.internal.text;

/**
 * How much more a trace may hold than its text spells out: repetitions and progressions stand for {@link #MOST} terms a byte of the
 * text before them, all together, so that a short text cannot ask for endless memory. One use a text.
 */
final class Expansion {
  private static final long MOST = 1024;

  private long terms;

  /** Takes terms that are not spelled out into account, if there is room for them. */
  boolean takes(long more, long bytesBefore) {
    if (more > MOST * bytesBefore - terms) {
      return false;
    }
    terms += more;
    return true;
  }
}
