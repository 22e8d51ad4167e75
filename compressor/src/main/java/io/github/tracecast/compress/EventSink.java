package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;

/**
 * Takes the events of one task in the order in which the task executed them, one at a time. An event is {@link #begin}, its
 * values in any order, {@link #end}; no object is needed for one. One thread a task; different tasks may be on different threads.
 *
 * <p>What events refer to is defined first and referred to by handle. Handles hold for the task that asked, except that those of
 * {@link io.github.tracecast.trace.Communicator#WORLD} and {@link io.github.tracecast.trace.Communicator#SELF} hold everywhere
 * without being defined.
 *
 * <p>Values are plain numbers, as {@link Parameter} says, with these exceptions: endpoints are ranks in the event's communicator
 * (MPI_COMM_WORLD where it has none) and absolute; a request is the number that it has among the requests of the task, from 1 in
 * the order in which they were made, those of calls of which {@link MpiCall#makesRequest()} holds; special values have methods
 * of their own.
 *
 * <p>All methods throw {@link io.github.tracecast.trace.TraceException} where what they are given cannot be: one line that says
 * which rank and event, what was found and what was expected.
 */
public interface EventSink {
  /** A handle for a call site; the same one for the same name. */
  int site(String name);

  /** A handle for a datatype.
   *
   * @param bytes of one element, or {@link io.github.tracecast.trace.Datatype#UNKNOWN}
   */
  int datatype(String name, long bytes);

  /** A handle for a group.
   *
   * @param worldRanks its members in their order
   */
  int group(int... worldRanks);

  /**
   * A handle for a communicator that this task is a member of. All its members define it with the same root, number and size.
   *
   * @param name for people; that of the lowest rank is kept
   * @param root world rank of its local rank 0
   * @param number a number that tells the communicators apart of which that rank is local rank 0; counting them is enough
   * @param localRank of this task, 0 to size - 1
   * @param size number of processes; all communicators of one process that are the n-th such one of their rank count as one
   */
  int communicator(String name, int root, int number, int localRank, int size);

  /** Begins an event. */
  EventSink begin(MpiCall call, int site);

  /** Computation before the event, at least 0. Without it nothing is known about it. */
  EventSink compute(Unit unit, double amount);

  /** Time inside the call, at least 0. */
  EventSink inside(Unit unit, double amount);

  /** A value that is one number, or a list of one number. */
  EventSink number(Parameter parameter, long number);

  /** Any source, any tag. */
  EventSink any(Parameter parameter);

  /** No process, null request, null communicator, undefined colour. */
  EventSink none(Parameter parameter);

  /** Begins a list, which may stay empty; {@link #add} and {@link #addNone} add to it until something else is called. */
  EventSink list(Parameter parameter);

  /** Adds to the list. */
  EventSink add(long number);

  /** Adds no process or null request to the list. */
  EventSink addNone();

  /** Ends the event. */
  void end();
}
