package io.github.tracecast.decompress;

import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.RankPartition;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;

/**
 * Counts executions, messages and bytes without executing the trace. The iterations of loops
 * multiply counts, and periodic values are summed over one period. It takes O(classes x events +
 * ranks) time; here, the ranks of a class also have the same numbers of iterations. Values with
 * many pieces add O(events x ranks) time. Immutable.
 */
public final class EventCounts {
  /**
   * {@link #atMost} returns periods up to this length unchanged, so that it need not count
   * executions.
   */
  private static final int SHORT_PERIOD = 256;

  private final long[] ofClass;
  private final int[] classOf;
  private final long[] executions;
  private final long[] ofCall = new long[MpiCall.values().length];
  private final long total;
  private final long sends;
  private final long receives;
  private final long bytesSent;

  private EventCounts(Programs programs, EventTable table) {
    Trace trace = programs.trace();
    classOf = classesWithIterations(programs);
    int[] sizes = sizes(classOf);
    int[] lowest = lowest(classOf, sizes.length);
    ofClass = new long[sizes.length];
    executions = new long[trace.events().size()];
    Messages messages = new Messages(table);
    long[] each = new long[executions.length];
    long[] ofAll = new long[executions.length];
    boolean[] same = new boolean[executions.length];
    Arrays.fill(same, true);
    long sum = 0;
    for (int id = 0; id < sizes.length; id++) {
      TaskProgram program = programs.program(programs.classOf(lowest[id]));
      ofClass[id] = count(program, programs.trips(), lowest[id], each);
      sum = Math.addExact(sum, Math.multiplyExact(ofClass[id], sizes[id]));
      for (int row = 0; row < program.length(); row++) {
        if (program.operation(row) == TaskProgram.EMIT) {
          int event = program.argument(row);
          executions[event] =
              Math.addExact(executions[event], Math.multiplyExact(each[event], sizes[id]));
          same[event] &= ofAll[event] == 0 || ofAll[event] == each[event];
          ofAll[event] = each[event];
        }
      }
    }
    boolean all = true;
    for (int event = 0; event < executions.length; event++) {
      same[event] = same[event]
          && (ofAll[event] == 0 || messages.add(event, trace.events().get(event), ofAll[event]));
      all &= same[event];
    }
    if (!all) {
      addByRank(programs, messages, same, members(classOf, sizes));
    }
    for (int event = 0; event < executions.length; event++) {
      ofCall[table.call(event).ordinal()] += executions[event];
    }
    total = sum;
    sends = messages.sends;
    receives = messages.receives;
    bytesSent = messages.bytes;
  }

  /** Adds the messages of all events that were not added before, for each rank separately. */
  private static void addByRank(
      Programs programs, Messages messages, boolean[] added, int[][] members) {
    long[] each = new long[added.length];
    for (int[] ranks : members) {
      TaskProgram program = programs.program(programs.classOf(ranks[0]));
      boolean counted = false;
      for (int row = 0; row < program.length(); row++) {
        int event = program.argument(row);
        if (program.operation(row) == TaskProgram.EMIT && !added[event]) {
          if (!counted) {
            count(program, programs.trips(), ranks[0], each);
            counted = true;
          }
          messages.add(event, ranks, each[event]);
        }
      }
    }
  }

  /**
   * Returns the class of each rank. The ranks of a class have the same events, loops and numbers of
   * iterations.
   */
  private static int[] classesWithIterations(Programs programs) {
    List<Loop> loops = programs.trace().loops();
    if (loops.stream().allMatch(loop -> loop.iterations().pieces().size() == 1)) {
      return programs.classes();
    }
    RankPartition alike = new RankPartition(programs.ranks());
    for (Event event : programs.trace().events()) {
      alike.split(event.ranks());
    }
    for (Loop loop : loops) {
      alike.split(loop.ranks());
      for (Piece piece : loop.iterations().pieces()) {
        alike.split(piece.ranks());
      }
    }
    return alike.classOf();
  }

  /**
   * Counts the executions and messages of a trace.
   *
   * @throws TraceException if a count exceeds 2^63 - 1
   */
  public static EventCounts of(Programs programs) {
    return of(programs, programs.table());
  }

  /** Counts the executions and messages of a trace with an existing table. */
  public static EventCounts of(Programs programs, EventTable table) {
    try {
      return new EventCounts(programs, table);
    } catch (ArithmeticException e) {
      throw tooMany(e);
    }
  }

  /**
   * Visits the calls of a rank that have a source or a destination. Equal calls of an event are
   * visited once.
   *
   * @param visitor receives a call, and the number of calls that it represents
   * @throws TraceException if the rank executes more than 2^63 - 1 events
   */
  public static void visitPartners(
      Programs programs, int rank, ObjLongConsumer<ExecutedCall> visitor) {
    EventTable table = programs.table();
    long[] executions = executions(programs, rank);
    for (int event = 0; event < executions.length; event++) {
      long times = executions[event];
      if (times > 0
          && (table.has(event, Parameter.SOURCE)
              || table.call(event).has(CallArgument.DESTINATION))) {
        long period = table.period(event, rank);
        for (long execution = 0; execution < Math.min(times, period); execution++) {
          long alike = (times - execution - 1) / period + 1;
          visitor.accept(table.at(event, rank, execution), alike);
        }
      }
    }
  }

  /**
   * Returns how often a rank executes each event of the trace, with a number for each event.
   *
   * @throws TraceException if the rank executes more than 2^63 - 1 events
   */
  public static long[] executions(Programs programs, int rank) {
    long[] each = new long[programs.trace().events().size()];
    try {
      count(programs.program(programs.classOf(rank)), programs.trips(), rank, each);
    } catch (ArithmeticException e) {
      throw tooMany(e);
    }
    return each;
  }

  /**
   * Returns a period of an event's values, or the rank's number of executions of the event if this
   * is smaller. For example, values with periods of 101, 103 and 107 repeat together after
   * 1,113,121 executions, but the rank may have only 3,000.
   */
  public static long atMost(long period, Programs programs, int event, int rank) {
    return period <= SHORT_PERIOD
        ? period
        : Math.clamp(executions(programs, rank)[event], 1, period);
  }

  private static TraceException tooMany(ArithmeticException e) {
    return new TraceException(
        "trace: found loops with more than 2^63 - 1 events or bytes; expected fewer", e);
  }

  /** Returns the number of ranks in each class. Classes are numbered by their lowest ranks. */
  private static int[] sizes(int[] classOf) {
    int[] sizes = new int[Arrays.stream(classOf).max().orElse(-1) + 1];
    for (int id : classOf) {
      sizes[id]++;
    }
    return sizes;
  }

  private static int[] lowest(int[] classOf, int classes) {
    int[] lowest = new int[classes];
    for (int rank = classOf.length - 1; rank >= 0; rank--) {
      lowest[classOf[rank]] = rank;
    }
    return lowest;
  }

  private static int[][] members(int[] classOf, int[] sizes) {
    int[][] members = new int[sizes.length][];
    Arrays.setAll(members, id -> new int[sizes[id]]);
    int[] left = sizes.clone();
    for (int rank = classOf.length - 1; rank >= 0; rank--) {
      members[classOf[rank]][--left[classOf[rank]]] = rank;
    }
    return members;
  }

  /** Counts how often one rank executes each event of its program, and returns the sum of these counts. */
  private static long count(TaskProgram program, Trips trips, int rank, long[] each) {
    long[] bodies = new long[program.depth() + 1];
    bodies[0] = 1;
    int depth = 0;
    long sum = 0;
    for (int row = 0; row < program.length(); row++) {
      switch (program.operation(row)) {
        case TaskProgram.EMIT -> {
          each[program.argument(row)] = bodies[depth];
          sum = Math.addExact(sum, bodies[depth]);
        }
        case TaskProgram.OPEN -> {
          bodies[depth + 1] = trips.iterationsBefore(program.argument(row), rank, bodies[depth]);
          depth++;
        }
        default -> depth--;
      }
    }
    return sum;
  }

  /** Returns the number of MPI calls of all ranks. */
  public long total() {
    return total;
  }

  /** Returns the number of MPI calls of one rank. */
  public long ofRank(int rank) {
    return ofClass[classOf[rank]];
  }

  /** Returns how often an event is executed by all its ranks. */
  public long executions(int event) {
    return executions[event];
  }

  /** Returns how often a call is executed by all ranks. */
  public long of(MpiCall call) {
    return ofCall[call.ordinal()];
  }

  /**
   * Returns the number of point-to-point messages sent. Sends to MPI_PROC_NULL and sends of
   * persistent requests do not count.
   */
  public long sends() {
    return sends;
  }

  /**
   * Returns the number of receives that were executed or posted. Receives from MPI_PROC_NULL and
   * receives of persistent requests do not count.
   */
  public long receives() {
    return receives;
  }

  /** Returns the number of messages, which is {@link #sends()}. */
  public long messages() {
    return sends;
  }

  /** Returns the bytes of all messages sent. Elements of a datatype of unknown size count as 0 bytes. */
  public long bytesSent() {
    return bytesSent;
  }

  /** Sums messages over ranks and executions. Ranks with the same values are counted once. */
  private static final class Messages {
    private record Key(
        int event, int count, int datatype, int destination, int source, long executions) {
      // The methods that Java generates for a record are linked at run time, which takes longer
      // than counting a small trace.
      @Override
      public boolean equals(Object other) {
        return other instanceof Key key
            && event == key.event
            && count == key.count
            && datatype == key.datatype
            && destination == key.destination
            && source == key.source
            && executions == key.executions;
      }

      @Override
      public int hashCode() {
        int hash = 31 * (31 * event + count) + datatype;
        return 31 * (31 * (31 * hash + destination) + source) + Long.hashCode(executions);
      }
    }

    /** The parameters on which the number and the size of messages depend. */
    private static final Parameter[] PARAMETERS = {
      Parameter.COUNT, Parameter.DATATYPE, Parameter.DESTINATION, Parameter.SOURCE
    };

    /**
     * The largest number of intersections of rank lists for an event. If there are more, the ranks
     * are visited one by one.
     */
    private static final int MOST_WORK = 1 << 12;

    private record Sums(long sends, long receives, long bytes) {}

    private final EventTable table;
    private final Map<Key, Sums> known = new HashMap<>();
    private long sends;
    private long receives;
    private long bytes;

    Messages(EventTable table) {
      this.table = table;
    }

    /**
     * Adds the messages of an event that all its ranks execute equally often. Visits the pieces of
     * the values instead of the ranks.
     *
     * @return false if the event has too many pieces; nothing was added then
     */
    boolean add(int event, Event all, long executions) {
      if (!all.call().sends() && !all.call().receives()) {
        return true;
      }
      List<Values> varying = Stream.of(PARAMETERS)
          .map(all.parameters()::get)
          .filter(values -> values != null && values.pieces().size() > 1)
          .toList();
      long work = all.ranks().sections().size();
      for (Values values : varying) {
        work = Math.min(MOST_WORK + 1, work * values.pieces().size());
      }
      if (work > MOST_WORK) {
        return false;
      }
      add(event, all.ranks(), varying, executions);
      return true;
    }

    private void add(int event, RankList ranks, List<Values> varying, long executions) {
      if (ranks.isEmpty()) {
        return;
      }
      if (varying.isEmpty()) {
        add(sum(event, ranks.min(), executions), ranks.size());
        return;
      }
      long counted = 0;
      for (Piece piece : varying.getFirst().pieces()) {
        RankList part = ranks.intersection(piece.ranks());
        add(event, part, varying.subList(1, varying.size()), executions);
        counted += part.size();
      }
      if (counted < ranks.size()) { // the pieces are disjoint, so at least one rank has no value
        RankList rest = ranks;
        for (Piece piece : varying.getFirst().pieces()) {
          rest = rest.minus(piece.ranks());
        }
        sum(event, rest.min(), executions); // throws the error about the missing value
      }
    }

    void add(int event, int[] ranks, long executions) {
      MpiCall call = table.call(event);
      if (!call.sends() && !call.receives()) {
        return;
      }
      if (uniform(event)) {
        add(sums(event, ranks[0], executions), ranks.length);
      } else {
        for (int rank : ranks) {
          add(sums(event, rank, executions), 1);
        }
      }
    }

    private void add(Sums sums, long ranks) {
      sends = Math.addExact(sends, Math.multiplyExact(sums.sends, ranks));
      receives = Math.addExact(receives, Math.multiplyExact(sums.receives, ranks));
      bytes = Math.addExact(bytes, Math.multiplyExact(sums.bytes, ranks));
    }

    private boolean uniform(int event) {
      return Stream.of(PARAMETERS).allMatch(parameter -> table.uniform(event, parameter));
    }

    private Sums sums(int event, int rank, long executions) {
      Key key = new Key(
          event,
          table.owner(event, Parameter.COUNT, rank),
          table.owner(event, Parameter.DATATYPE, rank),
          table.owner(event, Parameter.DESTINATION, rank),
          table.owner(event, Parameter.SOURCE, rank),
          executions);
      return known.computeIfAbsent(key, k -> sum(event, rank, executions));
    }

    private Sums sum(int event, int rank, long executions) {
      long period = 1;
      for (Parameter parameter : PARAMETERS) {
        period = CommonPeriods.common(period, table.period(event, parameter, rank));
      }
      Sums once = sumFirst(event, rank, Math.min(period, executions));
      if (executions <= period) {
        return once;
      }
      Sums rest = sumFirst(event, rank, executions % period);
      long rounds = executions / period;
      return new Sums(
          Math.addExact(Math.multiplyExact(once.sends, rounds), rest.sends),
          Math.addExact(Math.multiplyExact(once.receives, rounds), rest.receives),
          Math.addExact(Math.multiplyExact(once.bytes, rounds), rest.bytes));
    }

    private Sums sumFirst(int event, int rank, long executions) {
      MpiCall call = table.call(event);
      long sent = 0;
      long received = 0;
      long sentBytes = 0;
      for (long execution = 0; execution < executions; execution++) {
        if (call.sends() && !table.isNone(event, Parameter.DESTINATION, rank, execution)) {
          sent++;
          sentBytes = Math.addExact(sentBytes, table.sendBytes(event, rank, execution));
        }
        if (call.receives() && !table.isNone(event, Parameter.SOURCE, rank, execution)) {
          received++;
        }
      }
      return new Sums(sent, received, sentBytes);
    }
  }
}
