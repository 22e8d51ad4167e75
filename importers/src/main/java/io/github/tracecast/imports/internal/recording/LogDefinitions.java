package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.recorder.RecorderConstants;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of the first pass over a rank's log: the definitions to which its events refer, and
 * the matches of wildcards. Each kind of record fills one field. Later records refer to a
 * definition by its number, which is its place in the field:
 *
 * <pre>
 * record             field           referred to by
 * MODULE             modules         frames of SITE, from 1
 * SITE               sites           SHAPE and EVENT
 * CALLS, PARAMETERS  calls,          SHAPE and EVENT
 *                    parameters
 * SHAPE              shapes          nodes of the folded program
 * LIST, CHUNK        lists, chunks   values of the folded program
 * DATATYPE           datatypes       arguments of EVENT and SHAPE
 * COMMUNICATOR       communicators   arguments, by the recorder's own number
 * GROUP              groups          communicators that were made from groups
 * MATCH              match()         requests of wildcards, by the request's number
 * SEALED             none            skipped here, read by {@link FoldedLog}
 * COUNTER            counting()      all times that follow
 * NOTE, LOST         notes, lost     nothing: lines of the header
 * EVENT, CALL        none            skipped here, read by {@link LoggedTask}
 * </pre>
 *
 * <p>There is one constructor for each source of definitions: the log of one rank, the definitions
 * that a class of ranks shares, or a copy of the shared definitions for one rank of the class.
 */
final class LogDefinitions {
  /** A frame of a call path: an offset in a module. Modules are numbered from 1; 0 is no module. */
  record Frame(int module, long offset) {}

  /** Calls that the trace lacks or has as MPI_Other, all for the same reason. */
  record Lost(String why, long calls, long nanos) {}

  record Type(String name, long bytes) {}

  /**
   * A communicator of a rank. It is identified by values that all members know.
   *
   * @param root world rank of the communicator's rank 0
   * @param parent number of the parent communicator in the log
   * @param number the number of communicators that were created earlier from the same parent, or by
   *     the same members
   * @param makers a hash of the members if only the members made the creating call; otherwise 0
   * @param first size of the first group of an inter-communicator; 0 for an intra-communicator
   */
  record Comm(int root, int parent, int number, long makers, int localRank, int size, int first) {}

  /** The properties that two calls must share so that the recorder folds them into one. */
  record Shape(MpiCall call, int site, List<Parameter> parameters) {}

  /**
   * A part of a sequence that was written before the rest. {@code followed} is the last chunk of
   * the chain of chunks that follows this part; 0 if there is none.
   */
  record Chunk(RunSequence numbers, int followed) {}

  private static final int COMMUNICATOR_FIELDS = RecorderConstants.integer("TC_COMM_FIELDS");
  private static final int MATCH_FIELDS = RecorderConstants.integer("TC_MATCH_FIELDS");
  private static final int EVENT_FIELDS = RecorderConstants.integer("TC_EVENT_FIELDS");

  /** The match of a request if the match is not known. */
  static final long NO_MATCH = -1;

  private final @Nullable Path file;
  final int rank;
  final int size;
  final boolean finished;
  final String stopped;
  final List<String> modules = new ArrayList<>();
  final List<List<Frame>> sites = new ArrayList<>();
  final List<Type> datatypes = new ArrayList<>();
  final TreeMap<Integer, Comm> communicators = new TreeMap<>();
  final List<int[]> groups = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  final List<Lost> lost = new ArrayList<>();
  final List<MpiCall> calls = new ArrayList<>();

  final List<Shape> shapes = new ArrayList<>();
  final List<long[]> lists = new ArrayList<>();
  final List<Chunk> chunks = new ArrayList<>();
  final FoldedState folded;

  /** The instructions that this rank counted and the time that they took. Merged ranks are not included. */
  final InstructionCount counted;

  /** The parameters by their code in the log, from 1. */
  final List<Parameter> parameters = new ArrayList<>();

  private Counting counting = new Counting(Counter.TIME);

  /** The matches by the number of the request: source in the upper half, tag in the lower half. */
  private final Map<Long, Long> matches = new HashMap<>();

  /** Reads the log of a rank. */
  LogDefinitions(Path file) throws IOException {
    this.file = file;
    try (LogReader log = LogReader.of(file)) {
      this.rank = log.rank();
      this.size = log.size();
      this.finished = log.finished();
      this.stopped = log.stopped();
      this.counted = new InstructionCount(log.instructions(), log.instructionNanos());
      if (rank < 0 || rank >= size) {
        throw log.fault("rank " + rank, "0 to " + (size - 1) + ", the ranks of the run");
      }
      while (log.more()) {
        takeRecord(log, RecordKind.next(log));
      }
      folded =
          log.epoch() == 0 ? new FoldedState() : new FoldedState(log.folded(), size, communicators);
      try (LogBytes tail = log.tail()) {
        while (tail.more()) {
          takeRecord(tail, RecordKind.next(tail));
        }
      }
    }
  }

  /**
   * Reads the definitions that the ranks of a class share.
   *
   * @param records the definitions, ended by a zero
   */
  LogDefinitions(int rank, int size, LogBytes records) throws IOException {
    this(rank, size);
    for (int kind = records.octet(); kind != 0; kind = records.octet()) {
      takeRecord(records, RecordKind.of(records, kind));
    }
  }

  private LogDefinitions(int rank, int size) {
    this.file = null;
    this.rank = rank;
    this.size = size;
    this.finished = true;
    this.stopped = "";
    this.counted = InstructionCount.NONE;
    this.folded = new FoldedState();
  }

  /** Opens the log of a rank that was not merged. */
  LogReader open() throws IOException {
    return LogReader.of(Objects.requireNonNull(file));
  }

  /**
   * Creates the definitions of one rank of a class. The communicators and groups are not shared
   * with other ranks.
   */
  LogDefinitions(LogDefinitions ofClass, int rank) {
    this(rank, ofClass.size);
    this.counting = ofClass.counting;
    modules.addAll(ofClass.modules);
    sites.addAll(ofClass.sites);
    datatypes.addAll(ofClass.datatypes);
    notes.addAll(ofClass.notes);
    calls.addAll(ofClass.calls);
    parameters.addAll(ofClass.parameters);
    shapes.addAll(ofClass.shapes);
  }

  /** Returns the conversion of the rank's times to the trace's counter. */
  Counting counting() {
    return counting;
  }

  /** Makes {@link #counting} convert times of computation to instructions, each of which takes the given time. */
  void countInInstructions(double nanosPerInstruction) {
    counting = new Counting(counting.counter(), nanosPerInstruction);
  }

  /** Returns the match of a request's wildcard, or {@link #NO_MATCH} if it is not known. */
  long match(long request) {
    return matches.getOrDefault(request, NO_MATCH);
  }

  private void takeRecord(LogBytes log, RecordKind kind) throws IOException {
    switch (kind) {
      case EVENT, CALL -> skipEvent(log);
      case SITE -> {
        List<Frame> frames = new ArrayList<>();
        for (int left = log.count("frames:"); left > 0; left--) {
          frames.add(new Frame(log.index("module", modules.size() + 1L), log.number()));
        }
        sites.add(frames);
      }
      case MODULE -> modules.add(log.text());
      case DATATYPE -> datatypes.add(new Type(log.text(), log.number() - 1));
      case COMMUNICATOR -> {
        int id = log.index("communicator", Integer.MAX_VALUE);
        communicators.put(
            id,
            new Comm(
                log.index("rank", size),
                log.index("communicator", id),
                log.index("number of a communicator:", Integer.MAX_VALUE),
                log.number(),
                log.index("rank", size),
                log.index("size", size + 1L),
                log.index("size", size)));
      }
      case MATCH -> {
        long request = log.number();
        matches.put(
            request, (long) log.index("source", size) << 32 | log.index("tag", Integer.MAX_VALUE));
      }
      case NOTE -> notes.add(log.text());
      case GROUP -> takeGroup(log);
      case LOST -> takeLost(log);
      case CALLS -> {
        for (int left = log.count("calls:"); left > 0; left--) {
          calls.add(MpiCall.byName(log.text()).orElse(MpiCall.OTHER));
        }
      }
      case PARAMETERS -> {
        for (int left = log.count("parameters:"); left > 0; left--) {
          String name = log.text();
          parameters.add(Parameter.byTextName(name)
              .orElseThrow(
                  () -> log.fault("parameter " + name, "a parameter of the trace format")));
        }
      }
      case SHAPE -> shapes.add(shape(log));
      case LIST -> lists.add(terms(log));
      case CHUNK -> {
        int before = log.index("chunk", chunks.size() + 1L);
        int followed = log.index("chunk", chunks.size() + 1L);
        chunks.add(new Chunk(RunSequence.live(log, before), followed));
      }
      case SEALED -> FoldedNode.read(log, this);
      case COUNTER ->
        counting = new Counting(Counter.of(log.index("counter", Counter.values().length)));
    }
  }

  void takeGroup(LogBytes log) throws IOException {
    int[] ranks = new int[log.count("ranks of a group:")];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = log.index("rank", size);
    }
    groups.add(ranks);
  }

  void takeLost(LogBytes log) throws IOException {
    lost.add(new Lost(log.text(), log.number(), log.number()));
  }

  static long[] terms(LogBytes log) throws IOException {
    long[] terms = new long[log.count("terms:")];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = log.number();
    }
    return terms;
  }

  Shape shape(LogBytes log, long number) {
    if (number >= shapes.size()) {
      throw log.fault("shape " + number, "a shape that the log defines");
    }
    return shapes.get((int) number);
  }

  private Shape shape(LogBytes log) throws IOException {
    MpiCall call = calls.get(log.index("call", calls.size()));
    int site = log.index("call path", sites.size());
    List<Parameter> own = new ArrayList<>();
    for (int code = log.octet(); code != 0; code = log.octet()) {
      int number = code & 0x7f;
      if (number == 0
          || number > parameters.size()
          || own.contains(parameters.get(number - 1))
          || parameters.get(number - 1).isList() != LoggedTask.isList(code)) {
        throw log.fault("parameter " + code, "1 to " + parameters.size() + ", each once");
      }
      own.add(parameters.get(number - 1));
    }
    return new Shape(call, site, own);
  }

  /**
   * Passes the events of a kind to a consumer, which gets the same object for each event. Other
   * records are skipped.
   */
  void events(LogBytes log, RecordKind kind, Consumer<LoggedEvent> consumer) throws IOException {
    LoggedEvent event = new LoggedEvent();
    while (log.more()) {
      RecordKind next = RecordKind.next(log);
      if (next == kind) {
        event.read(log, this);
        consumer.accept(event);
      } else {
        skip(log, next);
      }
    }
  }

  /** Skips a record that the first pass has read. */
  void skip(LogBytes log, RecordKind kind) throws IOException {
    switch (kind) {
      case EVENT, CALL -> skipEvent(log);
      case SITE -> skipNumbers(log, 2 * log.count("frames:"));
      case MODULE, NOTE -> log.text();
      case DATATYPE -> {
        log.text();
        skipNumbers(log, 1);
      }
      case LOST -> {
        log.text();
        skipNumbers(log, 2);
      }
      case COMMUNICATOR -> skipNumbers(log, COMMUNICATOR_FIELDS);
      case MATCH -> skipNumbers(log, MATCH_FIELDS);
      case GROUP -> skipNumbers(log, log.count("ranks of a group:"));
      case CALLS, PARAMETERS -> {
        for (int left = log.count("names:"); left > 0; left--) {
          log.text();
        }
      }
      case SHAPE -> {
        skipNumbers(log, 2);
        while (log.octet() != 0) {}
      }
      case LIST -> skipNumbers(log, log.count("terms:"));
      case CHUNK -> {
        skipNumbers(log, 2);
        RunSequence.live(log, 0);
      }
      case SEALED -> FoldedNode.read(log, this);
      case COUNTER -> skipNumbers(log, 1);
    }
  }

  private static void skipNumbers(LogBytes log, int count) throws IOException {
    for (int left = count; left > 0; left--) {
      log.number();
    }
  }

  private static void skipEvent(LogBytes log) throws IOException {
    skipNumbers(log, EVENT_FIELDS);
    for (int code = log.octet(); code != 0; code = log.octet()) {
      skipNumbers(log, LoggedTask.isList(code) ? log.count("terms:") : 1);
    }
  }
}
