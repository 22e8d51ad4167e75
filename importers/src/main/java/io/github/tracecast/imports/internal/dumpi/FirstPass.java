package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects data from a rank's records that are needed before events are created: the calls that
 * create communicators and groups, in order, and the highest rank. Memory is proportional to the
 * communicators.
 */
final class FirstPass {
  private static final int WORLD = DumpiHandles.WORLD;

  /** A call that makes or frees a communicator or a group, with its numbers and its only or second list. */
  record Step(MpiCall call, int[] numbers, int @Nullable [] list, int @Nullable [] secondList) {}

  private final List<Step> steps = new ArrayList<>();
  private int seen;

  /** Reads a rank's records. */
  static FirstPass of(DumpiFile file) throws IOException {
    FirstPass scan = new FirstPass();
    try (CallReader calls = new CallReader(file)) {
      while (calls.next()) {
        if (calls.function() < DumpiCalls.count()) {
          scan.take(DumpiCalls.of(calls.function()), calls);
        }
      }
    }
    return scan;
  }

  /** Whether a call makes a communicator or takes part in making one. */
  static boolean matters(MpiCall call) {
    return switch (call) {
      case INTERCOMM_CREATE, INTERCOMM_MERGE -> true;
      case COMM_SPAWN, COMM_SPAWN_MULTIPLE, COMM_ACCEPT, COMM_CONNECT, COMM_JOIN -> true;
      default ->
        call.role() == MpiCall.Role.MAKE_COMMUNICATOR
            || call.has(CallArgument.FREED_COMMUNICATOR)
            || call.has(CallArgument.NEW_GROUP);
    };
  }

  /** Whether a call makes a communicator. */
  static boolean makes(MpiCall call) {
    return matters(call)
        && !call.has(CallArgument.FREED_COMMUNICATOR)
        && !call.has(CallArgument.NEW_GROUP);
  }

  private void take(DumpiCalls function, CallReader calls) {
    MpiCall call = function.call;
    if (matters(call)) {
      int[] numbers = new int[calls.numbers()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = calls.number(i);
      }
      steps.add(new Step(call, numbers, list(function, calls, 0), list(function, calls, 1)));
    } else if (call == MpiCall.COMM_SIZE && calls.number(0) == WORLD) {
      see(calls.number(1) - 1);
    } else if (call.family() == MpiCall.Family.POINT_TO_POINT && function.roles.length > 0) {
      seePeers(function, calls);
    }
  }

  private static int @Nullable [] list(DumpiCalls function, CallReader calls, int which) {
    int at = 0;
    for (byte field : function.layout) {
      if (field == 'I' || field == 'J') {
        if (at == which) {
          return java.util.Arrays.copyOf(calls.list(at), calls.length(at));
        }
        at++;
      }
    }
    return null;
  }

  private void seePeers(DumpiCalls function, CallReader calls) {
    int highest = -1;
    boolean world = false;
    for (int i = 0; i < function.roles.length && i < calls.numbers(); i++) {
      switch (function.roles[i]) {
        case 'd', 's' -> highest = Math.max(highest, calls.number(i));
        case 'c' -> world = calls.number(i) == WORLD;
        default -> {}
      }
    }
    if (world) {
      see(highest);
    }
  }

  private void see(int rank) {
    seen = Math.max(seen, rank < Integer.MAX_VALUE ? rank + 1 : 0);
  }

  List<Step> steps() {
    return steps;
  }

  /** One more than the highest world rank that a call names. */
  int seen() {
    return seen;
  }
}
