package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.TraceException;

/** A part of the file, with the line where it begins. */
interface Placed {
  Place place();

  /** Returns the error about it. */
  default TraceException fault(String found, String expected) {
    return place().fault(found, expected);
  }
}
