package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import org.jspecify.annotations.Nullable;

/** A call of a task. The reading thread sets its data before another thread writes it. */
final class PrvCall {
  /**
   * The number of every inter-communicator, because the trace shows the members of an
   * inter-communicator only as two other communicators.
   */
  static final int INTER_COMMUNICATOR = -1;

  final MpiCall call;

  /** The name of the call in the trace. */
  final String name;

  final long beginning;

  /** The line of the record with the beginning. */
  final long line;

  long ending;
  String site;

  /** The bytes that the call sends, and those that it receives. */
  long sent;

  long received;

  /** Whether the task is the root of the call. */
  boolean root;

  /**
   * The number of the call's communicator in the trace, from 1, or {@link #INTER_COMMUNICATOR}; 0
   * if it is not known.
   */
  int communicator;

  /** The collective to which the call belongs; null if the communicator is not known. */
  @Nullable MatchedCollective collective;

  PrvCall(String name, long beginning, long line) {
    this.call = MpiCall.byName(name).orElse(MpiCall.OTHER);
    this.name = name;
    this.site = name;
    this.beginning = beginning;
    this.line = line;
  }
}
