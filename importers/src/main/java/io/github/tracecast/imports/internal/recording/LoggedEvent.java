package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.io.IOException;
import java.util.Arrays;

/** One event of a log with its undecoded terms. The object is reused for each event. */
final class LoggedEvent {
  /** The term for MPI_ANY_SOURCE and MPI_ANY_TAG. */
  static final long ANY = 0;

  /** The term for a null value, such as MPI_PROC_NULL. */
  static final long NONE = 1;

  private MpiCall call = MpiCall.OTHER;
  private long site;
  private long computeTicks;
  private long insideNanos;
  private long calls;
  private int parameters;
  private final int[] codes = new int[64];

  /** The index of each parameter's first term. The terms end at the index of the next parameter. */
  private final int[] starts = new int[65];

  private long[] terms = new long[16];
  private Parameter[] names = {};

  void read(LogBytes log, LogDefinitions definitions) throws IOException {
    call = definitions.calls.get(log.index("call", definitions.calls.size()));
    site = log.number();
    computeTicks = log.number();
    insideNanos = log.number();
    calls = log.amount("calls:", Long.MAX_VALUE);
    parameters = 0;
    if (names.length == 0) {
      names = definitions.parameters.toArray(Parameter[]::new);
    }
    int used = 0;
    for (int code = log.octet(); code != 0; code = log.octet()) {
      if ((code & 0x7f) == 0 || (code & 0x7f) > names.length || parameters == codes.length) {
        throw log.fault("parameter " + (code & 0x7f), "1 to " + names.length + ", each once");
      }
      int length = LoggedTask.isList(code) ? log.count("terms:") : 1;
      if (used + length > terms.length) {
        terms = Arrays.copyOf(terms, Math.max(2 * terms.length, used + length));
      }
      for (int i = 0; i < length; i++) {
        terms[used++] = log.number();
      }
      codes[parameters++] = code;
      starts[parameters] = used;
    }
  }

  MpiCall call() {
    return call;
  }

  long site() {
    return site;
  }

  /** Returns how many calls the event represents; 0 if the recorder did not count them. */
  long calls() {
    return calls;
  }

  /** Returns the computation in units of the log's {@link Counter}. */
  long computeTicks() {
    return computeTicks;
  }

  long insideNanos() {
    return insideNanos;
  }

  int parameters() {
    return parameters;
  }

  Parameter parameter(int at) {
    return names[(codes[at] & 0x7f) - 1];
  }

  boolean isList(int at) {
    return LoggedTask.isList(codes[at]);
  }

  int length(int at) {
    return starts[at + 1] - starts[at];
  }

  long[] terms(int at) {
    return Arrays.copyOfRange(terms, starts[at], starts[at + 1]);
  }

  long term(int at, int index) {
    return terms[starts[at] + index];
  }

  /** Whether a parameter of the event is a wildcard. */
  boolean isAny(Parameter parameter) {
    for (int at = 0; at < parameters; at++) {
      if (parameter(at) == parameter && !isList(at) && term(at, 0) == ANY) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number that a term encodes. The term must not be MPI_ANY_SOURCE, MPI_ANY_TAG or a null value. */
  static long number(long term) {
    long zigzag = term - 2;
    return zigzag >>> 1 ^ -(zigzag & 1);
  }
}
