package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.HalfDuplex;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.RequestRing;
import java.util.Arrays;

/**
 * Where each rank stands in its program, and its clock; one column a field. Loop depth {@code d} of rank {@code r} is at
 * {@code r * frames + d}. One thread.
 */
final class Ranks {
  static final int NONE = -1;

  /** With more messages than these in mailboxes a rank that has ended an iteration rests, so that others keep up. */
  static final int FEW_AHEAD = 2;

  final int count;
  final int lanes;

  /** The next instruction. */
  int[] at;

  /** Open loops; by loop: the loop itself, iterations left with this one, and bodies executed at that depth. */
  int[] depth;

  final int frames;
  final int[] loop;
  final long[] left;
  final long[] ordinal;

  /** The last event, as far as later computation depends on it. */
  final int[] previous;

  /** Own time, and what of it sending and receiving has cost the rank itself; ps. */
  final LaneTimes clock;

  final LaneTimes overhead;

  /** The ends of the gaps after the last send and the last reception, ps; null where there are no gaps. */
  final LaneTimes nextSend;

  final LaneTimes nextReceive;

  /** Null where each direction of an interface has a bandwidth of its own. */
  final HalfDuplex interfaces;

  /** Of the last collective: where its ranks meet, and its number there. */
  int[] meeting;

  long[] collective;

  /** When the call under way began, and what had been paid for messages until then; ps. */
  final LaneTimes callStart;

  final LaneTimes overheadStart;

  /** The requests that the program can name. */
  final RequestRing[] rings;

  /** The persistent ones among them once more. */
  final RequestRing[] persistent;

  /** The requests that the call under way waits for, and how many of them are not over. */
  int[][] expected;

  int[] expectedCount;
  int[] pending;

  /** Stands still until nothing is pending. */
  boolean[] blocked;

  /** Messages that it has sent and nobody has received. */
  final int[] undelivered;

  final RankQueue ready;

  /** Those that stand at the end of an iteration, until all have come to such a place or wait. */
  final RankQueue parked;

  /** Messages that it has sent to mailboxes and that have not found their receives. */
  final int[] ahead;

  /** Those that could go on but are far ahead of who receives from them, or stand at an iteration's end until it is their turn. */
  final RankSet resting;

  int finished;

  /**
   * @param contended whether messages wait for links instead, the interfaces' among them
   */
  Ranks(LaneProgram program, boolean contended) {
    Programs programs = program.programs();
    count = programs.ranks();
    lanes = program.lanes();
    at = program.starts().clone();
    depth = new int[count];
    frames = 1 + programs.depth();
    loop = new int[count * frames];
    left = new long[count * frames];
    ordinal = new long[count * frames];
    previous = new int[count];
    Arrays.fill(previous, NONE);
    clock = new LaneTimes(count, lanes);
    overhead = new LaneTimes(count, lanes);
    boolean gapless = program.costs().gapless();
    nextSend = gapless ? null : new LaneTimes(count, lanes);
    nextReceive = gapless ? null : new LaneTimes(count, lanes);
    interfaces = program.costs().halfDuplex() && !contended ? new HalfDuplex(count * lanes) : null;
    meeting = new int[count];
    collective = new long[count];
    callStart = new LaneTimes(count, lanes);
    overheadStart = new LaneTimes(count, lanes);
    rings = new RequestRing[count];
    int ring = programs.trace().header().requestRing();
    Arrays.setAll(rings, rank -> new RequestRing(ring));
    persistent = new RequestRing[count];
    Arrays.setAll(persistent, rank -> new RequestRing(ring));
    expected = new int[count][];
    expectedCount = new int[count];
    pending = new int[count];
    blocked = new boolean[count];
    undelivered = new int[count];
    ready = new RankQueue(count);
    parked = new RankQueue(count);
    ahead = new int[count];
    resting = new RankSet(count);
  }

  /** Makes room for so many rows in all columns that a {@link Strands strand} has too. */
  void reach(int rows) {
    at = Arrays.copyOf(at, rows);
    depth = Arrays.copyOf(depth, rows);
    clock.reach(rows);
    overhead.reach(rows);
    if (nextSend != null) {
      nextSend.reach(rows);
      nextReceive.reach(rows);
    }
    if (interfaces != null) {
      interfaces.reach(rows * lanes);
    }
    meeting = Arrays.copyOf(meeting, rows);
    collective = Arrays.copyOf(collective, rows);
    expected = Arrays.copyOf(expected, rows);
    expectedCount = Arrays.copyOf(expectedCount, rows);
    pending = Arrays.copyOf(pending, rows);
    blocked = Arrays.copyOf(blocked, rows);
  }

  /** A request by its offset: how many the rank made since, itself included; negative among its persistent ones. */
  int request(int rank, int offset) {
    return offset > 0 ? rings[rank].get(offset) : persistent[rank].get(-offset);
  }

  /** Notes where a rank stops. */
  void stop(int rank, int pc, int frame) {
    at[rank] = pc;
    depth[rank] = frame - rank * frames;
  }

  /** A message to a mailbox has found its receive: its sender need not rest any longer if few others are left. */
  void taken(int sender) {
    if (--ahead[sender] <= FEW_AHEAD && resting.contains(sender)) {
      resting.remove(sender);
      ready.add(sender);
    }
  }

  /** One of the things that a rank waits for is over. */
  void wake(int rank) {
    if (--pending[rank] == 0 && blocked[rank]) {
      blocked[rank] = false;
      ready.add(rank);
    }
  }

  /** Whether a rank's clock has passed all times that there can be, on any lane. */
  boolean isBeyondMeasure(int rank) {
    if (lanes == 1) {
      return clock.first(rank) < 0 || clock.first(rank) > Picos.MAX;
    }
    long beyond = 0;
    for (long now : clock.row(rank)) {
      beyond |= now | Picos.MAX - now;
    }
    return beyond < 0;
  }

  /** The rank whose clock is the last on the first lane; of several the first. */
  int last() {
    int last = 0;
    for (int rank = 1; rank < count; rank++) {
      if (clock.first(rank) > clock.first(last)) {
        last = rank;
      }
    }
    return last;
  }
}
