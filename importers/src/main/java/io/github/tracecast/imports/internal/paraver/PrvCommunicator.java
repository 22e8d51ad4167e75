package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.TraceException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A communicator of the trace. It matches the collectives of its members, and checks that all
 * members call the same ones. Memory is proportional to the number of collectives that only some
 * members have called so far.
 */
final class PrvCommunicator {
  private final Records records;
  private final int number;

  /** The tasks of the communicator, by local rank. */
  private final int[] members;

  private final boolean world;

  /** The local rank of each member, by its task; empty if local ranks are the tasks. */
  private final Map<Integer, Integer> locals = new HashMap<>();

  /** The last collective that each member has called, by local rank. */
  private final MatchedCollective[] last;

  /** The last collective that all members have called. */
  private MatchedCollective complete;

  /** The first fault of the lowest local rank whose calls differ from those of the first member. */
  private @Nullable TraceException fault;

  private int faultLocal;
  private int faultNumber;

  PrvCommunicator(Records records, int number, int[] members, int tasks) {
    this.records = records;
    this.number = number;
    this.members = members;
    this.world = members.length == tasks
        && Arrays.equals(members, IntStream.range(0, tasks).toArray());
    for (int local = 0; !world && local < members.length; local++) {
      locals.put(members[local], local);
    }
    this.complete = new MatchedCollective(this, members.length, 0); // before the first collective
    this.last = new MatchedCollective[members.length];
    Arrays.fill(last, complete);
  }

  /** Returns the local rank of a task; -1 if it is not a member. */
  int local(int task) {
    return world ? task : locals.getOrDefault(task, -1);
  }

  /** Defines the communicator for a member. Returns its handle. */
  int handle(int task, EventSink sink) {
    if (world) {
      return Communicator.WORLD;
    }
    return members.length == 1
        ? Communicator.SELF
        : sink.communicator(
            "communicator " + number, members[0], number, local(task), members.length);
  }

  /** Adds a call of a task to the next collective of the task. */
  void add(int task, PrvCall call) {
    int local = local(task);
    MatchedCollective collective = last[local].next();
    last[local] = collective;
    call.collective = collective;
    collective.add(local, call);
    int end = local == 0 ? members.length : local + 1;
    for (int other = Math.max(1, local); other < end; other++) {
      compare(collective, other);
    }
    if (collective.isComplete()) {
      complete.forgetNext();
      complete = collective;
    }
  }

  /** Compares a member's call with the call of the first member, if both are known. */
  private void compare(MatchedCollective collective, int local) {
    PrvCall expected = collective.call(0);
    PrvCall found = collective.call(local);
    if (expected == null || found == null || expected.call == found.call) {
      return;
    }
    if (fault == null
        || local < faultLocal
        || local == faultLocal && collective.number < faultNumber) {
      faultLocal = local;
      faultNumber = collective.number;
      fault = records.fault(
          found.line,
          found.call.mpiName() + " as collective " + faultNumber + " of task "
              + (members[local] + 1) + " on communicator " + number,
          expected.call.mpiName() + ", as for task " + (members[0] + 1) + " in line "
              + expected.line);
    }
  }

  /** Checks, at the end of the trace, that all members have called the same collectives. */
  void check() {
    for (int local = 1; local < members.length; local++) {
      if (fault != null && local == faultLocal) {
        throw fault;
      }
      if (last[local].number != last[0].number) {
        throw unequal(local, 0);
      }
    }
  }

  /** Returns the error for two members that have called different numbers of collectives. */
  private TraceException unequal(int one, int other) {
    PrvCall call = last[other].next().call(one);
    return call == null
        ? unequal(other, one)
        : records.fault(
            call.line,
            call.call.mpiName() + " by task " + (members[one] + 1) + " on communicator " + number,
            "the same number of collectives as task " + (members[other] + 1));
  }
}
