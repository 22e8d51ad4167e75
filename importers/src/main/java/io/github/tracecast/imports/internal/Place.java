package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.TraceException;

/** A line of a file, counted from 1. */
public record Place(String file, int line) {
  @Override
  public String toString() {
    return file + ":" + line;
  }

  /** Returns an error at this line. */
  public TraceException fault(String found, String expected) {
    return TraceException.atLine(file, line, found, expected);
  }
}
