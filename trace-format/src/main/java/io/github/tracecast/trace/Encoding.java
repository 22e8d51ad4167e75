package io.github.tracecast.trace;

/** The two forms of a trace file; either is read without being told which. */
public enum Encoding {
  /** For people: {@link TextCodec}. */
  TEXT,
  /** Small and checked: {@link BinaryCodec}. */
  BINARY
}
