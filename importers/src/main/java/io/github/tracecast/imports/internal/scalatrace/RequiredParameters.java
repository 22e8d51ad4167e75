package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parameters that a call needs for a replay. */
final class RequiredParameters {
  /**
   * The calls whose parameters the recorder always writes. Other calls can be replayed without
   * parameters, or need no replay.
   */
  private static final Set<MpiCall> WHOLE = Stream.of("""
      Send Bsend Ssend Rsend Isend Ibsend Issend Irsend Recv Irecv Sendrecv Wait Waitall Barrier \
      Bcast Reduce Allreduce Allgather Alltoall Gather Scatter Alltoallv""".split(" "))
      .map(name -> MpiCall.byName("MPI_" + name).orElseThrow())
      .collect(Collectors.toSet());

  private static final List<Map.Entry<CallArgument, Integer>> TAGS = List.of(
      Map.entry(CallArgument.COMMUNICATOR, ParameterTags.COMMUNICATOR),
      Map.entry(CallArgument.COUNT, ParameterTags.COUNT),
      Map.entry(CallArgument.NUMBER_OF_REQUESTS, ParameterTags.COUNT),
      Map.entry(CallArgument.COUNTS, ParameterTags.COUNTS),
      Map.entry(CallArgument.RECEIVE_COUNTS, ParameterTags.RECEIVE_COUNTS),
      Map.entry(CallArgument.DATATYPE, ParameterTags.DATATYPE),
      Map.entry(CallArgument.DESTINATION, ParameterTags.DESTINATION),
      Map.entry(CallArgument.SOURCE, ParameterTags.SOURCE),
      Map.entry(CallArgument.ROOT, ParameterTags.ROOT),
      Map.entry(CallArgument.REQUEST, ParameterTags.REQUEST),
      Map.entry(CallArgument.REQUESTS, ParameterTags.REQUESTS));

  private RequiredParameters() {}

  /**
   * Checks that a block has the parameters that a replay needs. An incomplete or damaged file may
   * lack them.
   */
  static void check(RawEvent event, MpiCall call) {
    if (WHOLE.contains(call)) {
      for (Map.Entry<CallArgument, Integer> needed : TAGS) {
        if (call.has(needed.getKey())) {
          require(event, needed.getValue());
        }
      }
    } else if (call == MpiCall.GROUP_INCL || call == MpiCall.GROUP_EXCL) {
      require(event, ParameterTags.COUNT);
    }
  }

  /** Returns a parameter of an event. Throws an exception if it is missing. */
  static ValuesByGroup require(RawEvent event, int tag) {
    ValuesByGroup values = event.parameters().get(tag);
    if (values == null) {
      throw event.fault(
          event.callName() + " without parameter " + Integer.toHexString(tag),
          "this parameter; the file is probably incomplete or damaged");
    }
    return values;
  }
}
