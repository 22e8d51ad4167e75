package io.github.tracecast.exports;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.imports.TimeIndependentTypes;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.trace.Parameter;
import org.jspecify.annotations.Nullable;

/** Writes the arguments of collective actions in SimGrid's time-independent format. Not thread-safe. */
@SuppressWarnings("NullAway.Init") // arguments() sets the fields before anything reads them
final class TitCollectives {
  private final TitTypes types;
  private StringBuilder line;
  private CollectiveArguments given;
  private ExecutedCall call;

  TitCollectives(TitTypes types) {
    this.types = types;
  }

  /** Returns the action of an operation, or null if the format has no action for it. */
  @Nullable String action(Operation operation) {
    return switch (operation) {
      case BARRIER -> "barrier";
      case BCAST -> "bcast";
      case REDUCE -> "reduce";
      case AGREEMENT, ALLREDUCE -> "allreduce";
      case SCAN -> "scan";
      case EXSCAN -> "exscan";
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> "reducescatter";
      case GATHER -> "gather";
      case GATHERV -> "gatherv";
      case SCATTER -> "scatter";
      case SCATTERV -> "scatterv";
      case ALLGATHER -> "allgather";
      case ALLGATHERV -> "allgatherv";
      case ALLTOALL -> "alltoall";
      case ALLTOALLV -> "alltoallv";
      case ALLTOALLW,
          NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLGATHERV,
          NEIGHBOR_ALLTOALL,
          NEIGHBOR_ALLTOALLV,
          NEIGHBOR_ALLTOALLW -> null;
    };
  }

  /** Appends the arguments after the action's name. */
  void arguments(StringBuilder text, CollectiveArguments collective, ExecutedCall of) {
    line = text;
    given = collective;
    call = of;
    if (CollectiveArguments.operation(of.call()) == null) {
      long bytes = collective.bytes();
      plain(bytes, bytes, TimeIndependentTypes.BYTE, TimeIndependentTypes.BYTE);
      return;
    }
    switch (collective.operation()) {
      case BCAST -> ofOneType(given.root());
      case REDUCE -> ofOneType(0, given.root());
      case ALLREDUCE, SCAN, EXSCAN -> ofOneType(0);
      case REDUCE_SCATTER_BLOCK -> {
        for (int i = 0; i < given.size(); i++) {
          sent();
        }
        plain(0);
        type(Parameter.DATATYPE);
      }
      case REDUCE_SCATTER -> {
        list(call.either(Parameter.COUNTS, Parameter.RECEIVE_COUNTS), Parameter.DATATYPE);
        plain(0);
        type(Parameter.DATATYPE);
      }
      case GATHER, SCATTER -> {
        sent();
        received();
        rooted();
      }
      case GATHERV -> {
        sent();
        list(Parameter.RECEIVE_COUNTS, receiveType());
        rooted();
      }
      case SCATTERV -> {
        list(Parameter.COUNTS, Parameter.DATATYPE);
        received();
        rooted();
      }
      case ALLGATHER, ALLTOALL -> {
        sentLikeReceived();
        received();
        bothTypes();
      }
      case ALLGATHERV -> {
        ownOfAllgatherv();
        list(Parameter.RECEIVE_COUNTS, receiveType());
        bothTypes();
      }
      case ALLTOALLV -> alltoallv();
      default -> {
        // a barrier has no data
      }
    }
  }

  /** Appends the arguments of an action that has a single datatype. */
  private void ofOneType(long... afterSize) {
    sent();
    plain(afterSize);
    type(Parameter.DATATYPE);
  }

  /** Appends the arguments after the sizes of a gather or scatter. */
  private void rooted() {
    plain(given.root());
    bothTypes();
  }

  private void alltoallv() {
    boolean inPlace = call.length(Parameter.COUNTS) == 0;
    Parameter counts = inPlace ? Parameter.RECEIVE_COUNTS : Parameter.COUNTS;
    Parameter datatype = inPlace ? receiveType() : Parameter.DATATYPE;
    buffer(counts, datatype);
    buffer(Parameter.RECEIVE_COUNTS, receiveType());
    type(datatype);
    type(receiveType());
  }

  private void plain(long... numbers) {
    for (long number : numbers) {
      line.append(' ').append(number);
    }
  }

  /** Appends a number of elements of the format's datatype. */
  private void elements(long count, Parameter datatype) {
    int type = datatype(datatype);
    plain(types.count(type, count, count * call.bytesOf(datatype)));
  }

  private int datatype(Parameter parameter) {
    return call.value(parameter, Message.BYTES);
  }

  private void type(Parameter datatype) {
    plain(types.id(datatype(datatype)));
  }

  private Parameter receiveType() {
    return call.either(Parameter.RECEIVE_DATATYPE, Parameter.DATATYPE);
  }

  private Parameter sendType() {
    return call.either(Parameter.DATATYPE, Parameter.RECEIVE_DATATYPE);
  }

  private void bothTypes() {
    type(sendType());
    type(receiveType());
  }

  private void sent() {
    elements(call.count(Parameter.COUNT), sendType());
  }

  private void received() {
    elements(call.count(Parameter.RECEIVE_COUNT), receiveType());
  }

  /** Handles MPI_IN_PLACE: the rank sends the content of its receive buffer. */
  private void sentLikeReceived() {
    if (call.count(Parameter.COUNT) > 0 || !call.has(Parameter.RECEIVE_COUNT)) {
      sent();
    } else {
      received();
    }
  }

  private void ownOfAllgatherv() {
    if (call.count(Parameter.COUNT) > 0 || call.length(Parameter.RECEIVE_COUNTS) <= given.rank()) {
      sent();
    } else {
      elements(listed(Parameter.RECEIVE_COUNTS, given.rank()), receiveType());
    }
  }

  private long listed(Parameter list, int index) {
    return index < call.length(list) ? call.term(list, index) : 0;
  }

  /** Appends one number for each rank, from a list of counts; zeros if the call has no list. */
  private void list(Parameter list, Parameter datatype) {
    for (int i = 0; i < given.size(); i++) {
      elements(listed(list, i), datatype);
    }
  }

  /** Appends the buffer's size, then one number for each rank. */
  private void buffer(Parameter list, Parameter datatype) {
    long sum = 0;
    for (int i = 0; i < given.size(); i++) {
      sum += listed(list, i);
    }
    elements(sum, datatype);
    list(list, datatype);
  }
}
