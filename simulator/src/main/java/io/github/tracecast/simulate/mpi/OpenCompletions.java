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
 * Decides which requests a wait or a test completes, where the recorded run does not.
 *
 * <p>The trace may leave it open. Then a rank takes the requests that have ended at its own time, in
 * the order of time.
 *
 * <p>A request may be <i>late</i>: a test completed it in the recorded run, but it has not ended at
 * this test in the replay. It ends at a later test or wait of the same rank. A test of a send never
 * waits. Any other test waits. If no rank can continue, the lowest rank in such a test gets the
 * answer "not yet". The result does not depend on the order in which ranks run. One thread.
 */
final class OpenCompletions {
  /** Used instead of a number of awaited requests, for a test that has the number of requests that it completed. */
  private static final int COUNTED = -1;

  private final RankStates ranks;
  private final Waits waits;
  private final Slots slots;
  private final RequestCalls requests;

  private final Network network;

  /** By rank: its late requests, oldest first. */
  private final Int2ObjectOpenHashMap<IntArrayList> late = new Int2ObjectOpenHashMap<>();

  /** By rank in a call that need not wait for everything that it expects. */
  private final Int2ObjectAVLTreeMap<Blocked> blocked = new Int2ObjectAVLTreeMap<>();

  /**
   * Where a rank waits, and how many of the first expected requests the call itself needs, or {@link
   * #COUNTED}.
   */
  private record Blocked(int place, int needed) {}

  /** Ranks that got the answer "not yet" from a counted test. */
  private final IntOpenHashSet toldNotYet = new IntOpenHashSet();

  private long answers;

  private final int[] code;

  /** Of the call: the position of its list of offsets, and their number. */
  private int first;

  private int listed;

  /** Of the call: the offsets that name a request, and these requests. */
  private final IntArrayList offsets = new IntArrayList();

  private final IntArrayList found = new IntArrayList();

  OpenCompletions(
      int[] code, RankStates ranks, Slots slots, RequestCalls requests, Network network) {
    this.code = code;
    this.ranks = ranks;
    this.waits = ranks.waits();
    this.slots = slots;
    this.requests = requests;
    this.network = network;
  }

  /** The number of tests that answered "not yet" although they succeeded in the recorded run. */
  long answers() {
    return answers;
  }

  /**
   * Expects the requests that a test completed in the recorded run, except sends that have not ended:
   * they become late. Or those of a wait, and late ones, which end with it at the latest.
   *
   * @param at position of the {@link Op#EXPECT} that lists them
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

  /** Whether a request is a send. The request of a collective has no message's costs. */
  private boolean isSend(int request) {
    return (request & 3) == RequestCalls.SENDER && slots.cost(request >> 2) != Slots.NONE;
  }

  /** Whether a request ended by the rank's own time, on all lanes. */
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

  /** Makes a request late that the rank expects. */
  private void leave(int rank, int request) {
    if (slots.state(request >> 2) != Slots.ARRIVED) {
      waits.forgo(rank);
      requests.setWaiting(request, Slots.NONE);
    }
    add(rank, request);
  }

  /** Adds a late request that no call waits for yet. */
  private void add(int rank, int request) {
    late.computeIfAbsent(rank, r -> new IntArrayList()).add(request);
  }

  /** Adds late requests to those that a call waits for. Sends that have ended are taken at once. */
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
   * Wakes the lowest rank that is stopped in a test, or waits for late requests alone. Called
   * when no rank can continue.
   *
   * @return false if there is no such rank
   */
  boolean goOn() {
    for (var calls = blocked.int2ObjectEntrySet().iterator(); calls.hasNext(); ) {
      var next = calls.next();
      int rank = next.getIntKey();
      int needed = next.getValue().needed();
      if (!waits.isBlocked(rank) || ranks.next(rank) != next.getValue().place()) {
        calls.remove();
      } else if (needed == COUNTED
          || IntStream.range(0, needed).allMatch(i -> isOver(waits.expected(rank, i)))) {
        calls.remove();
        goOn(rank, needed);
        return true;
      }
    }
    return false;
  }

  private void goOn(int rank, int needed) {
    if (needed == COUNTED) {
      toldNotYet.add(rank);
    } else {
      for (int i = needed; i < waits.count(rank); i++) {
        leave(rank, waits.expected(rank, i));
      }
      waits.keep(rank, needed);
    }
    answers += needed > 0 ? 0 : 1;
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
   * Completes requests that have ended.
   *
   * @param at position of the {@link Op#COMPLETE} that lists them
   * @return whether the rank continues; if not, call this again when one of the requests has ended
   */
  boolean complete(int rank, int at) {
    boolean tests = code[at + 2] == 1;
    first = at + 5;
    listed = code[at + 4];
    gather(rank);
    expectNothing(rank);
    boolean counted = tests && code[at + 3] != Op.ONE_MORE;
    int complete =
        code[at + 3] == Op.ONE_MORE ? Math.min(listed, listed - found.size() + 1) : code[at + 3];
    if (counted && toldNotYet.remove(rank)) {
      leave(rank, false, complete);
      return true;
    }
    boolean enough = switch (code[at + 1]) {
      case Op.UNTIL -> takeUntil(rank, complete);
      case Op.SOME -> takeOver(rank) || found.isEmpty();
      default -> found.intStream().allMatch(this::isOver) && takeOver(rank);
    };
    if (enough || (counted ? leave(rank, true, complete) : tests)) {
      return true;
    }
    await(rank);
    if (counted) {
      blocks(rank, at, COUNTED);
    }
    return false;
  }

  /**
   * Completes requests in the order of their ends, until enough of the listed ones are complete.
   * Returns false if there are too few.
   */
  private boolean takeUntil(int rank, int complete) {
    while (listed - found.size() < complete) {
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
    int missing = complete - (listed - found.size());
    int[] open = IntStream.range(0, found.size())
        .filter(i -> !sends || isSend(found.getInt(i)))
        .limit(Math.max(0, missing))
        .toArray();
    if (open.length == missing) {
      IntStream.of(open).forEach(i -> add(rank, requests.takeOut(rank, offsets.getInt(i))));
    }
    return open.length == missing;
  }

  /**
   * Lists the requests that the call names. Null and inactive requests are no reason to wait, and
   * repeated ones count once.
   */
  private void gather(int rank) {
    offsets.clear();
    found.clear();
    for (int at = first; at < first + listed; at++) {
      int request = requests.inProgress(rank, code[at]);
      if (request != Slots.NONE && !found.contains(request)) {
        offsets.add(code[at]);
        found.add(request);
      }
    }
  }

  private boolean isOver(int request) {
    return slots.state(request >> 2) == Slots.ARRIVED;
  }

  /** When a request ended. A receive does not end before it was posted. */
  private long end(int request) {
    int slot = request >> 2;
    long picos = slots.since().first(slot);
    return (request & 3) == RequestCalls.RECEIVER
        ? Math.max(picos, network.postedPicos(slot))
        : picos;
  }

  private boolean takeFirst(int rank) {
    int earliest = Slots.NONE;
    for (int i = 0; i < found.size(); i++) {
      if (isOver(found.getInt(i))
          && (earliest == Slots.NONE || end(found.getInt(i)) < end(found.getInt(earliest)))) {
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
    for (int i = 0; i < found.size(); i++) {
      if (isOver(found.getInt(i))) {
        take(rank, i);
        taken = true;
      }
    }
    return taken;
  }

  private void take(int rank, int i) {
    requests.expect(rank, requests.takeOut(rank, offsets.getInt(i)));
    requests.absorb(rank);
  }

  /** Blocks the rank until the first of its requests ends. */
  private void await(int rank) {
    found.forEach(request -> requests.setWaiting(request, rank));
    waits.blockUntilFirst(rank);
  }

  private void expectNothing(int rank) {
    waits.forgoAll(rank);
    found.forEach(request -> {
      if (slots.waitingReceiver(request >> 2) == rank
          || slots.waitingSender(request >> 2) == rank) {
        requests.setWaiting(request, Slots.NONE);
      }
    });
  }
}
