package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.communicators.Making;
import io.github.tracecast.imports.internal.communicators.RunCommunicator;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects data from a rank's records that must be known before events are created: the calls that
 * create communicators and groups, in order, and the highest rank to which a call refers. Memory is
 * proportional to the number of communicators.
 */
final class FirstPass {
  private static final int WORLD = DumpiHandles.WORLD;

  private final List<Making> makings = new ArrayList<>();
  private final List<@Nullable RunCommunicator> made = new ArrayList<>();
  private int ranksSeen;

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

  /** Whether a call makes or frees a communicator, or makes a group. */
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
      makings.add(making(call, calls));
    } else if (call == MpiCall.COMM_SIZE && calls.number(0) == WORLD) {
      seeRank(calls.number(1) - 1);
    } else if (call.family() == MpiCall.Family.POINT_TO_POINT && function.roles.length > 0) {
      seePeers(function, calls);
    }
  }

  /**
   * Converts the current record to a call that makes a communicator or a group. A result such as
   * MPI_COMM_NULL gets a negative handle.
   */
  private static Making making(MpiCall call, CallReader calls) {
    int first = calls.number(0);
    int second = calls.numbers() > 1 ? calls.number(1) : 0;
    int last = calls.number(calls.numbers() - 1);
    int made = last > DumpiHandles.SELF ? last : -1;
    return switch (call) {
      case COMM_FREE, COMM_DISCONNECT -> new Making.Free(call, first);
      case COMM_GROUP, COMM_REMOTE_GROUP -> new Making.GroupOf(call, first, last);
      case GROUP_UNION, GROUP_INTERSECTION, GROUP_DIFFERENCE ->
        new Making.GroupOfTwo(call, group(first), group(second), last);
      case GROUP_INCL, GROUP_EXCL, GROUP_RANGE_INCL, GROUP_RANGE_EXCL ->
        new Making.GroupOfPlaces(
            call, group(first), Arrays.stream(list(calls)).asLongStream().toArray(), last);
      case COMM_DUP -> new Making.Duplicate(call, first, made);
      case COMM_SPLIT ->
        new Making.Split(
            call, first, made, made < 0 ? -1 : Integer.toUnsignedLong(second), calls.number(2));
      case COMM_CREATE -> new Making.OfGroup(call, first, made, group(second));
      case CART_CREATE -> new Making.Grid(call, first, made, list(calls));
      case GRAPH_CREATE -> new Making.Grid(call, second, made, new int[] {calls.number(2)});
      case CART_SUB -> new Making.SubGrid(call, second, made, list(calls));
      case INTERCOMM_CREATE ->
        new Making.Bridge(
            call, first, made, second, calls.number(2), calls.number(3), calls.number(4));
      case INTERCOMM_MERGE -> new Making.Merge(call, first, made, second != 0);
      default -> new Making.Unknown(call);
    };
  }

  private static long group(int handle) {
    return handle == DumpiHandles.GROUP_EMPTY ? Making.EMPTY_GROUP : handle;
  }

  private static int[] list(CallReader calls) {
    return Arrays.copyOf(calls.list(0), calls.length(0));
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
      seeRank(highest);
    }
  }

  private void seeRank(int rank) {
    ranksSeen = Math.max(ranksSeen, rank < Integer.MAX_VALUE ? rank + 1 : 0);
  }

  List<Making> makings() {
    return makings;
  }

  /**
   * Returns the communicators that the calls created, in order; null for a call that gave this rank
   * no communicator. The list ends before a call that other members never made.
   */
  List<@Nullable RunCommunicator> made() {
    return made;
  }

  /** Returns one more than the highest world rank to which a call refers. */
  int ranksSeen() {
    return ranksSeen;
  }
}
