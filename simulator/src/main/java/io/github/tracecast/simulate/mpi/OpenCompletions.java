package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import java.util.Arrays;

/**
 * Completes waits and tests without recorded outcome. A rank takes the requests that have ended at
 * its own time. Only used in the order of time. One thread.
 */
final class OpenCompletions {
  private final Waits waits;
  private final Slots slots;
  private final RequestCalls requests;
  private final Network network;

  /** For the call, its instruction, the position of its list of offsets, and their number. */
  private int[] code = {};

  private int first;
  private int listed;

  /** For the call, the offsets that name a request, and these requests. */
  private int[] offsets = new int[8];

  private int[] found = new int[8];
  private int count;

  OpenCompletions(RankStates ranks, Slots slots, RequestCalls requests, Network network) {
    this.waits = ranks.waits();
    this.slots = slots;
    this.requests = requests;
    this.network = network;
  }

  /**
   * Completes requests that have ended.
   *
   * @param at position of the {@link Op#COMPLETE} that lists them
   * @return whether the rank continues; if not, call this again when one of the requests has ended
   */
  boolean complete(int rank, int[] instructions, int at) {
    code = instructions;
    first = at + 4;
    listed = code[at + 3];
    int what = code[at + 1];
    int complete = code[at + 2];
    gather(rank);
    expectNothing(rank);
    if (what == Op.IF_UNTIL && requests.late().takeTold(rank)) {
      leave(rank, false, complete);
      return true;
    }
    boolean enough = switch (what) {
      case Op.ONE, Op.IF_ONE -> takeFirst(rank) || count == 0;
      case Op.SOME, Op.IF_SOME -> takeOver(rank) || count == 0;
      case Op.UNTIL, Op.IF_UNTIL -> takeUntil(rank, complete);
      case Op.IF_ALL -> allOver() && takeOver(rank);
      default -> throw new AssertionError(what);
    };
    if (enough || isTest(what) || what == Op.IF_UNTIL && leave(rank, true, complete)) {
      return true;
    }
    await(rank);
    if (what == Op.IF_UNTIL) {
      requests.late().testsCounted(rank, at);
    }
    return false;
  }

  /** Whether a call never waits. A test for a number of requests may wait. */
  private static boolean isTest(int what) {
    return what == Op.IF_ALL || what == Op.IF_ONE || what == Op.IF_SOME;
  }

  /**
   * Completes requests in the order of their ends, until enough of the listed ones are complete.
   * Returns false if there are too few.
   */
  private boolean takeUntil(int rank, int complete) {
    while (listed - count < complete) {
      if (!takeFirst(rank)) {
        return false;
      }
      gather(rank);
    }
    return true;
  }

  /**
   * Leaves requests open that the recorded run completed here. Returns false if there are not
   * enough.
   *
   * @param sends whether only sends may stay open
   * @param complete how many of the listed requests should be complete afterwards
   */
  private boolean leave(int rank, boolean sends, int complete) {
    int missing = complete - (listed - count);
    LateRequests late = requests.late();
    int open = 0;
    for (int i = 0; i < count; i++) {
      open += !sends || late.isSend(found[i]) ? 1 : 0;
    }
    if (open < missing) {
      return false;
    }
    for (int i = 0; i < count && missing > 0; i++) {
      if (!sends || late.isSend(found[i])) {
        late.add(rank, requests.takeOut(rank, offsets[i]));
        missing--;
      }
    }
    return true;
  }

  /**
   * Lists the requests that the call names. Null and inactive requests are no reason to wait, and
   * repeated ones count once.
   */
  private void gather(int rank) {
    count = 0;
    for (int at = first; at < first + listed; at++) {
      int request = requests.inProgress(rank, code[at]);
      if (request != Slots.NONE && !isListed(request)) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
          offsets = Arrays.copyOf(offsets, 2 * count);
        }
        offsets[count] = code[at];
        found[count++] = request;
      }
    }
  }

  private boolean isListed(int request) {
    for (int i = 0; i < count; i++) {
      if (found[i] == request) {
        return true;
      }
    }
    return false;
  }

  private boolean isOver(int i) {
    return slots.state(found[i] >> 2) == Slots.ARRIVED;
  }

  private boolean allOver() {
    for (int i = 0; i < count; i++) {
      if (!isOver(i)) {
        return false;
      }
    }
    return true;
  }

  /** When a request ended. A receive does not end before it was posted. */
  private long end(int i) {
    int slot = found[i] >> 2;
    long picos = slots.since().first(slot);
    return (found[i] & 3) == RequestCalls.RECEIVER
        ? Math.max(picos, network.postedPicos(slot))
        : picos;
  }

  private boolean takeFirst(int rank) {
    int earliest = Slots.NONE;
    for (int i = 0; i < count; i++) {
      if (isOver(i) && (earliest == Slots.NONE || end(i) < end(earliest))) {
        earliest = i;
      }
    }
    if (earliest != Slots.NONE) {
      take(rank, earliest);
    }
    return earliest != Slots.NONE;
  }

  private boolean takeOver(int rank) {
    boolean taken = false;
    for (int i = 0; i < count; i++) {
      if (isOver(i)) {
        take(rank, i);
        taken = true;
      }
    }
    return taken;
  }

  private void take(int rank, int i) {
    requests.expectRequest(rank, offsets[i]);
    requests.absorb(rank);
  }

  /** Blocks the rank until the first of its requests ends. */
  private void await(int rank) {
    for (int i = 0; i < count; i++) {
      requests.tell(found[i], rank);
    }
    waits.blockUntilFirst(rank);
  }

  private void expectNothing(int rank) {
    waits.forgoAll(rank);
    for (int i = 0; i < count; i++) {
      int slot = found[i] >> 2;
      if (slots.receiver(slot) == rank || slots.sender(slot) == rank) {
        requests.tell(found[i], Slots.NONE);
      }
    }
  }
}
