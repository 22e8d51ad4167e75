package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.EventSink;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/** Reads the operations of ranks in a schedule's text, one rank after the other. Not thread-safe. */
final class GoalRankText {
  /** The number of lines after which their bytes are reported. */
  private static final int REPORT = 1 << 12;

  private static final int MOST_CPUS = 255;
  private static final long MOST_BYTES = 1L << 40;
  private static final long MOST_NANOSECONDS = 1L << 53;

  private final GoalWords words;
  private final int ranks;
  private final RankSchedule rank = new RankSchedule();
  private final Long2IntOpenHashMap numbered = new Long2IntOpenHashMap();
  private final Map<String, Integer> operationsByLabel = new HashMap<>();

  /** @param words the words of the schedule, after the brace that begins a rank's operations */
  GoalRankText(GoalWords words, int ranks) {
    this.words = words;
    this.ranks = ranks;
    numbered.defaultReturnValue(-1);
  }

  /**
   * Reads the operations up to the closing brace, and passes them on in an executable order.
   *
   * @param report receives how many bytes were read since its last call
   */
  void read(EventSink sink, LongConsumer report) throws IOException {
    rank.clear();
    numbered.clear();
    operationsByLabel.clear();
    readOperations(report);
    rank.close();
    IntFunction<String> places = op -> words.place(rank.place(op));
    new GoalOrder(rank, new GoalTask(sink, rank), places).run();
  }

  private void readOperations(LongConsumer report) throws IOException {
    long reported = words.offset();
    int taken = 0;
    for (words.require("an operation or }"); !words.is("}"); words.require("an operation or }")) {
      if (!operation(-1, "")) {
        labelled();
      }
      if (++taken % REPORT == 0) {
        report.accept(words.offset() - reported);
        reported = words.offset();
      }
    }
    report.accept(words.offset() - reported);
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
          throw words.fault("a send with any tag", "a tag from 0 to " + Integer.MAX_VALUE);
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
