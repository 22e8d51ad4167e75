package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;

/**
 * Tags for formats without communicators. Messages on MPI_COMM_WORLD keep their tags. Messages on
 * other communicators get tags above all tags of the trace, from one range for each communicator.
 * Above these ranges, each communicator has one tag for the messages of its collectives.
 *
 * @param range the number of tags of a communicator
 */
record Tags(long range, int communicators) {
  private static final long MOST = Integer.MAX_VALUE;

  static Tags of(Trace trace) {
    int ranks = trace.header().ranks();
    long highest = trace.events().stream()
        .flatMap(event -> event.terms(Parameter.TAG, Parameter.RECEIVE_TAG))
        .mapToLong(term -> highest(term, ranks))
        .max()
        .orElse(0);
    return new Tags(highest + 1, trace.communicators().size());
  }

  private static long highest(Term tag, int ranks) {
    long number = tag.number();
    return switch (tag.kind()) {
      case CONSTANT -> Math.max(0, number);
      case TIMES_RANK -> Math.max(0, Term.slope(number)) * (ranks - 1L) + Term.offset(number);
      default -> 0;
    };
  }

  /** Returns the tag of a message; {@link EventTable#ANY} for {@link EventTable#ANY}. */
  int ofMessage(int communicator, int tag) {
    return tag == EventTable.ANY || communicator == Communicator.WORLD
        ? tag
        : (int) ((range * communicator + tag) % MOST);
  }

  /** Returns the tag of a collective's messages. */
  int ofCollective(int communicator) {
    return (int) ((range * communicators + communicator) % MOST);
  }
}
