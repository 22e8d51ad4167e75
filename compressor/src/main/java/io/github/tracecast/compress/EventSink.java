package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import java.util.function.IntToLongFunction;

/**
 * Receives the events of one task in the order of execution. For each event, the caller calls
 * {@link #begin}, then the methods for its values in any order, and {@link #end}. No object per
 * event is needed. A task must stay on one thread; different tasks may be on different threads.
 *
 * <p>Definitions come first, and events refer to them by handle. A handle is valid only in the task
 * that defined it. {@link io.github.tracecast.trace.Communicator#WORLD} and {@link
 * io.github.tracecast.trace.Communicator#SELF} are valid for all tasks and need no definition.
 *
 * <p>Values are plain numbers as described at {@link Parameter}, with these exceptions. Endpoints
 * are absolute ranks in the event's communicator, or in MPI_COMM_WORLD if the event has no
 * communicator. A request is its number among the task's requests, from 1 in the order of creation.
 * The calls for which {@link MpiCall#makesRequest()} holds create requests. Special values have
 * separate methods.
 *
 * <p>All methods throw {@link io.github.tracecast.trace.TraceException} if an argument is out of
 * range. The message is one line with the rank, the event, the value found and the values expected.
 */
public interface EventSink {
  /** Returns the handle of a call site. The same name has the same handle. */
  int site(String name);

  /**
   * Returns a handle for a datatype.
   *
   * @param bytes the size of one element, or {@link io.github.tracecast.trace.Datatype#UNKNOWN}
   */
  int datatype(String name, long bytes);

  /**
   * Returns a handle for a group.
   *
   * @param worldRanks the world ranks of the members, in the order of the group
   */
  int group(int... worldRanks);

  /**
   * Returns a handle for a communicator that this task belongs to. All members define it with the
   * same root, number and size.
   *
   * @param name the name of the communicator; the lowest rank's name is kept
   * @param root world rank of the communicator's local rank 0
   * @param number the number by which the process with local rank 0 identifies the communicator,
   *     such as a running count
   * @param localRank local rank of this task, 0 to size - 1
   * @param size number of processes; if it is 1, the n-th such communicator of each rank counts as
   *     one communicator of all ranks
   */
  default int communicator(String name, int root, int number, int localRank, int size) {
    return communicator(name, root, number, localRank, size, 0);
  }

  /**
   * Returns a handle for a communicator, or for an inter-communicator. An inter-communicator is
   * defined as one communicator of both groups, with the ranks of one group before the ranks of the
   * other. Events number its ranks in this order.
   *
   * @param firstGroup size of the first group of an inter-communicator; 0 for an intra-communicator
   */
  int communicator(String name, int root, int number, int localRank, int size, int firstGroup);

  /** Begins an event, which is a call at a call site. */
  EventSink begin(MpiCall call, int site);

  /**
   * Returns how many requests the task has made so far. This is also the number of the latest
   * request.
   */
  long requests();

  /**
   * Sets the computation before the event, at least 0. If this method is not called, the
   * computation is unknown.
   */
  EventSink compute(Unit unit, double amount);

  /** Sets the time inside the call, at least 0. */
  EventSink inside(Unit unit, double amount);

  /**
   * Sets how many calls the event represents, at least 1. The number may be a mean over several
   * events, such as in a listing. If this method is not called, the trace has no count of calls.
   */
  EventSink calls(double number);

  /** Sets a parameter to a number, or to a list of one number. */
  EventSink number(Parameter parameter, long number);

  /** Sets a parameter to MPI_ANY_SOURCE or MPI_ANY_TAG. */
  EventSink any(Parameter parameter);

  /** Sets a parameter to MPI_PROC_NULL, the null request, MPI_COMM_NULL or an undefined colour. */
  EventSink none(Parameter parameter);

  /** Sets a parameter to a number, or, if {@code none} is true, as {@link #none} does. */
  default EventSink numberOrNone(Parameter parameter, long number, boolean none) {
    return none ? none(parameter) : number(parameter, number);
  }

  /** Sets a parameter to a number, or, if {@code any} is true, as {@link #any} does. */
  default EventSink numberOrAny(Parameter parameter, long number, boolean any) {
    return any ? any(parameter) : number(parameter, number);
  }

  /**
   * Begins a list for a parameter. {@link #add} and {@link #addNone} add to the list until another
   * method is called. The list may stay empty.
   */
  EventSink list(Parameter parameter);

  /** Sets a parameter to a list of numbers. A function returns the number at each index, from 0 on. */
  default EventSink list(Parameter parameter, int length, IntToLongFunction number) {
    EventSink to = list(parameter);
    for (int i = 0; i < length; i++) {
      to.add(number.applyAsLong(i));
    }
    return to;
  }

  /** Adds a number to the list. */
  EventSink add(long number);

  /** Adds MPI_PROC_NULL or the null request to the list. */
  EventSink addNone();

  /** Adds a number to the list, or, if {@code none} is true, as {@link #addNone} does. */
  default EventSink addOrNone(long number, boolean none) {
    return none ? addNone() : add(number);
  }

  /** Ends the event. */
  void end();
}
