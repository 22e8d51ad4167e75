package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the messages of one rank in one collective, and emits their instructions. Where they
 * repeat, and only the distance of their partners grows, they become a loop of steps. Other messages
 * with the same partner and costs share an entry. One thread.
 */
final class RolledMessages {
  private static final int NONE = -1;

  /** Longest body of a loop: a receive, a send, a wait, and work. */
  private static final int LONGEST_BODY = 4;

  private static final int RECEIVE = 0;
  private static final int SEND = 1;
  private static final int AWAIT = 2;
  private static final int COPY = 3;

  private final CollectiveArguments call;
  private final int rank;
  private final int local;
  private final int size;
  private final ChannelNumbers channels;
  private final CodeBuffer code;
  private final AddressTable addresses;
  private final StepTable steps;

  /** Fewest iterations of a loop, see {@link Demands#loopsFrom}. */
  private final int loopsFrom;

  private final int context;

  /**
   * What to emit.
   *
   * @param peer the partner, or the row of work
   */
  private record Item(int kind, int peer, long bytes, int cost, int protocol) {}

  private final List<Item> items = new ArrayList<>();
  private final Int2IntOpenHashMap receives = new Int2IntOpenHashMap();
  private final Long2IntOpenHashMap sends = new Long2IntOpenHashMap();

  /** By place in the body of a loop: whether distances grow evenly around, and in bits. */
  private final boolean[] around = new boolean[LONGEST_BODY];

  private final boolean[] inBits = new boolean[LONGEST_BODY];

  /** For each length of a body, an item before which no sufficiently long run begins. */
  private final int[] hopeless = new int[LONGEST_BODY];

  RolledMessages(CollectiveArguments call, ExecutedCall place, ProgramDraft draft, int loopsFrom) {
    this.call = call;
    this.rank = place.rank();
    this.local = call.rank();
    this.size = call.size();
    this.channels = draft.channels;
    this.code = draft.code;
    this.addresses = draft.addresses;
    this.steps = draft.steps;
    this.loopsFrom = loopsFrom;
    context = 2 * call.communicator() + 1;
    receives.defaultReturnValue(NONE);
    sends.defaultReturnValue(NONE);
  }

  void receive(int peer) {
    items.add(new Item(RECEIVE, peer, 0, 0, 0));
  }

  void send(int peer, long bytes, int cost, int protocol) {
    items.add(new Item(SEND, peer, bytes, cost, protocol));
  }

  void await() {
    items.add(new Item(AWAIT, 0, 0, 0, 0));
  }

  void copy(int row) {
    items.add(new Item(COPY, row, 0, 0, 0));
  }

  /** Emits the collected messages. Repetitions become loops. */
  void emit() {
    int at = 0;
    while (at < items.size()) {
      int length = body(at);
      if (length == 0) {
        single(at++);
      } else {
        at += loop(at, length);
      }
    }
    clear();
  }

  /** Emits the collected messages as the body of a loop. Loops do not nest. */
  void emitBody() {
    for (int at = 0; at < items.size(); at++) {
      single(at);
    }
    clear();
  }

  private void clear() {
    Arrays.fill(hopeless, 0);
    items.clear();
  }

  /** Length of the body that repeats often enough from an item on; 0 if none does. */
  private int body(int from) {
    for (int length = 1; length <= LONGEST_BODY; length++) {
      if (from < hopeless[length - 1] || (items.size() - from) / length < loopsFrom) {
        continue;
      }
      int times = times(from, length);
      if (times >= loopsFrom) {
        return length;
      }
      // the same items end each run that begins before, so nothing is looked at many times
      hopeless[length - 1] = from + (times - 2) * length + 1;
    }
    return 0;
  }

  /** The number of repetitions of the next items, for a body of the given length. */
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

  /** Whether an item continues the loop in which another has its place before. */
  private boolean continues(int place, int before, int at, int times) {
    Item item = items.get(at);
    Item last = items.get(before);
    if (item.kind == AWAIT || item.kind == COPY) {
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
    around[place] &= around(at) - around(before) == around(before) - around(earlier);
    inBits[place] &= inBits(at) - inBits(before) == inBits(before) - inBits(earlier);
    return around[place] || inBits[place];
  }

  private int around(int at) {
    return Math.floorMod(items.get(at).peer - local, size);
  }

  private int inBits(int at) {
    return items.get(at).peer ^ local;
  }

  /** Emits a loop. Returns the number of items that the loop replaces. */
  private int loop(int from, int length) {
    int times = times(from, length);
    code.add(Op.REPEAT, times);
    int body = code.position();
    for (int place = 0; place < length; place++) {
      int at = from + place;
      int growth = growth(at, at + length, place);
      if (growth == 0) {
        single(at);
      } else {
        step(at, inBits[place], growth, times);
      }
    }
    code.add(Op.AGAIN, code.position() - body);
    return length * times;
  }

  /** The distance by which an item's partner moves in each iteration; 0 without a partner. */
  private int growth(int at, int next, int place) {
    if (items.get(at).kind == AWAIT || items.get(at).kind == COPY) {
      return 0;
    }
    return inBits[place] ? inBits(next) - inBits(at) : around(next) - around(at);
  }

  private void step(int at, boolean bits, int growth, int times) {
    int step = steps.of(new StepTable.Step(
        call.communicator(),
        channels.stream(context, 0),
        bits,
        size,
        bits ? inBits(at) : around(at),
        growth,
        items.get(at).bytes,
        times));
    if (items.get(at).kind == RECEIVE) {
      code.add(Op.RECEIVE_STEP, addresses.add(local), step);
    } else {
      int walk = steps.walk(rank, step);
      code.add(Op.SEND_STEP, addresses.add(local, walk), step, items.get(at).protocol);
    }
  }

  private void single(int at) {
    switch (items.get(at).kind) {
      case RECEIVE -> receiveAt(at);
      case SEND -> sendAt(at);
      case AWAIT -> code.add(Op.AWAIT);
      default -> code.add(Op.COPY, items.get(at).peer);
    }
  }

  private void receiveAt(int at) {
    int channel = channels.of(call.worldRank(items.get(at).peer), rank, context, 0);
    int address = receives.get(channel);
    if (address == NONE) {
      address = addresses.add(channel);
      receives.put(channel, address);
    }
    code.add(Op.RECEIVE, address, Op.EXPECTED, Op.PART);
  }

  private void sendAt(int at) {
    int channel = channels.of(rank, call.worldRank(items.get(at).peer), context, 0);
    int cost = items.get(at).cost;
    long key = (long) channel << 32 | cost;
    int address = sends.get(key);
    if (address == NONE) {
      address = addresses.add(channel, cost);
      sends.put(key, address);
    }
    code.add(Op.SEND, address, Op.EXPECTED, items.get(at).protocol, Op.PART);
  }
}
