package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.FileBytes;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the operations of one rank in a binary schedule. Each instance is used once. Not
 * thread-safe.
 */
final class GoalRankBinary {
  private static final long MOST_SIZE = 1L << 53;

  private final FileBytes bytes;
  private final int ranks;
  private final RankSchedule rank = new RankSchedule();
  private int[] dependents = new int[64];

  /** @param bytes the schedule from the rank's start on */
  GoalRankBinary(FileBytes bytes, int ranks) {
    this.bytes = bytes;
    this.ranks = ranks;
  }

  /** Reads the operations and passes them on in an order in which a process can execute them. */
  void read(int number, EventSink sink) throws IOException {
    long at = bytes.offset();
    readOperations(at);
    rank.close();
    new GoalOrder(
            rank,
            new GoalTask(sink, rank),
            op -> bytes.place(at) + ": rank " + number + ": operation " + op)
        .run();
  }

  private void readOperations(long at) throws IOException {
    int count = bytes.i32();
    int roots = bytes.i32();
    if (count < 0 || roots < 0 || roots > count) {
      throw bytes.fault(
          at,
          roots + " first operations among " + count + " operations",
          "at most " + count + " first operations");
    }
    for (int i = 0; i < roots; i++) {
      bytes.i32();
    }
    int edges = 0;
    for (int op = 0; op < count; op++) {
      edges = readOperation(op, edges);
    }
    for (int op = 0; op < count; op++) {
      for (int onStart = 0; onStart < 2; onStart++) {
        for (int i = dependents[2 * op + onStart]; i > 0; i--) {
          long here = bytes.offset();
          int later = bytes.i32();
          if (later < 0 || later >= count) {
            throw bytes.fault(here, "operation " + later, "0 to " + (count - 1));
          }
          rank.depends(later, op, onStart == 1);
        }
      }
    }
  }

  /**
   * Reads an operation. Returns the number of entries so far in all lists of dependent operations.
   */
  private int readOperation(int op, int edges) throws IOException {
    long at = bytes.offset();
    bytes.i32();
    byte kind = (byte) bytes.octet();
    int peer = bytes.i32();
    long size = bytes.i64();
    int tag = bytes.i32();
    int cpu = bytes.octet();
    bytes.octet();
    int after = bytes.i32();
    int firstAfter = bytes.i32();
    int afterStart = bytes.i32();
    int firstAfterStart = bytes.i32();
    if (kind < RankSchedule.SEND || kind > RankSchedule.CALCULATE) {
      throw bytes.fault(at + 4, "operation " + kind, "1 (send), 2 (receive) or 3 (calculate)");
    }
    boolean any = kind == RankSchedule.RECEIVE && peer == RankSchedule.ANY;
    if (kind != RankSchedule.CALCULATE && !any && (peer < 0 || peer >= ranks)) {
      throw bytes.fault(at + 5, "rank " + peer, "0 to " + (ranks - 1));
    }
    if (size < 0 || size > MOST_SIZE) {
      throw bytes.fault(at + 9, "size " + size, "0 to " + MOST_SIZE);
    }
    if (tag < 0 && (tag != RankSchedule.ANY || kind == RankSchedule.SEND)) {
      throw bytes.fault(at + 17, "tag " + (tag & 0xffffffffL), "0 to " + Integer.MAX_VALUE);
    }
    boolean listed = (after == 0 || firstAfter == edges)
        && (afterStart == 0 || firstAfterStart == edges + after);
    if (after < 0
        || afterStart < 0
        || !listed
        || (long) edges + after + afterStart > Integer.MAX_VALUE) {
      throw bytes.fault(
          at + 23, "lists of dependent operations out of order", "the lists one after the other");
    }
    if (2 * op + 2 > dependents.length) {
      dependents = Arrays.copyOf(dependents, 2 * dependents.length);
    }
    dependents[2 * op] = after;
    dependents[2 * op + 1] = afterStart;
    rank.add(kind, kind == RankSchedule.CALCULATE ? 0 : peer, size, tag, cpu, op);
    return edges + after + afterStart;
  }
}
