package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.platform.collective.CollectiveCall;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Role;
import io.github.tracecast.trace.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one rank in one execution of a collective: communicator, root and sizes in
 * bytes.
 */
public final class CollectiveArguments implements CollectiveCall {
  /** The bytes of the reduction by which ranks agree on the context number of a new communicator. */
  private static final long AGREEMENT_BYTES = 8;

  private final ExecutedCall call;
  private final Communicators communicators;
  private final CollectiveLookup lookup;
  private final Operation operation;
  private final int communicator;
  private long bytes = -1;
  private CollectiveLookup.@Nullable Topology topology;

  CollectiveArguments(
      ExecutedCall call, CollectiveLookup lookup, Operation operation, int communicator) {
    this.call = call;
    this.communicators = call.table().communicators();
    this.lookup = lookup;
    this.operation = operation;
    this.communicator = communicator;
  }

  /** The collective operation of a blocking or nonblocking call; null if the call is not a modelled collective. */
  public static @Nullable Operation operation(MpiCall call) {
    boolean collective = call.role() == Role.COLLECTIVE || call.role() == Role.START_COLLECTIVE;
    return collective ? Operation.valueOf(call.blocking().name()) : null;
  }

  @Override
  public Operation operation() {
    return operation;
  }

  public int communicator() {
    return communicator;
  }

  @Override
  public int size() {
    return communicators.size(communicator);
  }

  @Override
  public int firstGroup() {
    return communicators.firstGroup(communicator);
  }

  @Override
  public int rank() {
    return communicators.localRank(communicator, call.rank());
  }

  public int worldRank(int local) {
    return communicators.worldRank(communicator, local, call.rank());
  }

  /** Whether the communicator is MPI_COMM_WORLD or a duplicate of it. */
  boolean worldLike() {
    return communicator != Communicator.SELF && communicators.isWorldLike(communicator);
  }

  @Override
  public int root() {
    int root = call.value(Parameter.ROOT, 0);
    if (root < 0 && firstGroup() > 0) {
      return NO_ROOT;
    }
    if (root < 0) {
      throw new ReplayException("found no root; expected a rank from 0 to " + (size() - 1));
    }
    return root;
  }

  /** Whether the elements of a reduction are floating-point numbers. */
  public boolean floatingPoint() {
    return call.has(Parameter.DATATYPE)
        && call.table().datatype(call.value(Parameter.DATATYPE)).isFloatingPoint();
  }

  @Override
  public long ownBytes() {
    return operation == Operation.ALLGATHER || operation == Operation.ALLTOALL ? sent() : bytes();
  }

  @Override
  public long bytes() {
    if (bytes < 0) {
      bytes = given();
    }
    return bytes;
  }

  private long given() {
    return switch (operation) {
      case AGREEMENT -> AGREEMENT_BYTES;
      case BARRIER -> 0;
      case SCATTER -> rank() == root() ? sent() : received();
      case GATHER -> rank() == root() ? received() : sent();
      case ALLGATHER, ALLTOALL -> received(); // MPI_IN_PLACE makes the send arguments meaningless
      default -> sent();
    };
  }

  /** The message size by which the platform's rules select an algorithm; 0 if blocks have different sizes. */
  public long ruleBytes() {
    return switch (operation) {
      case GATHERV,
          SCATTERV,
          ALLTOALLV,
          ALLTOALLW,
          NEIGHBOR_ALLGATHERV,
          NEIGHBOR_ALLTOALLV,
          NEIGHBOR_ALLTOALLW -> 0;
      case ALLGATHERV, REDUCE_SCATTER -> vectorBytes();
      default -> operation.ruleBytes(bytes(), size());
    };
  }

  @Override
  public long sendBytes(int peer) {
    return operation.hasNeighbours()
        ? CollectiveLookup.Topology.sum(topology().destinations(), peer, this::sentBlock)
        : sentBlock(peer);
  }

  /** Whether the call has a list of send counts, one per partner. */
  private boolean sendsBlocks() {
    return call.call().has(CallArgument.COUNTS);
  }

  /** Whether the call has a list of receive counts, one per partner. */
  private boolean receivesBlocks() {
    return call.call().has(CallArgument.RECEIVE_COUNTS);
  }

  /** Whether all blocks of the call have the same size. */
  public boolean isUniform() {
    return !sendsBlocks() && !receivesBlocks() && !operation.hasNeighbours();
  }

  private long sentBlock(int index) {
    if (!sendsBlocks()) {
      return bytes();
    }
    return inPlace()
        ? receiveBlock(index)
        : block(Parameter.COUNTS, Parameter.DATATYPE, Parameter.DATATYPES, index);
  }

  @Override
  public long receiveBytes(int peer) {
    return operation.hasNeighbours()
        ? CollectiveLookup.Topology.sum(topology().sources(), peer, this::receivedBlock)
        : receivedBlock(peer);
  }

  private long receivedBlock(int index) {
    if (receivesBlocks()) {
      return receiveBlock(index);
    }
    return operation.hasNeighbours() || sendsBlocks() ? received() : bytes();
  }

  private long receiveBlock(int index) {
    return block(
        Parameter.RECEIVE_COUNTS, Parameter.RECEIVE_DATATYPE, Parameter.RECEIVE_DATATYPES, index);
  }

  @Override
  public int nextNeighbour(int after) {
    return topology().next(after, size());
  }

  private CollectiveLookup.Topology topology() {
    if (topology == null) {
      topology = lookup.topology(communicator, call.rank());
    }
    return topology;
  }

  /** Whether the call sends from its receive buffer. The send counts of such a call are meaningless. */
  private boolean inPlace() {
    return !operation.hasNeighbours() && firstGroup() == 0 && call.length(Parameter.COUNTS) == 0;
  }

  /** Bytes of all data of the operation. On a collective network, these bytes pass through the network's root. */
  public long vectorBytes() {
    return switch (operation) {
      case GATHER, SCATTER, ALLGATHER, REDUCE_SCATTER_BLOCK ->
        Math.multiplyExact(bytes(), (long) size());
      case ALLGATHERV, GATHERV -> call.has(Parameter.RECEIVE_COUNTS) ? call.receiveBytes() : 0;
      case REDUCE_SCATTER -> call.receiveBytes();
      case SCATTERV -> call.sendBytes();
      default -> bytes();
    };
  }

  /**
   * The size of the block that the rank sends to itself. MPI libraries copy this block before or
   * after they send the other blocks, and before a reduction they copy the whole send buffer.
   */
  long copiedBytes() {
    if (firstGroup() > 0) {
      return 0;
    }
    return switch (operation) {
      case ALLTOALL, ALLGATHER -> bytes();
      case ALLTOALLV, ALLTOALLW, ALLGATHERV -> receiveBytes(rank());
      case GATHER, SCATTER -> rank() == root() ? bytes() : 0;
      case GATHERV -> rank() == root() ? receiveBytes(rank()) : 0;
      case SCATTERV -> rank() == root() ? sendBytes(rank()) : 0;
      case AGREEMENT, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
        size() > 1 ? vectorBytes() : 0;
      default -> 0;
    };
  }

  private long sent() {
    return call.has(Parameter.COUNT) ? call.sendBytes() : call.receiveBytes();
  }

  private long received() {
    return call.has(Parameter.RECEIVE_COUNT) ? call.receiveBytes() : call.sendBytes();
  }

  /** The size in bytes of one block. In MPI_Alltoallw, each block has its own datatype. */
  private long block(Parameter counts, Parameter datatype, Parameter datatypes, int index) {
    requireIndex(counts, index);
    long size;
    if (call.has(datatypes)) {
      requireIndex(datatypes, index);
      size = call.table().typeBytes(call.term(datatypes, index));
    } else {
      size = call.bytesOf(call.either(datatype, Parameter.DATATYPE));
    }
    return Math.multiplyExact(call.term(counts, index), size);
  }

  private void requireIndex(Parameter list, int index) {
    int length = call.length(list);
    if (index >= length) {
      throw new ReplayException("found " + length + (length == 1 ? " number" : " numbers") + " in "
          + list.textName() + "; expected at least " + (index + 1) + ", one for each partner");
    }
  }
}
