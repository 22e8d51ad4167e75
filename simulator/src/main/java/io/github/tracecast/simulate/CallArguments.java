package io.github.tracecast.simulate;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Parameter;

/**
 * What the program gave to the call that a rank's cursor stands on. What a trace cannot be replayed
 * without, and what it does not make sense without, is refused here. Allocates nothing but lists.
 */
final class CallArguments {
  private final EventTable table;
  private final Communicators communicators;

  CallArguments(EventTable table) {
    this.table = table;
    this.communicators = table.communicators();
  }

  boolean has(RankProcess p, Parameter parameter) {
    return table.has(p.cursor.event(), parameter);
  }

  /** A number, or {@code otherwise} where the trace does not have it. */
  int value(RankProcess p, Parameter parameter, int otherwise) {
    int event = p.cursor.event();
    return table.has(event, parameter)
        ? (int) table.value(event, parameter, p.worldRank, p.cursor.execution())
        : otherwise;
  }

  /** A list, empty where the trace does not have it. */
  int[] list(RankProcess p, Parameter parameter) {
    int event = p.cursor.event();
    if (!table.has(event, parameter)) {
      return new int[0];
    }
    int[] list = new int[table.listLength(event, parameter, p.worldRank, p.cursor.execution())];
    for (int i = 0; i < list.length; i++) {
      list[i] = (int) table.listValue(event, parameter, p.worldRank, p.cursor.execution(), i);
    }
    return list;
  }

  /** World rank of the destination, or {@link EventTable#NONE}. */
  int destination(RankProcess p) {
    return peer(p, Parameter.DESTINATION);
  }

  /** World rank of the source, {@link EventTable#ANY} or {@link EventTable#NONE}. */
  int source(RankProcess p) {
    return peer(p, Parameter.SOURCE);
  }

  /** The source of a probed message, which MPI_Mrecv does not name: what was matched, else any. */
  int probedSource(RankProcess p) {
    if (has(p, Parameter.SOURCE)) {
      return source(p);
    }
    return has(p, Parameter.MATCHED_SOURCE) ? peer(p, Parameter.MATCHED_SOURCE) : EventTable.ANY;
  }

  private int peer(RankProcess p, Parameter parameter) {
    int event = p.cursor.event();
    long execution = p.cursor.execution();
    if (!table.has(event, parameter)) {
      throw new ReplayException("found no " + parameter.textName()
          + "; expected one: record the rank, or MPI_PROC_NULL as none");
    }
    int local = (int) table.value(event, parameter, p.worldRank, execution);
    return local < 0 ? local : communicators.worldRank(communicator(p), local, p.worldRank);
  }

  int sendTag(RankProcess p) {
    return value(p, Parameter.TAG, 0);
  }

  int receiveTag(RankProcess p) {
    return value(p, has(p, Parameter.RECEIVE_TAG) ? Parameter.RECEIVE_TAG : Parameter.TAG, 0);
  }

  /** Likewise the tag of a probed message. */
  int probedTag(RankProcess p) {
    return has(p, Parameter.TAG) ? receiveTag(p) : value(p, Parameter.MATCHED_TAG, EventTable.ANY);
  }

  long sendBytes(RankProcess p) {
    return table.sendBytes(p.cursor.event(), p.worldRank, p.cursor.execution());
  }

  /** The call's communicator, of which the rank is a member. */
  int communicator(RankProcess p) {
    int communicator = table.communicator(p.cursor.event(), p.worldRank, p.cursor.execution());
    if (communicator < 0) {
      throw new ReplayException("found MPI_COMM_NULL; expected a communicator");
    }
    return communicator;
  }

  /** Context of the communicator's point-to-point messages; the next one is its collectives'. */
  int context(RankProcess p) {
    return 2 * communicator(p);
  }

  /** The communicator that the call makes, or {@link EventTable#NONE}. */
  int newCommunicator(RankProcess p) {
    return value(p, Parameter.NEW_COMMUNICATOR, EventTable.NONE);
  }
}
