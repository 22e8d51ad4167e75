package io.github.tracecast.trace.codec;

/** The two forms of a trace file. Readers detect the form. */
public enum Encoding {
  /** Text that people can read and edit; see {@link TextCodec}. */
  TEXT,
  /** A small form with a checksum; see {@link BinaryCodec}. */
  BINARY
}
