package io.github.tracecast.exports.program;

import static io.github.tracecast.trace.Parameter.*;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.SendMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The statement that makes one event's call; null for calls that a program omits. */
final class CallStatements {
  private static final String DEFAULT_REDUCTION = "2";

  private final Expressions of;
  private final String bytes;
  private final boolean later;

  /**
   * Writes the statements of one event.
   *
   * @param bytes the number of the datatype for events without one
   * @param later whether blocking sends go on without their receives
   */
  CallStatements(Expressions of, int bytes, boolean later) {
    this.later = later;
    this.of = of;
    this.bytes = Integer.toString(bytes);
  }

  /** Returns the statement of a call; null if the program leaves it out. */
  @Nullable String statement(MpiCall call) {
    return switch (call.role()) {
      case SEND ->
        later && call == MpiCall.SEND
            ? call("send_later", send())
            : attached(call) + call("send", call.mpiName(), send());
      case START_SEND -> attached(call) + call("start_send", call.mpiName(), send());
      case PREPARE_SEND -> attached(call) + call("prepare_send", call.mpiName(), send());
      case RECEIVE -> received(call, "receive");
      case START_RECEIVE -> received(call, "start_receive");
      case PREPARE_RECEIVE -> received(call, "prepare_receive");
      case COMPLETE -> of.has(COMPLETIONS) ? completesUntil(call) : completion(call);
      case COLLECTIVE, START_COLLECTIVE -> collective(call);
      case MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS, START_COMMUNICATOR ->
        communicator(call);
      case EXCHANGE, PROBE, START, FREE_REQUEST, CANCEL, OTHER -> other(call);
    };
  }

  private @Nullable String other(MpiCall call) {
    return switch (call) {
      case FINALIZE -> sent() + "finalize()";
      case SENDRECV ->
        call(
            "exchange",
            of.peer(DESTINATION),
            of.tag(TAG),
            count(),
            type(),
            of.peer(SOURCE),
            receiveTag(),
            receiveCount(),
            receiveType(),
            comm());
      case SENDRECV_REPLACE ->
        call(
            "exchange_in_place",
            of.peer(DESTINATION),
            of.tag(TAG),
            count(),
            type(),
            of.peer(SOURCE),
            receiveTag(),
            comm());
      case BUFFER_ATTACH -> "attach(), attach_buffer()";
      case BUFFER_DETACH -> "attach(), detach_buffer()";
      case PROBE -> call("probe", of.peer(SOURCE), of.tag(TAG), comm());
      case MPROBE -> call("probe_message", of.peer(SOURCE), of.tag(TAG), comm());
      case IPROBE -> call("try_probe", of.peer(SOURCE), of.tag(TAG), comm(), found());
      case IMPROBE -> call("try_probe_message", of.peer(SOURCE), of.tag(TAG), comm(), found());
      case START -> call("start_one", of.request());
      case STARTALL -> call("start_all", of.list(REQUESTS), "k");
      case REQUEST_FREE -> call("free_request", of.request());
      case CANCEL -> call("cancel", of.request());
      case REQUEST_GET_STATUS -> "get_status()";
      default -> communicator(call);
    };
  }

  private String completion(MpiCall call) {
    return switch (call) {
      case WAIT -> call("wait_for", of.request());
      case WAITALL -> call("wait_all", of.list(REQUESTS), "k");
      case WAITANY -> completesSome("wait_any");
      case TESTANY -> completesSome("test_any");
      case WAITSOME -> completesSome("some", "MPI_Waitsome", "0");
      case TESTSOME -> completesSome("some", "MPI_Testsome", "1");
      case TEST -> call("test", of.request(), of.first(OUTCOMES, "1"));
      case TESTALL -> call("test_all", of.list(REQUESTS), "k", of.first(OUTCOMES, "1"));
      default -> throw new IllegalArgumentException(call.mpiName());
    };
  }

  private String completesUntil(MpiCall call) {
    String complete = of.number(COMPLETIONS, "0");
    return switch (call) {
      case WAITANY -> call("any_until", "0", of.list(REQUESTS), "k", complete);
      case TESTANY -> call("any_until", "1", of.list(REQUESTS), "k", complete);
      case WAITSOME -> call("some_until", "0", of.list(REQUESTS), "k", complete);
      case TESTSOME -> call("some_until", "1", of.list(REQUESTS), "k", complete);
      case TEST -> call("test_until", of.request(), complete);
      default -> call("test_all_until", of.list(REQUESTS), "k", complete);
    };
  }

  private String completesSome(String function) {
    return call(function, of.list(REQUESTS), of.list(OUTCOMES), "k");
  }

  private String completesSome(String function, String mpi, String fails) {
    return call(function, mpi, of.list(REQUESTS), of.list(OUTCOMES), "k", fails);
  }

  private String collective(MpiCall call) {
    return switch (call) {
      case BARRIER -> call("barrier", "0", comm());
      case IBARRIER -> call("barrier", "1", comm());
      case BCAST, IBCAST -> call("bcast", later(call), count(), type(), root(), comm());
      case REDUCE, IREDUCE -> call("reduce", later(call), count(), type(), op(), root(), comm());
      case ALLREDUCE, SCAN, EXSCAN ->
        call("combine", call.mpiName(), count(), type(), op(), comm());
      case IALLREDUCE, ISCAN, IEXSCAN ->
        call("start_combine", call.mpiName(), count(), type(), op(), comm());
      case REDUCE_SCATTER_BLOCK, IREDUCE_SCATTER_BLOCK ->
        call("reduce_scatter_block", later(call), count(), type(), op(), comm());
      case REDUCE_SCATTER, IREDUCE_SCATTER ->
        call("reduce_scatter", later(call), of.list(COUNTS), "k", type(), op(), comm());
      case GATHER, IGATHER ->
        call("gather", later(call), count(), type(), receiveCount(), receiveType(), root(), comm());
      case SCATTER, ISCATTER ->
        call(
            "scatter", later(call), count(), type(), receiveCount(), receiveType(), root(), comm());
      case ALLGATHER, IALLGATHER -> shared("share_all", call, "0");
      case ALLTOALL, IALLTOALL -> shared("share_all", call, "1");
      case NEIGHBOR_ALLGATHER, INEIGHBOR_ALLGATHER -> shared("share_near", call, "0");
      case NEIGHBOR_ALLTOALL, INEIGHBOR_ALLTOALL -> shared("share_near", call, "1");
      default -> collectiveOfBlocks(call);
    };
  }

  /** The statement of a collective with a size for each block. */
  private String collectiveOfBlocks(MpiCall call) {
    return switch (call) {
      case GATHERV, IGATHERV ->
        call(
            "gather_blocks",
            later(call),
            count(),
            type(),
            of.list(RECEIVE_COUNTS),
            "k",
            receiveType(),
            root(),
            comm());
      case SCATTERV, ISCATTERV ->
        call(
            "scatter_blocks",
            later(call),
            of.list(COUNTS),
            "k",
            type(),
            receiveCount(),
            receiveType(),
            root(),
            comm());
      case ALLGATHERV, IALLGATHERV, NEIGHBOR_ALLGATHERV, INEIGHBOR_ALLGATHERV ->
        call(
            "share_gathered_blocks",
            both(call),
            count(),
            type(),
            of.list(RECEIVE_COUNTS),
            "k",
            receiveType(),
            comm());
      case ALLTOALLV, IALLTOALLV, NEIGHBOR_ALLTOALLV, INEIGHBOR_ALLTOALLV ->
        call(
            "share_blocks",
            both(call),
            of.list(COUNTS),
            type(),
            of.list(RECEIVE_COUNTS),
            receiveType(),
            "k",
            comm());
      case ALLTOALLW, IALLTOALLW -> typed("share_typed_blocks", call);
      case NEIGHBOR_ALLTOALLW, INEIGHBOR_ALLTOALLW -> typed("share_typed_near", call);
      default -> throw new IllegalArgumentException(call.mpiName());
    };
  }

  private String shared(String function, MpiCall call, String blocks) {
    return call(
        function, both(call), blocks, count(), type(), receiveCount(), receiveType(), comm());
  }

  private String typed(String function, MpiCall call) {
    return call(
        function,
        later(call),
        of.list(COUNTS),
        of.list(DATATYPES),
        of.list(RECEIVE_COUNTS),
        of.list(RECEIVE_DATATYPES),
        "k",
        comm());
  }

  private @Nullable String communicator(MpiCall call) {
    String made = of.has(NEW_COMMUNICATOR) ? of.item(NEW_COMMUNICATOR) : "-1";
    return switch (call) {
      case COMM_DUP -> call("dup", comm(), made);
      case COMM_DUP_WITH_INFO -> call("dup_with_info", comm(), made);
      case COMM_IDUP, COMM_IDUP_WITH_INFO -> call("start_dup", comm(), made);
      case COMM_SPLIT -> call("split", comm(), of.color(), of.number(KEY, "0"), made);
      case COMM_SPLIT_TYPE -> call("split_by_type", comm(), of.number(KEY, "0"), made);
      case COMM_CREATE -> call("create", comm(), of.item(GROUP), made);
      case COMM_CREATE_GROUP -> call("create_of_group", comm(), of.item(GROUP), made);
      case INTERCOMM_CREATE -> call("connect_groups", comm(), made);
      case INTERCOMM_MERGE ->
        of.has(COMMUNICATOR) ? call("merge", comm(), made) : call("make_as_recorded", made);
      case CART_CREATE ->
        call("make_grid", comm(), of.list(DIMENSIONS), of.list(PERIODS), "k", made);
      case CART_SUB -> call("sub_grid", comm(), made);
      case DIST_GRAPH_CREATE_ADJACENT ->
        call("make_adjacent_graph", comm(), of.list(SOURCES), of.list(DESTINATIONS), "k", made);
      case GRAPH_CREATE -> graph("make_graph", made);
      case DIST_GRAPH_CREATE -> graph("make_distributed_graph", made);
      case COMM_FREE -> call("free_communicator", comm());
      case COMM_DISCONNECT -> sent() + call("disconnect", comm());
      case COMM_GROUP -> call("take_group", comm());
      case GROUP_UNION, GROUP_INTERSECTION ->
        call("combine_groups", call.mpiName(), of.item(NEW_GROUP), "1");
      case GROUP_DIFFERENCE -> call("combine_groups", call.mpiName(), of.item(NEW_GROUP), "0");
      case GROUP_INCL -> call("choose_group", call.mpiName(), of.item(NEW_GROUP), "1");
      case GROUP_EXCL -> call("choose_group", call.mpiName(), of.item(NEW_GROUP), "0");
      case GROUP_RANGE_INCL -> call("choose_range", call.mpiName(), of.item(NEW_GROUP), "1");
      case GROUP_RANGE_EXCL -> call("choose_range", call.mpiName(), of.item(NEW_GROUP), "0");
      case GROUP_FREE -> "free_group()";
      case TYPE_CONTIGUOUS,
          TYPE_VECTOR,
          TYPE_INDEXED,
          TYPE_CREATE_HVECTOR,
          TYPE_CREATE_HINDEXED,
          TYPE_CREATE_INDEXED_BLOCK,
          TYPE_CREATE_STRUCT,
          TYPE_CREATE_SUBARRAY,
          TYPE_CREATE_RESIZED,
          TYPE_DUP,
          TYPE_COMMIT,
          TYPE_FREE,
          OP_CREATE,
          OP_FREE -> call.name().toLowerCase(Locale.ROOT) + "()";
      default -> of.has(NEW_COMMUNICATOR) ? call("make_as_recorded", made) : null;
    };
  }

  /** Foreign traces lack the edges of a graph. */
  private String graph(String function, String made) {
    return of.has(DESTINATIONS)
        ? call(function, comm(), of.list(DESTINATIONS), "k", made)
        : call(function + "_without_edges", comm(), made);
  }

  private String sent() {
    return later ? "finish_sends(), " : "";
  }

  private static String attached(MpiCall call) {
    return call.sendMode() == SendMode.BUFFERED ? "attach(), " : "";
  }

  private String received(MpiCall call, String function) {
    String name = call.isOfProbedMessage() ? function + "_message" : function;
    return call.isOfProbedMessage() && of.has(MATCHED_SOURCE)
        ? call(name, receive(MATCHED_SOURCE, MATCHED_TAG))
        : call(name, receive(SOURCE, TAG));
  }

  private String send() {
    return list(of.peer(DESTINATION), of.tag(TAG), count(), type(), comm());
  }

  private String receive(Parameter source, Parameter tag) {
    return list(of.peer(source), of.tag(tag), count(), type(), comm());
  }

  private String found() {
    return of.first(OUTCOMES, "0");
  }

  private static String later(MpiCall call) {
    return call.makesRequest() ? "1" : "0";
  }

  /**
   * The arguments for the blocking and the nonblocking function. The one that is not called is
   * NULL.
   */
  private static String both(MpiCall call) {
    return call.makesRequest() ? "NULL, " + call.mpiName() : call.mpiName() + ", NULL";
  }

  private String comm() {
    return of.communicator();
  }

  private String count() {
    return of.number(COUNT, "0");
  }

  private String type() {
    return of.number(DATATYPE, bytes);
  }

  private String receiveCount() {
    return of.has(RECEIVE_COUNT) ? of.number(RECEIVE_COUNT, "0") : count();
  }

  private String receiveType() {
    return of.has(RECEIVE_DATATYPE) ? of.number(RECEIVE_DATATYPE, bytes) : type();
  }

  private String receiveTag() {
    return of.has(RECEIVE_TAG) ? of.tag(RECEIVE_TAG) : of.tag(TAG);
  }

  private String root() {
    return of.peer(ROOT);
  }

  private String op() {
    return of.number(REDUCTION, DEFAULT_REDUCTION);
  }

  private static String call(String function, String... arguments) {
    return function + "(" + list(arguments) + ")";
  }

  private static String list(String... arguments) {
    return String.join(", ", arguments);
  }
}
