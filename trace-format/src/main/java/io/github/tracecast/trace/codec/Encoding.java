package io.github.tracecast.trace.codec;

/** The two forms of a trace file. Readers detect the form. */
public enum Encoding {
  /** For people: {@link TextCodec}. */
  TEXT,
  /** Small and checked: {@link BinaryCodec}. */
  BINARY
}
