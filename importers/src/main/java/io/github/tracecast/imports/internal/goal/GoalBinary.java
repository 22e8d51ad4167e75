package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.FileBytes;
import io.github.tracecast.trace.RankList;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads a schedule that {@code txt2bin} wrote, in little-endian order. The file has a magic number,
 * the number of ranks, the highest processor and interface, and the start and end of each rank.
 * Then follow the operations of each rank with lists of the operations that depend on them. Memory
 * is O(operations of one rank). Each instance is used once.
 */
final class GoalBinary implements GoalSchedule {
  static final long MAGIC = 4223;

  /** The number that LogGOPSim writes over the magic number after it has consumed the file. */
  static final long USED_UP = 2342;

  private static final long MOST_SIZE = 1L << 53;

  private final FileBytes bytes;
  private final LongConsumer progress;
  private final RankSchedule rank = new RankSchedule();
  private int ranks;
  private int[] dependents = new int[64];

  GoalBinary(InputStream in, String file, LongConsumer progress) {
    this.bytes = new FileBytes(in, file, 0, Long.MAX_VALUE);
    this.progress = progress;
  }

  private int i32() throws IOException {
    return Integer.reverseBytes(bytes.i32());
  }

  private long i64() throws IOException {
    return Long.reverseBytes(bytes.i64());
  }

  @Override
  public int ranks() throws IOException {
    if (i64() == USED_UP) {
      throw bytes.fault(
          0, "a schedule that a simulation has consumed", "a file written anew by txt2bin");
    }
    ranks = i32();
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw bytes.fault(8, ranks + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    bytes.u16();
    return ranks;
  }

  @Override
  public void read(Compressor compressor) throws IOException {
    long[] starts = new long[Math.min(ranks, 1 << 10)];
    for (int i = 0; i < ranks; i++) {
      if (i == starts.length) {
        starts = Arrays.copyOf(starts, Math.min(ranks, 2 * i));
      }
      starts[i] = i64() + 8;
      i64();
    }
    long operations = 0;
    for (int number = 0; number < ranks; number++) {
      long offset = bytes.offset();
      if (starts[number] != offset) {
        throw bytes.fault(
            14 + 16L * number,
            "rank " + number + " at offset " + starts[number],
            "it at " + offset + ", after the previous rank");
      }
      readRank();
      rank.close();
      int rankNumber = number;
      new GoalOrder(
              rank,
              new GoalTask(compressor.task(number), rank),
              op -> bytes.place(offset) + ": rank " + rankNumber + ": operation " + op)
          .run();
      compressor.finish(number);
      operations += rank.count();
      progress.accept(operations);
    }
  }

  private void readRank() throws IOException {
    rank.clear();
    long at = bytes.offset();
    int count = i32();
    int roots = i32();
    if (count < 0 || roots < 0 || roots > count) {
      throw bytes.fault(
          at,
          count + " operations, " + roots + " of them first",
          "no more first ones than operations");
    }
    for (int i = 0; i < roots; i++) {
      i32();
    }
    int edges = 0;
    dependents = dependents.length > 1 << 20 ? new int[64] : dependents;
    for (int op = 0; op < count; op++) {
      edges = readOperation(op, edges);
    }
    for (int op = 0; op < count; op++) {
      for (int onStart = 0; onStart < 2; onStart++) {
        for (int i = dependents[2 * op + onStart]; i > 0; i--) {
          long here = bytes.offset();
          int later = i32();
          if (later < 0 || later >= count) {
            throw bytes.fault(here, "operation " + later, "0 to " + (count - 1));
          }
          rank.depends(later, op, onStart == 1);
        }
      }
    }
  }

  /**
   * Reads an operation. Returns the number of entries that the lists of dependent operations have
   * so far.
   */
  private int readOperation(int op, int edges) throws IOException {
    long at = bytes.offset();
    i32();
    byte kind = (byte) bytes.octet();
    int peer = i32();
    long size = i64();
    int tag = i32();
    int cpu = bytes.octet();
    bytes.octet();
    int after = i32();
    int firstAfter = i32();
    int afterStart = i32();
    int firstAfterStart = i32();
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
          at + 23, "lists of dependent operations out of order", "them one after the other");
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
