package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.TraceException;

/** A part of the file, with the line where it begins. */
interface Placed {
  Place place();

  /** Returns an error that names the place. */
  default TraceException fault(String found, String expected) {
    return place().fault(found, expected);
  }
}
