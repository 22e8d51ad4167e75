package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.calls.CollectiveArguments;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the messages of one rank in one collective, and emits their instructions. Repeated
 * messages that differ only in an evenly growing distance to their partners become a loop of {@link
 * CollectiveStep}s. Other messages with the same partner and costs share an entry. One thread.
 */
final class RolledMessages {
  private static final int NONE = -1;

  /** The largest number of items in an iteration of a loop: a receive, a send, a wait, and work. */
  private static final int LONGEST_BODY = 4;

  private final CollectiveArguments call;
  private final int rank;
  private final int local;
  private final int context;
  private final ProgramDraft draft;
  private final CodeBuffer code;

  /**
   * A collected message, wait or piece of work.
   *
   * @param kind an operation of {@link Op}
   * @param peer the partner of a message, or the row with the time of work
   * @param cost the row of the costs of a send
   */
  private record Item(int kind, int peer, long bytes, int cost, int protocol) {
    boolean isMessage() {
      return kind == Op.RECEIVE || kind == Op.SEND;
    }
  }

  private final List<Item> items = new ArrayList<>();

  /** The address of each entry of the draft; the key combines the entry's channel and cost. */
  private final Long2IntOpenHashMap known = new Long2IntOpenHashMap();

  /** For each item of an iteration, whether the partner's distance grows evenly: modulo the communicator's size, or as xor (inBits). */
  private final boolean[] around = new boolean[LONGEST_BODY];

  private final boolean[] inBits = new boolean[LONGEST_BODY];

  /** For each length of an iteration, the first item that may begin a repetition long enough for a loop. */
  private final int[] hopeless = new int[LONGEST_BODY];

  RolledMessages(CollectiveArguments call, int rank, ProgramDraft draft) {
    this.call = call;
    this.rank = rank;
    this.local = call.rank();
    this.context = 2 * call.communicator() + 1;
    this.draft = draft;
    this.code = draft.code;
    known.defaultReturnValue(NONE);
  }

  /** Collects an item without message costs, such as a wait. */
  void add(int kind, int peer) {
    add(kind, peer, 0, NONE, 0);
  }

  void add(int kind, int peer, long bytes, int cost, int protocol) {
    items.add(new Item(kind, peer, bytes, cost, protocol));
  }

  /** Emits the collected items, with repetitions as loops. */
  void emit() {
    int at = 0;
    while (at < items.size()) {
      int length = body(at);
      if (length == 0) {
        emit(items.get(at++));
      } else {
        at += loop(at, length);
      }
    }
    clear();
  }

  /** Emits the collected items without loops, as an iteration of an outer loop, because loops do not nest. */
  void emitBody() {
    items.forEach(this::emit);
    clear();
  }

  private void clear() {
    Arrays.fill(hopeless, 0);
    items.clear();
  }

  /** The length of the shortest sequence that starts at an item and repeats often enough to become a loop; 0 if there is none. */
  private int body(int from) {
    for (int length = 1; length <= LONGEST_BODY; length++) {
      if (from < hopeless[length - 1] || (items.size() - from) / length < draft.loopsFrom) {
        continue;
      }
      int times = times(from, length);
      if (times >= draft.loopsFrom) {
        return length;
      }
      // a repetition that begins at a later item ends where this repetition ends, so it is even
      // shorter
      hopeless[length - 1] = from + (times - 2) * length + 1;
    }
    return 0;
  }

  /** The number of times that the next {@code length} items repeat. */
  private int times(int from, int length) {
    int times = 1;
    while (true) {
      for (int place = 0; place < length; place++) {
        int at = from + times * length + place;
        if (at >= items.size() || !continues(place, at - length, at, times)) {
          return times;
        }
      }
      times++;
    }
  }

  /** Whether an item repeats the corresponding item of the previous iteration, at a distance that grows evenly. */
  private boolean continues(int place, int before, int at, int times) {
    Item item = items.get(at);
    Item last = items.get(before);
    if (!item.isMessage()) {
      return item.equals(last);
    }
    if (item.kind != last.kind || item.bytes != last.bytes || item.protocol != last.protocol) {
      return false;
    }
    if (times == 1) {
      around[place] = true;
      inBits[place] = true;
      return true;
    }
    int earlier = before - (at - before);
    around[place] &= growth(before, at, false) == growth(earlier, before, false);
    inBits[place] &= growth(before, at, true) == growth(earlier, before, true);
    return around[place] || inBits[place];
  }

  /** The distance to an item's partner, modulo the size of the communicator or as xor. */
  private int distance(int at, boolean bits) {
    int peer = items.get(at).peer;
    return bits ? peer ^ local : Math.floorMod(peer - local, call.size());
  }

  private int growth(int before, int at, boolean bits) {
    return distance(at, bits) - distance(before, bits);
  }

  /** Emits a loop for the items that start at index {@code from}. Returns the number of items that the loop replaces. */
  private int loop(int from, int length) {
    int times = times(from, length);
    int body = code.position();
    for (int place = 0; place < length; place++) {
      int at = from + place;
      boolean bits = inBits[place];
      boolean moves = items.get(at).isMessage() && growth(at, at + length, bits) != 0;
      if (moves) {
        step(at, bits, growth(at, at + length, bits), times);
      } else {
        emit(items.get(at));
      }
    }
    code.add(Op.AGAIN, code.position() - body, times);
    return length * times;
  }

  private void step(int at, boolean bits, int growth, int times) {
    Item item = items.get(at);
    int step = draft.steps.of(new CollectiveStep(
        call.communicator(),
        draft.channels.stream(context, 0),
        bits,
        call.size(),
        distance(at, bits),
        growth,
        item.bytes,
        times));
    if (item.kind == Op.RECEIVE) {
      code.add(Op.RECEIVE_STEP, draft.address(local), step);
    } else {
      int walk = draft.walks.of(rank, step);
      code.add(Op.SEND_STEP, draft.address(local, walk), step, item.protocol);
    }
  }

  private void emit(Item item) {
    switch (item.kind) {
      case Op.RECEIVE ->
        code.add(Op.RECEIVE, address(call.worldRank(item.peer), rank, NONE), Op.EXPECTED, Op.PART);
      case Op.SEND ->
        code.add(
            Op.SEND,
            address(rank, call.worldRank(item.peer), item.cost),
            Op.EXPECTED,
            item.protocol,
            Op.PART);
      case Op.AWAIT -> code.add(Op.AWAIT);
      default -> code.add(Op.COPY, item.peer);
    }
  }

  private int address(int source, int destination, int cost) {
    int channel = draft.channels.of(source, destination, context, 0);
    long key = (long) channel << 32 | cost & 0xFFFF_FFFFL;
    int address = known.get(key);
    if (address == NONE) {
      address = cost == NONE ? draft.address(channel) : draft.address(channel, cost);
      known.put(key, address);
    }
    return address;
  }
}
