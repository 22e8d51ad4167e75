package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Parameter;

/**
 * The arguments of a call. Throws a {@link ReplayException} if the trace lacks an argument that the
 * replay needs, or if an argument makes no sense. Allocates only lists.
 */
public final class CallArguments {
  private final EventTable table;
  private final Communicators communicators;
  private final TagsBySize tagsBySize;

  /**
   * @param tagsBySize the places where sizes replace the tags that the trace lacks
   */
  public CallArguments(EventTable table, TagsBySize tagsBySize) {
    this.table = table;
    this.communicators = table.communicators();
    this.tagsBySize = tagsBySize;
  }

  public boolean has(CallPlace p, Parameter parameter) {
    return table.has(p.event(), parameter);
  }

  /** A number, or {@code otherwise} if the trace lacks it. */
  public int value(CallPlace p, Parameter parameter, int otherwise) {
    int event = p.event();
    return table.has(event, parameter)
        ? (int) table.value(event, parameter, p.worldRank(), p.execution())
        : otherwise;
  }

  /** A list; empty if the trace lacks it. */
  public int[] list(CallPlace p, Parameter parameter) {
    int event = p.event();
    if (!table.has(event, parameter)) {
      return new int[0];
    }
    int[] list = new int[table.listLength(event, parameter, p.worldRank(), p.execution())];
    for (int i = 0; i < list.length; i++) {
      list[i] = (int) table.listValue(event, parameter, p.worldRank(), p.execution(), i);
    }
    return list;
  }

  /** World rank of the destination, or {@link EventTable#NONE}. */
  public int destination(CallPlace p) {
    return peer(p, Parameter.DESTINATION);
  }

  /**
   * World rank of the source, {@link EventTable#ANY} or {@link EventTable#NONE}. MPI_Mrecv does not
   * name the source of its message, so this is the recorded match, or any source.
   */
  public int source(CallPlace p) {
    if (!ofUnnamed(p, Parameter.SOURCE)) {
      return peer(p, Parameter.SOURCE);
    }
    return has(p, Parameter.MATCHED_SOURCE) ? peer(p, Parameter.MATCHED_SOURCE) : EventTable.ANY;
  }

  /** Whether the call receives a probed message and does not repeat what the probe asked for. */
  private boolean ofUnnamed(CallPlace p, Parameter asked) {
    return !has(p, asked) && table.call(p.event()).isOfProbedMessage();
  }

  private int peer(CallPlace p, Parameter parameter) {
    int event = p.event();
    long execution = p.execution();
    if (!table.has(event, parameter)) {
      throw new ReplayException(
          "found no " + parameter.textName() + "; expected a rank, or MPI_PROC_NULL");
    }
    int local = (int) table.value(event, parameter, p.worldRank(), execution);
    return local < 0 ? local : communicators.worldRank(communicator(p), local, p.worldRank());
  }

  /** The tag of the message that the call sends, or its substitute; 0 if there is neither. */
  public int sendTag(CallPlace p) {
    if (tagsBySize.isEmpty() || has(p, Parameter.TAG)) {
      return value(p, Parameter.TAG, 0);
    }
    int destination = destination(p);
    return destination >= 0 && tagsBySize.at(destination, context(p))
        ? TagsBySize.tag(sendBytes(p))
        : 0;
  }

  /**
   * The tag that the call receives or probes for, its substitute, or {@link EventTable#ANY}; 0 if
   * there is none of these.
   */
  public int receiveTag(CallPlace p) {
    if (ofUnnamed(p, Parameter.TAG)) {
      return value(p, Parameter.MATCHED_TAG, EventTable.ANY);
    }
    Parameter tag = has(p, Parameter.RECEIVE_TAG) ? Parameter.RECEIVE_TAG : Parameter.TAG;
    return !has(p, tag) && tagsBySize.at(p.worldRank(), context(p))
        ? TagsBySize.tag(receiveBytes(p))
        : value(p, tag, 0);
  }

  public long sendBytes(CallPlace p) {
    return table.sendBytes(p.event(), p.worldRank(), p.execution());
  }

  /** The size of the receive buffer. */
  long receiveBytes(CallPlace p) {
    return table.receiveBytes(p.event(), p.worldRank(), p.execution());
  }

  /** The call's communicator; the rank belongs to it. */
  public int communicator(CallPlace p) {
    int communicator = table.communicator(p.event(), p.worldRank(), p.execution());
    if (communicator < 0) {
      throw new ReplayException("found MPI_COMM_NULL; expected a communicator");
    }
    return communicator;
  }

  /**
   * The context of the communicator's point-to-point messages. Its collectives use the next
   * context.
   */
  public int context(CallPlace p) {
    return 2 * communicator(p);
  }

  /** The communicator that the call creates, or {@link EventTable#NONE}. */
  public int newCommunicator(CallPlace p) {
    return value(p, Parameter.NEW_COMMUNICATOR, EventTable.NONE);
  }
}
