package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.RequestRing;
import java.util.Arrays;

/**
 * Where each rank stands in its program, and its clock; one column a field. Lane {@code k} of rank {@code
 * r} is at {@code r * lanes + k}, loop depth {@code d} of it at {@code r * frames + d}. One thread.
 */
final class Ranks {
  static final int NONE = -1;

  final int count;
  final int lanes;

  /** The next instruction. */
  final int[] at;

  /** Open loops; by loop: the loop itself, iterations left with this one, and bodies executed at that depth. */
  final int[] depth;

  final int frames;
  final int[] loop;
  final long[] left;
  final long[] ordinal;

  /** The last event, as far as later computation depends on it. */
  final int[] previous;

  /** Own time, ps. */
  final long[] clock;

  /** When the call under way began, and what had been paid for messages until then; ps. */
  final long[] callStart;

  final long[] overheadStart;

  /** The requests that the program can name. */
  final RequestRing[] rings;

  /** The persistent ones among them once more. */
  final RequestRing[] persistent;

  /** The requests that the call under way waits for, and how many of them are not over. */
  final int[][] expected;

  final int[] expectedCount;
  final int[] pending;

  /** Stands still until nothing is pending. */
  final boolean[] blocked;

  /** Messages that it has sent and nobody has received. */
  final int[] undelivered;

  final RankQueue ready;

  /** Those that stand at the end of an iteration, until all have come to such a place or wait. */
  final RankQueue parked;

  int finished;

  Ranks(LaneProgram program) {
    Programs programs = program.programs();
    count = programs.ranks();
    lanes = program.lanes();
    at = program.starts().clone();
    depth = new int[count];
    int deepest = 0;
    for (int id = 0; id < programs.classCount(); id++) {
      deepest = Math.max(deepest, programs.program(id).depth());
    }
    frames = deepest + 1;
    loop = new int[count * frames];
    left = new long[count * frames];
    ordinal = new long[count * frames];
    previous = new int[count];
    Arrays.fill(previous, NONE);
    clock = new long[count * lanes];
    callStart = new long[count * lanes];
    overheadStart = new long[count * lanes];
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

  /** One of the things that a rank waits for is over. */
  void wake(int rank) {
    if (--pending[rank] == 0 && blocked[rank]) {
      blocked[rank] = false;
      ready.add(rank);
    }
  }

  /** The rank whose clock is the last on the first lane; of several the first. */
  int last() {
    int last = 0;
    for (int rank = 1; rank < count; rank++) {
      if (clock[rank * lanes] > clock[last * lanes]) {
        last = rank;
      }
    }
    return last;
  }
}
