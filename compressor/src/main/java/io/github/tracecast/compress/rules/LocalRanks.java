package io.github.tracecast.compress.rules;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;

/** The values of a trace's endpoints as local ranks of their communicators. Immutable. */
record LocalRanks(Trace trace) {
  /** Whether {@link #value} gives a number for each term. */
  static boolean areNumbers(Sequence sequence) {
    if (!sequence.isScalar()) {
      return false;
    }
    for (int element = 0; element < sequence.period(); element++) {
      boolean isNumber = switch (sequence.kind(element, 0)) {
        case CONSTANT, RANK_PLUS, RANK_PLUS_MOD, TRANSPOSED -> true;
        case TIMES_RANK, TIMES_RANK_MOD, OTHER, ANY, NONE, PERSISTENT, MATCHED -> false;
      };
      if (!isNumber) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the number that an element's term means on a rank.
   *
   * @param local the rank in the communicator
   * @param size the size of the communicator
   */
  static long value(Sequence sequence, int element, int local, int size) {
    long number = sequence.number(element, 0);
    return switch (sequence.kind(element, 0)) {
      case RANK_PLUS -> local + number;
      case RANK_PLUS_MOD -> Math.floorMod(local + number, (long) size);
      case TRANSPOSED -> Term.transposed(local, number, size);
      case CONSTANT, TIMES_RANK, TIMES_RANK_MOD, OTHER, ANY, NONE, PERSISTENT, MATCHED -> number;
    };
  }

  /** Returns the communicator of an event at a rank; -1 if the communicator changes. */
  int communicator(Event event, int rank) {
    Values values = event.parameter(Parameter.COMMUNICATOR);
    if (values == null) {
      return Communicator.WORLD;
    }
    Sequence own = values.at(rank);
    return own == null || own.period() > 1 || !own.isScalar() || !own.isConstant()
        ? -1
        : (int) own.number(0, 0);
  }

  int size(int communicator) {
    Communicator one = trace.communicators().get(communicator);
    return one.isSelf() ? 1 : group(one).size();
  }

  /** Returns the local rank of a member of a communicator. */
  int of(int communicator, int rank) {
    Communicator one = trace.communicators().get(communicator);
    return one.isSelf() ? 0 : group(one).localRank(rank);
  }

  private Group group(Communicator communicator) {
    return trace.groups().get(communicator.group());
  }
}
