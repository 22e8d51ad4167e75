package io.github.tracecast.imports.internal.paraver;

import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls that form one collective: the n-th calls of all members of a communicator. Only the
 * root's record shows which rank is the root, and only a member's own record has the size of its
 * part.
 */
final class MatchedCollective {
  final PrvCommunicator communicator;

  /** The number of the collective on its communicator, from 1. */
  final int number;

  /** The call of each member by local rank; null for a member that has not called yet. */
  private final @Nullable PrvCall[] calls;

  private int missing;

  /** The local rank of the root; -1 if no member is marked as root. */
  int root = -1;

  private @Nullable MatchedCollective next;

  MatchedCollective(PrvCommunicator communicator, int size, int number) {
    this.communicator = communicator;
    this.number = number;
    this.calls = new PrvCall[size];
    this.missing = size;
  }

  void add(int local, PrvCall call) {
    calls[local] = call;
    missing--;
    root = call.root ? Math.max(root, local) : root;
  }

  boolean isComplete() {
    return missing == 0;
  }

  @Nullable PrvCall call(int local) {
    return calls[local];
  }

  /** Returns a number of each member's call, by local rank. All members must have called. */
  long[] ofEach(ToLongFunction<PrvCall> number) {
    return Stream.of(calls).map(Objects::requireNonNull).mapToLong(number).toArray();
  }

  /** Returns the next collective on the communicator. */
  MatchedCollective next() {
    if (next == null) {
      next = new MatchedCollective(communicator, calls.length, number + 1);
    }
    return next;
  }

  /** Frees the next collective, which all members have called. */
  void forgetNext() {
    next = null;
  }
}
