package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2ObjectAVLTreeMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.stream.IntStream;

/**
 * Decides which requests a wait or a test completes, if the trace does not determine them.
 *
 * <p>If the trace lacks the completed requests, a call completes the requests that have ended by
 * the rank's own time, and ranks run in order of simulated time.
 *
 * <p>A request may be <i>late</i>: a test completed it in the recorded run, but it has not ended at
 * this test in the replay. A later test or wait of the same rank completes it. A test never waits
 * for a send, but waits for any other request. If no rank can continue, the lowest rank that waits
 * in a test gets the answer "not yet". The result does not depend on the order in which ranks run.
 * One thread.
 */
final class OpenCompletions {
  /** Value of {@link Blocked#needed} for a test for which the trace has only the number of completed requests. */
  private static final int COUNTED = -1;

  private final RankStates ranks;
  private final Waits waits;
  private final Slots slots;
  private final RequestCalls requests;

  private final Network network;

  /** The late requests of each rank, which a test should have completed; oldest first. */
  private final Int2ObjectOpenHashMap<IntArrayList> late = new Int2ObjectOpenHashMap<>();

  /** The ranks in calls that can continue before all expected requests have ended. */
  private final Int2ObjectAVLTreeMap<Blocked> blocked = new Int2ObjectAVLTreeMap<>();

  /**
   * The position at which a rank waits, and the number of expected requests that its call needs to
   * continue, or {@link #COUNTED}. The needed requests come first.
   */
  private record Blocked(int place, int needed) {}

  /** Ranks whose test with {@link #COUNTED} got the answer "not yet". */
  private final IntOpenHashSet toldNotYet = new IntOpenHashSet();

  private long failedTests;

  private final int[] code;

  /** The position of the current call's list of offsets, and the length of the list. */
  private int listStart;

  private int listLength;

  /** The offsets in the current call that name incomplete requests, and the numbers of these requests. */
  private final IntArrayList openOffsets = new IntArrayList();

  private final IntArrayList openRequests = new IntArrayList();

  OpenCompletions(
      int[] code, RankStates ranks, Slots slots, RequestCalls requests, Network network) {
    this.code = code;
    this.ranks = ranks;
    this.waits = ranks.waits();
    this.slots = slots;
    this.requests = requests;
    this.network = network;
  }

  /** The number of tests that failed in the replay ("not yet") although they succeeded in the recorded run. */
  long failedTests() {
    return failedTests;
  }

  /**
   * Expects the requests of a wait or a test. A test expects the requests that it completed in the
   * recorded run, but its sends that have not ended become late. A wait also expects the late
   * requests.
   *
   * @param at position of the {@link Op#EXPECT} that lists the requests
   */
  void expect(int rank, int at) {
    boolean test = code[at + 1] == Op.OF_TEST;
    int end = at + 3 + code[at + 2];
    for (int i = at + 3; i < end; i++) {
      int request = requests.takeOut(rank, code[i]);
      if (test && request != Slots.NONE && isSend(request) && !hasEnded(rank, request >> 2)) {
        add(rank, request);
      } else {
        requests.expect(rank, request);
      }
    }
    int own = test ? 0 : waits.count(rank);
    if (test || own > 0 && late.containsKey(rank)) {
      expectLate(rank, !test);
      blocks(rank, end, own);
    }
  }

  private void blocks(int rank, int place, int own) {
    if (waits.isPending(rank)) {
      blocked.put(rank, new Blocked(place, own));
    }
  }

  /** Whether a request is a send and not a collective; only a collective has no message costs. */
  private boolean isSend(int request) {
    return (request & 3) == RequestCalls.SENDER && slots.cost(request >> 2) != Slots.NONE;
  }

  /** Whether a request has ended by the rank's own time, on all lanes. */
  private boolean hasEnded(int rank, int slot) {
    if (slots.state(slot) != Slots.ARRIVED) {
      return false;
    }
    for (int lane = 0; lane < ranks.deciding(); lane++) {
      if (slots.since().get(slot, lane) > ranks.clock().get(rank, lane)) {
        return false;
      }
    }
    return true;
  }

  /** Turns a request that a call expects into a late request, for a later call. */
  private void makeLate(int rank, int request) {
    if (slots.state(request >> 2) != Slots.ARRIVED) {
      waits.forgo(rank);
      requests.setWaiting(request, Slots.NONE);
    }
    add(rank, request);
  }

  /** Adds a late request, for which no call waits yet. */
  private void add(int rank, int request) {
    late.computeIfAbsent(rank, r -> new IntArrayList()).add(request);
  }

  /**
   * Makes a call expect the late requests, with or without late sends. Late sends that are not
   * expected but have ended are completed at once.
   */
  private void expectLate(int rank, boolean sends) {
    IntArrayList all = late.get(rank);
    if (all == null) {
      return;
    }
    int kept = 0;
    for (int i = 0; i < all.size(); i++) {
      int request = all.getInt(i);
      if (sends || !isSend(request)) {
        requests.expect(rank, request);
      } else if (hasEnded(rank, request >> 2)) {
        slots.release(request >> 2);
      } else {
        all.set(kept++, request);
      }
    }
    all.size(kept);
    if (kept == 0) {
      late.remove(rank);
    }
  }

  /**
   * Wakes the lowest rank that waits in a test, or that waits only for late requests. Called when
   * no rank can continue. Returns false if there is no such rank.
   */
  boolean releaseLowest() {
    for (var calls = blocked.int2ObjectEntrySet().iterator(); calls.hasNext(); ) {
      var next = calls.next();
      int rank = next.getIntKey();
      int needed = next.getValue().needed();
      if (!waits.isBlocked(rank) || ranks.next(rank) != next.getValue().place()) {
        calls.remove();
      } else if (needed == COUNTED
          || IntStream.range(0, needed).allMatch(i -> isOver(waits.expected(rank, i)))) {
        calls.remove();
        release(rank, needed);
        return true;
      }
    }
    return false;
  }

  private void release(int rank, int needed) {
    if (needed == COUNTED) {
      toldNotYet.add(rank);
    } else {
      for (int i = needed; i < waits.count(rank); i++) {
        makeLate(rank, waits.expected(rank, i));
      }
      waits.keepFirst(rank, needed);
    }
    failedTests += needed > 0 ? 0 : 1;
    if (ranks.clock().first(rank) < network.now()) {
      ranks.clock().set(rank, 0, network.now()); // an engine cannot go back in time
    }
    waits.release(rank);
  }

  /** Describes a rank's late requests. */
  void describe(int rank, boolean idle, StateSink sink) {
    IntArrayList all = late.get(rank);
    sink.number(all == null ? 0 : all.size());
    for (int i = 0; all != null && i < all.size(); i++) {
      requests.describe(all.getInt(i), rank, idle, sink);
    }
  }

  // ---- calls whose completions the trace leaves open

  /**
   * Completes requests of a call whose completed requests the trace lacks.
   *
   * @param at position of the {@link Op#COMPLETE} that lists the requests
   * @return whether the rank continues; if not, call this again when one of the requests has ended
   */
  boolean complete(int rank, int at) {
    boolean tests = code[at + 2] == 1;
    listStart = at + 5;
    listLength = code[at + 4];
    gather(rank);
    expectNothing(rank);
    boolean counted = tests && code[at + 3] != Op.ONE_MORE;
    int complete = code[at + 3] == Op.ONE_MORE
        ? Math.min(listLength, listLength - openRequests.size() + 1)
        : code[at + 3];
    if (counted && toldNotYet.remove(rank)) {
      makeMissingLate(rank, false, complete);
      return true;
    }
    boolean enough = switch (code[at + 1]) {
      case Op.UNTIL -> takeUntil(rank, complete);
      case Op.SOME -> takeOver(rank) || openRequests.isEmpty();
      default -> openRequests.intStream().allMatch(this::isOver) && takeOver(rank);
    };
    if (enough || (counted ? makeMissingLate(rank, true, complete) : tests)) {
      return true;
    }
    await(rank);
    if (counted) {
      blocks(rank, at, COUNTED);
    }
    return false;
  }

  /**
   * Completes requests in the order of their ends, until {@code complete} of the listed requests
   * are complete. Returns false if too few of them have ended.
   */
  private boolean takeUntil(int rank, int complete) {
    while (listLength - openRequests.size() < complete) {
      if (!takeFirst(rank)) {
        return false;
      }
      gather(rank);
    }
    return true;
  }

  /**
   * Turns requests into late requests, so that the call continues although too few requests have
   * ended. Returns false and changes nothing if the call still cannot continue.
   *
   * @param sends whether only sends may become late
   * @param complete the number of listed requests that the recorded call completed
   */
  private boolean makeMissingLate(int rank, boolean sends, int complete) {
    int missing = complete - (listLength - openRequests.size());
    int[] open = IntStream.range(0, openRequests.size())
        .filter(i -> !sends || isSend(openRequests.getInt(i)))
        .limit(Math.max(0, missing))
        .toArray();
    if (open.length == missing) {
      IntStream.of(open).forEach(i -> add(rank, requests.takeOut(rank, openOffsets.getInt(i))));
    }
    return open.length == missing;
  }

  /**
   * Collects the incomplete requests that the current call lists. Null and inactive requests do not
   * count, and repeated requests count once.
   */
  private void gather(int rank) {
    openOffsets.clear();
    openRequests.clear();
    for (int at = listStart; at < listStart + listLength; at++) {
      int request = requests.inProgress(rank, code[at]);
      if (request != Slots.NONE && !openRequests.contains(request)) {
        openOffsets.add(code[at]);
        openRequests.add(request);
      }
    }
  }

  private boolean isOver(int request) {
    return slots.state(request >> 2) == Slots.ARRIVED;
  }

  /** The time at which a request ended, ps. A receive does not end before it was posted. */
  private long end(int request) {
    int slot = request >> 2;
    long picos = slots.since().first(slot);
    return (request & 3) == RequestCalls.RECEIVER
        ? Math.max(picos, network.postedPicos(slot))
        : picos;
  }

  private boolean takeFirst(int rank) {
    int earliest = Slots.NONE;
    for (int i = 0; i < openRequests.size(); i++) {
      int request = openRequests.getInt(i);
      if (isOver(request)
          && (earliest == Slots.NONE || end(request) < end(openRequests.getInt(earliest)))) {
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
    for (int i = 0; i < openRequests.size(); i++) {
      if (isOver(openRequests.getInt(i))) {
        take(rank, i);
        taken = true;
      }
    }
    return taken;
  }

  private void take(int rank, int i) {
    requests.expect(rank, requests.takeOut(rank, openOffsets.getInt(i)));
    requests.absorb(rank);
  }

  /** Blocks the rank until the first of its requests ends. */
  private void await(int rank) {
    openRequests.forEach(request -> requests.setWaiting(request, rank));
    waits.blockUntilFirst(rank);
  }

  private void expectNothing(int rank) {
    waits.forgoAll(rank);
    openRequests.forEach(request -> {
      if (slots.waitingReceiver(request >> 2) == rank
          || slots.waitingSender(request >> 2) == rank) {
        requests.setWaiting(request, Slots.NONE);
      }
    });
  }
}
