package io.github.tracecast.decompress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.RequestNumbers;

/**
 * One call of a rank, with its arguments as {@link EventTable} resolves them. Immutable.
 *
 * @param event the event, an index into the trace's events
 * @param rank the calling rank in MPI_COMM_WORLD
 * @param execution the number of earlier executions of the event by the rank
 * @param matched the world rank that replaces partners that follow a match; {@link EventTable#ANY}
 *     to keep the recorded partners
 */
public record ExecutedCall(EventTable table, int event, int rank, long execution, int matched) {
  /** Returns the same call with the given world rank in place of partners that follow a match. */
  public ExecutedCall matching(int source) {
    return new ExecutedCall(table, event, rank, execution, source);
  }

  public MpiCall call() {
    return table.call(event);
  }

  public boolean has(Parameter parameter) {
    return table.has(event, parameter);
  }

  /** Returns the first of two parameters if the event has it, otherwise the second. */
  public Parameter either(Parameter first, Parameter second) {
    return has(first) ? first : second;
  }

  /** Returns the value of a parameter; see {@link EventTable#value}. */
  public long value(Parameter parameter) {
    return table.value(event, parameter, rank, execution);
  }

  /** Returns the value of a parameter that is a number of elements; 0 if the event lacks the parameter. */
  public long count(Parameter parameter) {
    return has(parameter) ? value(parameter) : 0;
  }

  /** Returns a value that fits in an int; {@code otherwise} if the event lacks the parameter. */
  public int value(Parameter parameter, int otherwise) {
    return has(parameter) ? (int) value(parameter) : otherwise;
  }

  /** Returns the number of terms of a parameter; 0 if the event lacks the parameter. */
  public int length(Parameter parameter) {
    return has(parameter) ? table.listLength(event, parameter, rank, execution) : 0;
  }

  /** Returns one term of a list. {@code i} is from 0 to {@code length - 1}. */
  public long term(Parameter list, int i) {
    return table.listValue(event, list, rank, execution, i);
  }

  /**
   * Returns all terms of a list, which must fit in ints; empty if the event lacks the parameter.
   */
  public int[] list(Parameter list) {
    int[] terms = new int[length(list)];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = (int) term(list, i);
    }
    return terms;
  }

  /** Returns how many requests the call names, including null requests. */
  public int requests() {
    return length(either(Parameter.REQUESTS, Parameter.REQUEST));
  }

  /**
   * Returns the offset of one of the requests; 1 is the rank's most recent request. {@link
   * EventTable#NONE} stands for a null request. See {@link RequestNumbers#PERSISTENT} for
   * persistent requests.
   */
  public long request(int i) {
    return term(either(Parameter.REQUESTS, Parameter.REQUEST), i);
  }

  /** Returns the number of one of the requests; 0 for a null request. */
  public long request(int i, RequestNumbers numbers) {
    long offset = request(i);
    return offset == EventTable.NONE ? 0 : numbers.number(offset);
  }

  /** Returns the bytes that the call sends; see {@link EventTable#sendBytes}. */
  public long sendBytes() {
    return table.sendBytes(event, rank, execution);
  }

  /** Returns the bytes that the call receives; see {@link EventTable#receiveBytes}. */
  public long receiveBytes() {
    return table.receiveBytes(event, rank, execution);
  }

  /** Returns the size of one element in bytes; see {@link EventTable#bytesOf}. */
  public long bytesOf(Parameter datatype) {
    return table.bytesOf(event, datatype, rank, execution);
  }

  /**
   * Returns the communicator: MPI_COMM_WORLD if the event has none, and {@link EventTable#NONE} for
   * MPI_COMM_NULL.
   */
  public int communicator() {
    return table.communicator(event, rank, execution);
  }

  /** Returns the world rank of a partner, or {@link EventTable#ANY}, or {@link EventTable#NONE}. */
  public int partner(Parameter endpoint) {
    if (matched >= 0 && table.followed().follows(event, endpoint, rank)) {
      return matched;
    }
    int local = (int) value(endpoint);
    return local < 0 ? local : table.communicators().worldRank(communicator(), local, rank);
  }
}
