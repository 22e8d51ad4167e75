package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.imports.internal.TextLines;
import io.github.tracecast.imports.internal.scalatrace.RawEvent.RawHistogram;
import io.github.tracecast.imports.internal.scalatrace.RawEvent.RawLoop;
import io.github.tracecast.imports.internal.scalatrace.RawEvent.RawStat;
import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.times.Bin;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Splits a file of ScalaTrace 2 into blocks. It checks form and ranges, but does not interpret
 * values. Each instance reads one file, in one thread.
 */
final class ScalaTraceReader {
  /**
   * The distance by which a mean may lie outside its bounds. The recorder rounds to two decimals,
   * so the last digit may differ.
   */
  private static final double ROUNDING = 0.011;

  private final String file;
  private final TextLines lines;
  private final ScalaTraceRankList rankLists = new ScalaTraceRankList();
  private final List<RawEvent> events = new ArrayList<>();

  /** The block that is being read; null between blocks. */
  private @Nullable Block block;

  ScalaTraceReader(TextLines lines, String file) {
    this.lines = lines;
    this.file = file;
  }

  private final class Block {
    final Place place = lines.place();
    final RankList ranks;
    final List<RawStat> stats = new ArrayList<>();
    final List<RawLoop> loops = new ArrayList<>();
    final TreeMap<Integer, ValuesByGroup> parameters = new TreeMap<>();
    int opcode = -1;
    String signature = "";

    Block(RankList ranks) {
      this.ranks = ranks;
    }
  }

  List<RawEvent> read() {
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank()) {
        endBlock();
      } else {
        readLine(line);
      }
    }
    if (block != null) {
      throw lines.fault(
          "the end of the file within an event",
          "an empty line after the last event; the file is probably incomplete");
    }
    if (events.isEmpty()) {
      throw new Place(file, Math.max(1, lines.number()))
          .fault("no event", "blocks that start with \"RANKS:\"");
    }
    return events;
  }

  private void endBlock() {
    if (block == null) {
      return;
    }
    if (block.opcode < 0) {
      throw lines.fault(
          "the end of a block without an EVENT line",
          "\"EVENT<number>: <opcode> <signature>\" after RANKS");
    }
    events.add(new RawEvent(
        block.place,
        block.opcode,
        block.signature,
        block.ranks,
        List.copyOf(block.stats),
        List.copyOf(block.loops),
        block.parameters));
    block = null;
  }

  private void readLine(String line) {
    int space = line.indexOf(' ');
    String kind = space < 0 ? line : line.substring(0, space);
    Scanner in = new Scanner(lines.place(), line, kind.length());
    if (kind.equals("RANKS:")) {
      if (block != null) {
        throw in.error("a second RANKS line in one block", "an empty line between events");
      }
      block = new Block(rankLists.read(in));
      in.expectEnd();
      return;
    }
    if (block == null) {
      throw notExpected(line, "\"RANKS:\" at the start of a block");
    }
    if (kind.startsWith("EVENT")) {
      readEvent(block, in);
    } else if (block.opcode < 0) {
      throw notExpected(line, "\"EVENT<number>: <opcode> <signature>\" after RANKS");
    } else if (kind.equals("COMP") || kind.equals("COMM")) {
      readStat(block, in, kind.equals("COMM"));
    } else if (kind.startsWith("LOOP") && kind.endsWith(":")) {
      readLoop(block, in);
    } else {
      readParameter(block, in, kind);
    }
  }

  private TraceException notExpected(String line, String expected) {
    Scanner whole = new Scanner(lines.place(), line, 0);
    return whole.error(whole.rest(), expected);
  }

  private static void readEvent(Block block, Scanner in) {
    if (block.opcode >= 0) {
      throw in.error("a second EVENT line in one block", "an empty line between events");
    }
    block.opcode = (int) in.integer("opcode", 0, Integer.MAX_VALUE);
    block.signature = in.word();
    in.expectEnd();
  }

  private void readStat(Block block, Scanner in, boolean inside) {
    String name = in.word();
    int dash = name.indexOf('-');
    int tag = hexadecimal(in, dash < 0 ? name : name.substring(0, dash));
    String predecessor = in.peek() == '(' ? "" : in.word();
    RawHistogram values = readHistogram(in);
    in.expectEnd();
    block.stats.add(new RawStat(in.place(), inside, tag, predecessor, values));
  }

  /**
   * Reads {@code (n mean minRank min maxRank max){start min mean max end count}...} and returns the
   * bins that have values.
   */
  private RawHistogram readHistogram(Scanner in) {
    in.expect('(');
    in.integer("number of samples", 0, Long.MAX_VALUE);
    in.decimal("average");
    double minRank = in.decimal("rank of the minimum");
    in.decimal("minimum");
    double maxRank = in.decimal("rank of the maximum");
    in.decimal("maximum");
    in.expect(')');
    List<Bin> bins = new ArrayList<>();
    if (in.peek() != '{') {
      throw in.error(in.rest(), "the histogram's bins, \"{start min average max end count}\"");
    }
    while (in.peek() == '{') {
      in.expect('{');
      double lower = in.decimal("start of a bin");
      double min = in.decimal("minimum of a bin");
      double mean = in.decimal("average of a bin");
      double max = in.decimal("maximum of a bin");
      double upper = in.decimal("end of a bin");
      long count = in.integer("count of a bin", 0, Integer.MAX_VALUE);
      in.expect('}');
      if (!bins.isEmpty() && lower < bins.getLast().lower()) {
        throw in.error(
            "bin from " + lower + " after bin from " + bins.getLast().lower(),
            "bins in ascending order");
      }
      if (count > 0) {
        bins.add(bin(in, lower, upper, count, min, mean, max));
      }
    }
    return new RawHistogram(minRank, maxRank, bins);
  }

  private static Bin bin(
      Scanner in, double lower, double upper, long count, double min, double mean, double max) {
    if (!(lower <= upper && min <= max && mean >= min - ROUNDING && mean <= max + ROUNDING)) {
      throw in.error(
          "bin " + lower + " " + min + " " + mean + " " + max + " " + upper,
          "start <= end and minimum <= average <= maximum");
    }
    return new Bin(lower, upper, count, min, Math.clamp(mean, min, max), max);
  }

  private void readLoop(Block block, Scanner in) {
    in.expect("iter:");
    ValuesByGroup iterations = readGroups(in);
    in.expect("mem:");
    ValuesByGroup members = readGroups(in);
    in.expectEnd();
    block.loops.add(new RawLoop(in.place(), block.loops.size(), iterations, members));
  }

  private ValuesByGroup readGroups(Scanner in) {
    if (in.peek() != '(') {
      throw in.error(in.rest(), "\"( values )[ ranks ]\"");
    }
    ValuesByGroup groups = new ValuesByGroup();
    while (in.peek() == '(') {
      groups.add(readGroup(in));
    }
    return groups;
  }

  private Group readGroup(Scanner in) {
    in.expect('(');
    long[] numbers = in.integers("value", ')');
    in.expect(')');
    in.expect('[');
    RankList ranks = rankLists.read(in);
    in.expect(']');
    return new Group(in.place(), ranks, numbers, false);
  }

  private void readParameter(Block block, Scanner in, String kind) {
    int tag = hexadecimal(in, kind);
    ValuesByGroup values = block.parameters.computeIfAbsent(tag, t -> new ValuesByGroup());
    if (in.holds('{')) {
      values.add(average(block, in));
    } else if (in.peek() == '(') {
      values.add(readGroup(in));
    } else {
      values.add(new Group(in.place(), block.ranks, in.integers("value", (char) 0), false));
    }
    in.expectEnd();
  }

  /** Reads a histogram of values, which a lossy recorder writes instead of the values. */
  private Group average(Block block, Scanner in) {
    double sum = 0;
    double count = 0;
    for (Bin bin : readHistogram(in).bins()) {
      sum += bin.mean() * bin.count();
      count += bin.count();
    }
    if (count == 0) {
      throw in.error("a histogram without values", "at least one bin with a count");
    }
    return new Group(in.place(), block.ranks, new long[] {Math.round(sum / count)}, true);
  }

  private static int hexadecimal(Scanner in, String word) {
    try {
      if (word.length() <= 4) {
        return Integer.parseUnsignedInt(word, 16);
      }
    } catch (NumberFormatException e) {
      // the error is thrown below
    }
    throw in.error(
        "line of kind \"" + (word.length() > 20 ? word.substring(0, 20) + "..." : word) + "\"",
        "RANKS, EVENT, COMP, COMM, LOOP or a parameter's hexadecimal tag");
  }
}
