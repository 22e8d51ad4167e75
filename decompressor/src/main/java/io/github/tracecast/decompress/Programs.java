package io.github.tracecast.decompress;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.RankPartition;
import io.github.tracecast.trace.Trace;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The programs of all ranks. Ranks that have the same events and loops form a class and share a
 * program. The iterations of a loop may differ within a class and are looked up by rank. Memory is
 * O(classes x events + ranks). Thread-safe.
 */
public final class Programs {
  private final Trace trace;
  private final int[] classOf;
  private final int[] lowestRank;
  private final TaskProgram[] programs;
  private final Trips trips;

  private final Map<Class<?>, Object> derived = new HashMap<>();

  private Programs(
      Trace trace, int[] classOf, int[] lowestRank, TaskProgram[] programs, Trips trips) {
    this.trace = trace;
    this.classOf = classOf;
    this.lowestRank = lowestRank;
    this.programs = programs;
    this.trips = trips;
  }

  /**
   * Sorts the ranks into classes and builds a program for each class.
   *
   * @throws io.github.tracecast.trace.TraceException if loops of one rank cross, if a loop contains
   *     no event of one of its ranks, or if a loop has an illegal number of iterations
   */
  public static Programs of(Trace trace) {
    int ranks = trace.header().ranks();
    RankPartition classes = new RankPartition(ranks);
    for (Event event : trace.events()) {
      classes.split(event.ranks());
    }
    for (Loop loop : trace.loops()) {
      classes.split(loop.ranks());
    }
    int[] classOf = classes.classOf();
    int[] lowest = new int[classes.count()];
    for (int rank = ranks - 1; rank >= 0; rank--) {
      lowest[classOf[rank]] = rank;
    }
    Trips trips = new Trips(trace.loops(), new Owners.Pool(ranks));
    ProgramBuilder builder = new ProgramBuilder(trace, trips, classOf, lowest);
    TaskProgram[] programs = new TaskProgram[lowest.length];
    for (int id = 0; id < programs.length; id++) {
      programs[id] = builder.build(id);
    }
    return new Programs(trace, classOf, lowest, programs, trips);
  }

  /** Returns the trace. The events and loops of programs are indices into it. */
  public Trace trace() {
    return trace;
  }

  /**
   * Returns the table of the trace's event arguments. It is created once and shared by all users of
   * these programs.
   */
  public EventTable table() {
    return derived(EventTable.class, programs -> EventTable.of(trace));
  }

  /**
   * Returns an object that depends only on these programs. One object of each Java class is created
   * and shared.
   *
   * @param how creates the object; it may call this method for other classes
   */
  public synchronized <T> T derived(Class<T> kind, Function<Programs, T> how) {
    Object known = derived.get(kind);
    if (known == null) {
      known = how.apply(this);
      derived.put(kind, known);
    }
    return kind.cast(known);
  }

  /** Returns the number of ranks of MPI_COMM_WORLD. */
  public int ranks() {
    return classOf.length;
  }

  /** Returns the number of classes of ranks, at least 1. */
  public int classCount() {
    return programs.length;
  }

  /** Returns the deepest nesting of loops on any rank; 0 without loops. */
  public int depth() {
    return Arrays.stream(programs).mapToInt(TaskProgram::depth).max().orElse(0);
  }

  /** Returns the class of a rank: 0 to {@code classCount() - 1}, numbered by lowest rank. */
  public int classOf(int rank) {
    return classOf[rank];
  }

  /** Returns the class of each rank. Callers must not change the array. */
  int[] classes() {
    return classOf;
  }

  /** Returns the lowest rank of a class. */
  public int lowestRank(int classId) {
    return lowestRank[classId];
  }

  /** Returns the program that all ranks of a class share. */
  public TaskProgram program(int classId) {
    return programs[classId];
  }

  /** Returns a cursor that stands before the first event of a rank. */
  public TaskCursor cursor(int rank) {
    return new TaskCursor(programs[classOf[rank]], trips, rank);
  }

  /**
   * Returns the number of iterations in one execution of a loop, for a rank that has the loop.
   * Executions are numbered from 0.
   */
  public long iterations(int loop, int rank, long execution) {
    return trips.count(loop, rank, execution);
  }

  /**
   * Returns the number of iterations of a rank in the first {@code executions} executions of a
   * loop.
   */
  public long bodiesBefore(int loop, int rank, long executions) {
    return trips.iterationsBefore(loop, rank, executions);
  }

  /**
   * Returns the number of executions of a loop after which its numbers of iterations repeat, for a
   * rank that has the loop.
   */
  public long iterationsPeriod(int loop, int rank) {
    return trips.period(loop, rank);
  }

  Trips trips() {
    return trips;
  }
}
