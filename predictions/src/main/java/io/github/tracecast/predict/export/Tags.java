package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tags for formats without communicators. Messages on MPI_COMM_WORLD keep their tags. Messages of
 * other communicators get tags above all tags of the trace, with one range per communicator. Above
 * these, each communicator has one tag for the messages of collectives. Immutable.
 */
final class Tags {
  private static final long MOST = Integer.MAX_VALUE;

  private final long range;
  private final long collectives;

  private Tags(long range, int communicators) {
    this.range = range;
    this.collectives = range * communicators;
  }

  static Tags of(Trace trace) {
    long highest = 0;
    for (Event event : trace.events()) {
      for (Parameter parameter : List.of(Parameter.TAG, Parameter.RECEIVE_TAG)) {
        highest =
            Math.max(highest, highest(event.parameter(parameter), trace.header().ranks()));
      }
    }
    return new Tags(highest + 1, trace.communicators().size());
  }

  private static long highest(@Nullable Values values, int ranks) {
    long highest = 0;
    if (values != null) {
      for (Piece piece : values.pieces()) {
        Sequence tags = piece.sequence();
        for (int i = 0; i < tags.period(); i++) {
          long number = tags.number(i, 0);
          if (tags.kind(i, 0) == Term.Kind.CONSTANT) {
            highest = Math.max(highest, number);
          } else if (tags.kind(i, 0) == Term.Kind.TIMES_RANK) {
            highest = Math.max(
                highest, Math.max(0, Term.slope(number)) * (ranks - 1L) + Term.offset(number));
          }
        }
      }
    }
    return highest;
  }

  /** Returns the tag of a message. {@link EventTable#ANY} is kept. */
  int ofMessage(int communicator, int tag) {
    return tag == EventTable.ANY || communicator == Communicator.WORLD
        ? tag
        : (int) ((range * communicator + tag) % MOST);
  }

  /** The tag of a collective's messages. */
  int ofCollective(int communicator) {
    return (int) ((collectives + communicator) % MOST);
  }
}
