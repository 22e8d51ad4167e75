package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.Compressor;
import io.github.tracecast.trace.RankList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/** Reads a schedule as text. Memory is O(operations of one rank). Each instance is used once. */
final class GoalText implements GoalSchedule {
  private static final int MOST_CPUS = 255;
  private static final long MOST_BYTES = 1L << 40;
  private static final long MOST_NANOSECONDS = 1L << 53;

  private final GoalWords words;
  private final LongConsumer progress;
  private final RankSchedule rank = new RankSchedule();
  private final Long2IntOpenHashMap numbered = new Long2IntOpenHashMap();
  private final Map<String, Integer> operationsByLabel = new HashMap<>();
  private long operations;
  private int ranks;

  GoalText(GoalWords words, LongConsumer progress) {
    this.words = words;
    this.progress = progress;
    numbered.defaultReturnValue(-1);
  }

  @Override
  public int ranks() throws IOException {
    words.expect("num_ranks");
    ranks = (int) words.number("the number of ranks", RankList.MAX_RANKS);
    if (ranks == 0) {
      throw words.fault("0 ranks", "at least 1");
    }
    return ranks;
  }

  @Override
  public void read(Compressor compressor) throws IOException {
    BitSet there = new BitSet(ranks);
    while (words.next()) {
      if (!words.is("rank")) {
        throw words.fault(words.found(), "\"rank\"");
      }
      int number = (int) words.number("a rank", ranks - 1);
      if (there.get(number)) {
        throw words.fault("rank " + number + " again", "each rank once");
      }
      there.set(number);
      words.expect("{");
      readRank();
      IntFunction<String> places = op -> words.place(rank.place(op));
      rank.close();
      new GoalOrder(rank, new GoalTask(compressor.task(number), rank), places).run();
      compressor.finish(number);
      operations += rank.count();
      progress.accept(operations);
    }
    if (there.cardinality() < ranks) {
      throw words.fault(
          "the end of the file without rank " + there.nextClearBit(0),
          "all ranks from 0 to " + (ranks - 1));
    }
  }

  private void readRank() throws IOException {
    rank.clear();
    numbered.clear();
    operationsByLabel.clear();
    for (words.require("an operation or }"); !words.is("}"); words.require("an operation or }")) {
      if (!operation(-1, "")) {
        labelled();
      }
    }
  }

  private void labelled() throws IOException {
    if (!words.isLabel()) {
      throw words.fault(words.found(), "send, recv, calc, a label or }");
    }
    long number = words.labelNumber();
    String name = number < 0 ? words.text() : "";
    words.require("a colon, requires or irequires");
    if (words.is(":")) {
      words.require("send, recv or calc");
      if (!operation(number, name)) {
        throw words.fault(words.found(), "send, recv or calc");
      }
      return;
    }
    boolean onStart = words.is("irequires");
    if (!onStart && !words.is("requires")) {
      throw words.fault(words.found(), "a colon, requires or irequires");
    }
    int later = labelled(number, name);
    words.require("a label");
    long otherNumber = words.labelNumber();
    int earlier = labelled(otherNumber, otherNumber < 0 ? words.text() : "");
    rank.depends(later, earlier, onStart);
  }

  private int labelled(long number, String name) {
    int op = number >= 0 ? numbered.get(number) : operationsByLabel.getOrDefault(name, -1);
    if (op < 0) {
      String label = number >= 0 ? "" + (char) (number >>> 40) + (number & (1L << 40) - 1) : name;
      throw words.fault(
          "label " + label + ", which no operation has", "the label of an earlier operation");
    }
    return op;
  }

  /**
   * Reads the operation that begins with the current word. Returns false if the word begins no
   * operation.
   */
  private boolean operation(long number, String name) throws IOException {
    int line = words.line();
    int op;
    if (words.is("calc")) {
      long nanoseconds = words.number("nanoseconds", MOST_NANOSECONDS);
      op = rest(RankSchedule.CALCULATE, 0, nanoseconds, line);
    } else if (words.is("send") || words.is("recv")) {
      boolean sends = words.is("send");
      long bytes = words.bytes(MOST_BYTES);
      words.expect(sends ? "to" : "from");
      int peer =
          sends ? (int) words.number("a rank", ranks - 1) : words.numberOrAny("a rank", ranks - 1);
      op = rest(sends ? RankSchedule.SEND : RankSchedule.RECEIVE, peer, bytes, line);
    } else {
      return false;
    }
    if (number >= 0) {
      numbered.put(number, op);
    } else if (!name.isEmpty()) {
      operationsByLabel.put(name, op);
    }
    return true;
  }

  /** Reads the optional tag, processor and interface. */
  private int rest(byte kind, int peer, long size, int line) throws IOException {
    int tag = 0;
    int cpu = 0;
    while (words.next()) {
      if (words.is("tag") && kind != RankSchedule.CALCULATE) {
        tag = words.numberOrAny("a tag", Integer.MAX_VALUE);
        if (tag == RankSchedule.ANY && kind == RankSchedule.SEND) {
          throw words.fault("any tag of a send", "a tag from 0 to " + Integer.MAX_VALUE);
        }
      } else if (words.is("cpu")) {
        cpu = (int) words.number("a processor", MOST_CPUS);
      } else if (words.is("nic")) {
        words.number("an interface", MOST_CPUS);
      } else {
        words.back();
        break;
      }
    }
    return rank.add(kind, peer, size, tag, cpu, line);
  }
}
