package io.github.tracecast.simulate;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.EnumMap;
import java.util.Map;

/** What one rank gave to one execution of a collective: communicator, root and sizes in bytes. */
final class CollectiveArguments {
  private static final Map<MpiCall, Operation> OPERATIONS = operations();

  private final EventTable table;
  private final Communicators communicators;
  private final Datatypes datatypes;
  private final Neighbours neighbours;
  private final Operation operation;
  private final int event;
  private final int worldRank;
  private final long execution;
  private final int communicator;
  private long fixedBytes = -1;

  CollectiveArguments(
      EventTable table,
      Communicators communicators,
      Datatypes datatypes,
      Neighbours neighbours,
      Operation operation,
      int event,
      int worldRank,
      long execution) {
    this.table = table;
    this.communicators = communicators;
    this.datatypes = datatypes;
    this.neighbours = neighbours;
    this.operation = operation;
    this.event = event;
    this.worldRank = worldRank;
    this.execution = execution;
    this.communicator = table.communicator(event, worldRank, execution);
  }

  /** The same with a size that the program does not give. */
  CollectiveArguments withBytes(long bytes) {
    fixedBytes = bytes;
    return this;
  }

  /** The operation that a call asks for, blocking or not; null if it is no collective of that kind. */
  static Operation operation(MpiCall call) {
    return OPERATIONS.get(call);
  }

  private static Map<MpiCall, Operation> operations() {
    Map<MpiCall, Operation> map = new EnumMap<>(MpiCall.class);
    for (Operation operation : Operation.values()) {
      map.put(MpiCall.valueOf(operation.name()), operation);
      map.put(MpiCall.valueOf("I" + operation.name()), operation);
    }
    return map;
  }

  Operation operation() {
    return operation;
  }

  int communicator() {
    return communicator;
  }

  int size() {
    return communicators.size(communicator);
  }

  int localRank() {
    return communicators.localRank(communicator, worldRank);
  }

  int worldRank(int local) {
    return communicators.worldRank(communicator, local, worldRank);
  }

  /** Whether the communicator is MPI_COMM_WORLD or a duplicate of it. */
  boolean worldLike() {
    return communicator != Communicator.SELF && communicators.isWorldLike(communicator);
  }

  int root() {
    return table.has(event, Parameter.ROOT)
        ? (int) table.value(event, Parameter.ROOT, worldRank, execution)
        : 0;
  }

  /** Whether a reduction adds up floating-point numbers. */
  boolean floatingPoint() {
    return table.has(event, Parameter.DATATYPE)
        && datatypes.floatingPoint((int) table.value(event, Parameter.DATATYPE, worldRank, execution));
  }

  /** The vector or the block, as {@link io.github.tracecast.simulate.collective.CollectiveCall#bytes} says. */
  long bytes() {
    if (fixedBytes >= 0) {
      return fixedBytes;
    }
    return switch (operation) {
      case BARRIER -> 0;
      case SCATTER -> localRank() == root() ? sent() : received();
      default -> sent();
    };
  }

  /** The bytes by which a platform's rule is chosen. */
  long ruleBytes() {
    return switch (operation) {
      case GATHERV, ALLTOALLV, ALLTOALLW, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
          0;
      case ALLGATHERV, REDUCE_SCATTER -> total(Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPE);
      case SCATTERV -> 0;
      case ALLGATHER, REDUCE_SCATTER_BLOCK -> Math.multiplyExact(bytes(), (long) size());
      default -> bytes();
    };
  }

  long sendBytes(int peer) {
    return switch (operation) {
      case GATHERV, ALLGATHERV -> sent();
      case SCATTERV, ALLTOALLV -> block(Parameter.COUNTS, Parameter.DATATYPE, peer);
      case ALLTOALLW -> blockOfOwnType(Parameter.COUNTS, Parameter.DATATYPES, peer);
      case REDUCE_SCATTER -> block(countsOfReduceScatter(), Parameter.DATATYPE, peer);
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL ->
          Math.multiplyExact(sent(), (long) neighbours.destinations(communicator, worldRank).count(peer));
      case NEIGHBOR_ALLTOALLV ->
          neighbours.destinations(communicator, worldRank)
              .sum(peer, i -> block(Parameter.COUNTS, Parameter.DATATYPE, i));
      case NEIGHBOR_ALLTOALLW ->
          neighbours.destinations(communicator, worldRank)
              .sum(peer, i -> blockOfOwnType(Parameter.COUNTS, Parameter.DATATYPES, i));
      default -> bytes();
    };
  }

  long receiveBytes(int peer) {
    return switch (operation) {
      case SCATTERV -> received();
      case GATHERV, ALLGATHERV, ALLTOALLV ->
          block(Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPE, peer);
      case ALLTOALLW -> blockOfOwnType(Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPES, peer);
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL ->
          Math.multiplyExact(received(), (long) neighbours.sources(communicator, worldRank).count(peer));
      case NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALLV ->
          neighbours.sources(communicator, worldRank)
              .sum(peer, i -> block(Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPE, i));
      case NEIGHBOR_ALLTOALLW ->
          neighbours.sources(communicator, worldRank)
              .sum(peer, i -> blockOfOwnType(Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPES, i));
      default -> bytes();
    };
  }

  /** All bytes that pass through the root of a collective network. */
  long throughRoot() {
    return switch (operation) {
      case GATHER, SCATTER, ALLGATHER, REDUCE_SCATTER_BLOCK -> Math.multiplyExact(bytes(), (long) size());
      case ALLGATHERV -> total(Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPE);
      case REDUCE_SCATTER -> total(countsOfReduceScatter(), Parameter.DATATYPE);
      case GATHERV -> total(Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPE);
      case SCATTERV -> total(Parameter.COUNTS, Parameter.DATATYPE);
      default -> bytes();
    };
  }

  private Parameter countsOfReduceScatter() {
    return table.has(event, Parameter.RECEIVE_COUNTS) ? Parameter.RECEIVE_COUNTS : Parameter.COUNTS;
  }

  private long sent() {
    return table.has(event, Parameter.COUNT)
        ? table.sendBytes(event, worldRank, execution)
        : table.receiveBytes(event, worldRank, execution);
  }

  private long received() {
    return table.has(event, Parameter.RECEIVE_COUNT)
        ? table.receiveBytes(event, worldRank, execution)
        : table.sendBytes(event, worldRank, execution);
  }

  private long total(Parameter counts, Parameter datatype) {
    if (!table.has(event, counts)) {
      return 0;
    }
    long total = 0;
    int length = table.listLength(event, counts, worldRank, execution);
    for (int i = 0; i < length; i++) {
      total = Math.addExact(total, block(counts, datatype, i));
    }
    return total;
  }

  private long block(Parameter counts, Parameter datatype, int index) {
    requireIndex(counts, index);
    Parameter type = table.has(event, datatype) ? datatype : Parameter.DATATYPE;
    return Math.multiplyExact(
        table.listValue(event, counts, worldRank, execution, index),
        table.bytesOf(event, type, worldRank, execution));
  }

  private long blockOfOwnType(Parameter counts, Parameter types, int index) {
    if (!table.has(event, types)) {
      return block(counts, Parameter.DATATYPE, index);
    }
    requireIndex(counts, index);
    requireIndex(types, index);
    long size = datatypes.bytes((int) table.listValue(event, types, worldRank, execution, index));
    return Math.multiplyExact(table.listValue(event, counts, worldRank, execution, index), size);
  }

  private void requireIndex(Parameter list, int index) {
    int length = table.has(event, list) ? table.listLength(event, list, worldRank, execution) : 0;
    if (index >= length) {
      throw new ReplayException(
          "event " + event + " (" + table.call(event).mpiName() + ") on rank " + worldRank + ": found "
              + length + " numbers in " + list.textName() + "; expected one for each of " + size() + " ranks");
    }
  }
}
