package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.recorder.RecorderConstants;
import java.io.IOException;
import java.util.Locale;

/** The kinds of records in a log. Their numbers come from the recorder's {@code shared.h}. */
enum RecordKind {
  EVENT,
  SITE,
  MODULE,
  DATATYPE,
  COMMUNICATOR,
  MATCH,
  NOTE,
  GROUP,
  CALLS,
  PARAMETERS,
  SHAPE,
  LIST,
  CHUNK,
  SEALED,
  COUNTER,
  CALL,
  LOST;

  private static final RecordKind[] BY_NUMBER = new RecordKind[values().length];

  static {
    for (RecordKind kind : values()) {
      BY_NUMBER[kind.number() - 1] = kind;
    }
  }

  private final int number = RecorderConstants.integer("R_" + name().toLowerCase(Locale.ROOT));

  /** Returns the number with which a record of this kind begins. */
  int number() {
    return number;
  }

  /** Returns the kind that has this number, which was read from a log. */
  static RecordKind of(LogBytes log, int number) {
    if (number < 1 || number > BY_NUMBER.length) {
      throw log.fault("a record of kind " + number, "1 to " + BY_NUMBER.length);
    }
    return BY_NUMBER[number - 1];
  }

  static RecordKind next(LogBytes log) throws IOException {
    return of(log, log.octet());
  }
}
