package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.imports.internal.recording.LogDefinitions.Comm;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.recorder.RecorderConstants;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file with the programs of all ranks that were merged in MPI_Finalize. The file has a
 * magic text, the size of MPI_COMM_WORLD, the number of classes, and the classes. The ranks of a
 * class have programs of the same structure.
 *
 * <p>A class consists of, in this order: its ranks, as a number of sections, each with the distance
 * from the end of the previous section, the stride and the count; its structure, which consists of
 * definitions as in a log, a zero, and calls and loops without values; the numbers of values and of
 * times; the totals of times before and inside calls; the counted instructions and their
 * nanoseconds; the values and times in the order of the structure.
 *
 * <p>A value or time consists of pieces, each for some of the ranks. A piece has bytes, and unless
 * it is the only piece also a list of its ranks. A value has its bytes in two forms: absolute and
 * relative to the rank. Each form begins with 1 + its length; a zero replaces a form in which the
 * ranks of the piece differ. The first three values hold the communicators, the groups, and the
 * calls that the trace lacks.
 *
 * <p>Times begin with the number of positions in loops that can be distinguished. If a call has no
 * pieces, its times are summed up by groups of ranks ({@link ClassTimes}).
 */
final class MergedRecording {
  /**
   * The number of values that belong to a rank and not to a call: its communicators, groups and
   * lost calls.
   */
  private static final int OWN_VALUES = 3;

  private static final String MAGIC = RecorderConstants.text("TC_MERGED_MAGIC");

  private record Piece(byte @Nullable [] plain, byte @Nullable [] shifted) {}

  /**
   * @param ofRank the index of each rank's piece, by the index of the rank in its class; null if
   *     there is only one piece
   */
  private record Cell(List<Piece> pieces, int @Nullable [] ofRank) {
    Piece of(int place) {
      return pieces.get(ofRank == null ? 0 : ofRank[place]);
    }
  }

  private record RankClass(
      int[] ranks,
      LogDefinitions definitions,
      byte[] structure,
      Cell[] values,
      List<RankTimes> times,
      boolean grouped) {}

  /** The times of one call for each rank of a class. */
  private interface RankTimes {
    /** @param place the index of the rank in its class */
    FoldedTimes of(int place) throws IOException;
  }

  private final String name;
  private final double nanosPerInstruction;
  private final int size;
  private final RankClass[] classOf;
  private InstructionCount counted = InstructionCount.NONE;

  MergedRecording(Path file) throws IOException {
    this(file, 0);
  }

  /**
   * @param nanosPerInstruction above 0 if the times of computation are converted to instructions
   */
  MergedRecording(Path file, double nanosPerInstruction) throws IOException {
    this.nanosPerInstruction = nanosPerInstruction;
    name = file.toString();
    try (LogBytes log = new LogBytes(
        name, new BufferedInputStream(Files.newInputStream(file)), 0, Files.size(file))) {
      byte[] magic = log.bytes(MAGIC.length());
      if (!MAGIC.equals(new String(magic, StandardCharsets.ISO_8859_1))) {
        throw log.fault(
            "a recording of another recorder version", "a file that begins with " + MAGIC);
      }
      size = log.index("ranks:", RankList.MAX_RANKS + 1L);
      classOf = new RankClass[size];
      for (int left = log.count("classes:"); left > 0; left--) {
        RankClass one = readClass(log);
        for (int rank : one.ranks) {
          if (classOf[rank] != null) {
            throw log.fault("rank " + rank + " again", "each rank in one class");
          }
          classOf[rank] = one;
        }
      }
    }
  }

  int size() {
    return size;
  }

  /** Returns the sum of the instructions that the merged ranks counted. */
  InstructionCount counted() {
    return counted;
  }

  /** Returns the number of classes of ranks. */
  long classes() {
    return Arrays.stream(classOf).filter(one -> one != null).distinct().count();
  }

  /** Returns the classes whose times are summed up by groups of ranks. */
  List<RankList> groupedClasses() {
    return Arrays.stream(classOf)
        .filter(one -> one != null && one.grouped)
        .distinct()
        .map(one -> RankList.of(one.ranks))
        .toList();
  }

  /** Returns a reader without bytes, whose place is used for errors about values. */
  LogBytes origin() {
    return reading(new byte[0]);
  }

  boolean has(int rank) {
    return classOf[rank] != null;
  }

  /** Reads a list of at least one rank, in ascending order. */
  static int[] readRanks(LogBytes log, int size) throws IOException {
    int[] ranks = new int[0];
    long last = 0;
    for (int left = log.count("sections:"); left > 0; left--) {
      long first = last + log.index("rank", size);
      long stride = log.index("stride", size + 1L);
      int count = log.index("ranks:", size + 1L);
      last = first + stride * (count - 1L);
      if (count < 1
          || last >= size
          || (ranks.length > 0 && first <= ranks[ranks.length - 1])
          || (count > 1 && stride < 1)) {
        throw log.fault(
            "ranks " + first + " to " + last, "ascending ranks from 0 to " + (size - 1));
      }
      int before = ranks.length;
      ranks = Arrays.copyOf(ranks, before + count);
      for (int i = 0; i < count; i++) {
        ranks[before + i] = (int) (first + i * stride);
      }
    }
    if (ranks.length == 0) {
      throw log.fault("a class of no ranks", "at least one");
    }
    return ranks;
  }

  private RankClass readClass(LogBytes log) throws IOException {
    int[] ranks = readRanks(log, size);
    byte[] bytes = span(log);
    if (bytes == null) {
      throw log.fault("a class without a structure", "a structure for each class");
    }
    LogBytes structure = reading(bytes);
    LogDefinitions definitions = new LogDefinitions(ranks[0], size, structure);
    if (definitions.counting().counter() != Counter.INSTRUCTIONS) {
      definitions.countInInstructions(nanosPerInstruction);
    }
    byte[] nodes = Arrays.copyOfRange(bytes, (int) structure.position(), bytes.length);
    Cell[] values = new Cell[log.count("values:")];
    int calls = log.count("times:");
    log.number();
    log.number();
    counted = counted.plus(new InstructionCount(log.number(), log.number()));
    for (int i = 0; i < values.length; i++) {
      values[i] = readCell(log, ranks, log.count("pieces:"), true);
    }
    List<RankTimes> times = new ArrayList<>();
    boolean grouped = false;
    for (int i = 0; i < calls; i++) {
      int pieces = log.count("pieces:");
      if (i > 0 && grouped != (pieces == 0)) {
        throw log.fault(
            "times both by groups of ranks and by rank",
            "one of the two forms of times in each class");
      }
      grouped = pieces == 0;
      times.add(
          grouped
              ? groupTimes(log, ranks, definitions)
              : rankTimes(log, ranks, pieces, definitions));
    }
    if (values.length < OWN_VALUES) {
      throw log.fault(
          values.length + " values", "at least communicators, groups and missing calls");
    }
    return new RankClass(ranks, definitions, nodes, values, times, grouped);
  }

  private RankTimes groupTimes(LogBytes log, int[] ranks, LogDefinitions definitions)
      throws IOException {
    ClassTimes all = new ClassTimes(log, ranks, size, definitions);
    return place -> all;
  }

  private RankTimes rankTimes(LogBytes log, int[] ranks, int count, LogDefinitions definitions)
      throws IOException {
    Cell cell = readCell(log, ranks, count, false);
    return place -> {
      byte[] plain = cell.of(place).plain;
      if (plain == null) {
        throw TraceException.inFile(name, "no times of a call", "times of each call");
      }
      LogBytes bytes = reading(plain);
      bytes.number();
      return TaskTimes.read(bytes, definitions);
    };
  }

  private Cell readCell(LogBytes log, int[] ranks, int count, boolean value) throws IOException {
    if (count == 1) {
      return new Cell(List.of(readPiece(log, value)), null);
    }
    List<Piece> pieces = new ArrayList<>();
    int[] ofRank = new int[ranks.length];
    Arrays.fill(ofRank, -1);
    for (int i = 0; i < count; i++) {
      for (int rank : readRanks(log, size)) {
        int place = Arrays.binarySearch(ranks, rank);
        if (place < 0 || ofRank[place] >= 0) {
          throw log.fault("rank " + rank + " in a piece", "each rank of the class in one piece");
        }
        ofRank[place] = i;
      }
      pieces.add(readPiece(log, value));
    }
    if (Arrays.stream(ofRank).anyMatch(piece -> piece < 0)) {
      throw log.fault(
          "pieces that lack a rank of the class", "each rank of the class in one piece");
    }
    return new Cell(pieces, ofRank);
  }

  private static Piece readPiece(LogBytes log, boolean value) throws IOException {
    return new Piece(span(log), value ? span(log) : null);
  }

  private static byte @Nullable [] span(LogBytes log) throws IOException {
    int length = log.count("bytes:");
    return length == 0 ? null : log.bytes(length - 1);
  }

  private LogBytes reading(byte[] bytes) {
    return new LogBytes(name, bytes);
  }

  /** Returns the definitions for the events of a rank. */
  LogDefinitions definitions(int rank) throws IOException {
    RankClass one = classOf[rank];
    int place = Arrays.binarySearch(one.ranks, rank);
    LogDefinitions definitions = new LogDefinitions(one.definitions, rank);
    LogBytes communicators = reading(plain(one.values[0].of(place)));
    LogBytes groups = reading(plain(one.values[1].of(place)));
    LogBytes lost = reading(plain(one.values[2].of(place)));
    FoldedState.readCommunicators(communicators, size, definitions.communicators);
    while (groups.more()) {
      definitions.takeGroup(groups);
    }
    while (lost.more()) {
      definitions.takeLost(lost);
    }
    return definitions;
  }

  private byte[] plain(Piece piece) {
    if (piece.plain == null) {
      throw TraceException.inFile(
          name, "communicators or groups relative to the rank", "absolute values");
    }
    return piece.plain;
  }

  /** Returns the calls and loops of a rank. */
  List<FoldedNode> nodes(LogDefinitions definitions) throws IOException {
    return new Reading(classOf[definitions.rank], definitions).nodes();
  }

  /** Combines a rank's values with the structure of its class. */
  private final class Reading {
    private final RankClass ofClass;
    private final LogDefinitions definitions;
    private final int place;
    private int values = OWN_VALUES;
    private int times;

    Reading(RankClass one, LogDefinitions definitions) {
      this.ofClass = one;
      this.definitions = definitions;
      this.place = Arrays.binarySearch(one.ranks, definitions.rank);
    }

    List<FoldedNode> nodes() throws IOException {
      List<FoldedNode> nodes = new ArrayList<>();
      LogBytes structure = reading(ofClass.structure);
      while (structure.more()) {
        nodes.add(node(structure, 0));
      }
      return nodes;
    }

    private FoldedNode node(LogBytes structure, int depth) throws IOException {
      long kind = structure.number();
      if ((kind & 1) == 0) {
        return call(definitions.shape(structure, kind >>> 1));
      }
      LogBytes iterations = reading(plain(next(structure)));
      return FoldedNode.readLoop(iterations, structure, definitions, kind >>> 1, depth, this::node);
    }

    private Piece next(LogBytes structure) {
      if (values == ofClass.values.length) {
        throw structure.fault("more calls and loops than values", "one value for each parameter");
      }
      return ofClass.values[values++].of(place);
    }

    private FoldedNode call(LogDefinitions.Shape shape) throws IOException {
      List<FoldedNode.Value> own = new ArrayList<>();
      for (Parameter parameter : shape.parameters()) {
        Piece piece = next(reading(ofClass.structure));
        byte[] plain = piece.plain;
        byte[] known = plain == null && parameter.isRelative() ? piece.shifted : plain;
        if (known == null) {
          throw TraceException.inFile(name, "no values of " + parameter.textName(), "some");
        }
        FoldedNode.Value value = FoldedNode.Value.read(reading(known), definitions);
        own.add(
            plain == null
                ? value.from(parameter, localRank(shape, own), localSize(shape, own))
                : value);
      }
      if (times == ofClass.times.size()) {
        throw TraceException.inFile(name, "more calls than times", "times of each call");
      }
      return new FoldedNode.Call(
          shape, FoldedNode.Call.FROM_LOOPS, own, ofClass.times.get(times++).of(place));
    }

    private int communicator(LogDefinitions.Shape shape, List<FoldedNode.Value> before) {
      int at = shape.parameters().indexOf(Parameter.COMMUNICATOR);
      return at < 0 || at >= before.size()
          ? Communicator.WORLD
          : (int) LoggedEvent.number(before.get(at).constant());
    }

    private int localRank(LogDefinitions.Shape shape, List<FoldedNode.Value> before) {
      int id = communicator(shape, before);
      Comm known = definitions.communicators.get(id);
      return known != null ? known.localRank() : id == Communicator.SELF ? 0 : definitions.rank;
    }

    private int localSize(LogDefinitions.Shape shape, List<FoldedNode.Value> before) {
      int id = communicator(shape, before);
      Comm known = definitions.communicators.get(id);
      return known != null ? known.size() : id == Communicator.SELF ? 1 : size;
    }
  }
}
