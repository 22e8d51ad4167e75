package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.TraceException;

/** A part of the file that knows the line where it begins. */
interface Placed {
  Place place();

  /** Returns an error at the place of this part. */
  default TraceException fault(String found, String expected) {
    return place().fault(found, expected);
  }
}
