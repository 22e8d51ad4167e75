package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Parameter;

/**
 * The partners, tags and communicators of a call. Throws a {@link ReplayException} if the trace
 * lacks an argument that the replay needs, or if an argument is invalid.
 *
 * @param tagsBySize the ranks and contexts where message sizes replace the tags that the trace
 *     lacks
 */
public record CallArguments(TagsBySize tagsBySize) {
  /** World rank of the destination, or {@link EventTable#NONE}. */
  public int destination(ExecutedCall call) {
    return partner(call, Parameter.DESTINATION);
  }

  /**
   * World rank of the source, {@link EventTable#ANY} or {@link EventTable#NONE}. MPI_Mrecv has no
   * source argument, so the result is the recorded match, or any source.
   */
  public int source(ExecutedCall call) {
    if (!probeNamed(call, Parameter.SOURCE)) {
      return partner(call, Parameter.SOURCE);
    }
    return call.has(Parameter.MATCHED_SOURCE)
        ? partner(call, Parameter.MATCHED_SOURCE)
        : EventTable.ANY;
  }

  /** Whether only the MPI_Mprobe that found the call's message has a parameter. */
  private static boolean probeNamed(ExecutedCall call, Parameter parameter) {
    return !call.has(parameter) && call.call().isOfProbedMessage();
  }

  private static int partner(ExecutedCall call, Parameter parameter) {
    if (!call.has(parameter)) {
      throw new ReplayException(
          "found no " + parameter.textName() + "; expected a rank, or MPI_PROC_NULL");
    }
    return call.partner(parameter);
  }

  /** The tag of the message that the call sends. If the trace lacks this tag, the result is the tag by size, or 0. */
  public int sendTag(ExecutedCall call) {
    if (tagsBySize.isEmpty() || call.has(Parameter.TAG)) {
      return call.value(Parameter.TAG, 0);
    }
    int destination = destination(call);
    return destination >= 0 && tagsBySize.at(destination, context(call))
        ? TagsBySize.tag(call.sendBytes())
        : 0;
  }

  /** The tag that the call receives or probes for, or {@link EventTable#ANY}. If the trace lacks this tag, the result is the tag by size, or 0. */
  public int receiveTag(ExecutedCall call) {
    if (probeNamed(call, Parameter.TAG)) {
      return call.value(Parameter.MATCHED_TAG, EventTable.ANY);
    }
    Parameter tag = call.either(Parameter.RECEIVE_TAG, Parameter.TAG);
    return !call.has(tag) && tagsBySize.at(call.rank(), context(call))
        ? TagsBySize.tag(call.receiveBytes())
        : call.value(tag, 0);
  }

  /** The call's communicator, of which the calling rank is a member. */
  public static int communicator(ExecutedCall call) {
    int communicator = call.communicator();
    if (communicator < 0) {
      throw new ReplayException("found MPI_COMM_NULL; expected a communicator");
    }
    return communicator;
  }

  /** The context of the communicator's point-to-point messages. The communicator's collectives use the next context. */
  public static int context(ExecutedCall call) {
    return 2 * communicator(call);
  }
}
