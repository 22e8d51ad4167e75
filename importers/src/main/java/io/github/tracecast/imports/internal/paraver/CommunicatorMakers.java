package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compares the calls by which the tasks create communicators collectively. */
final class CommunicatorMakers {
  /** The calls of the task with the most such calls. */
  private final List<MpiCall> calls = new ArrayList<>();

  /** The number of such calls of each task. */
  private final int[] counts;

  private boolean differ;

  CommunicatorMakers(int tasks) {
    counts = new int[tasks];
  }

  /** Whether a call creates a communicator collectively. */
  static boolean isMaker(MpiCall call) {
    return call.role() == MpiCall.Role.MAKE_COMMUNICATOR
        || call.role() == MpiCall.Role.START_COMMUNICATOR;
  }

  /** Whether two tasks have made different calls, which further calls cannot mend. */
  boolean differ() {
    return differ;
  }

  /** Adds the next call of a task, if it creates a communicator. */
  void add(int task, MpiCall call) {
    if (isMaker(call)) {
      int number = counts[task]++;
      if (number == calls.size()) {
        calls.add(call);
      } else {
        differ |= calls.get(number) != call;
      }
    }
  }

  /** Whether all tasks have made the same calls so far. */
  boolean agree() {
    return !differ && Arrays.stream(counts).allMatch(count -> count == calls.size());
  }
}
