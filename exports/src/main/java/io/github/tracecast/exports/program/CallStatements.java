package io.github.tracecast.exports.program;

import static io.github.tracecast.trace.Parameter.*;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.SendMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the C statement that makes one event's call. */
final class CallStatements {
  private static final String DEFAULT_REDUCTION = "2";

  private final Expressions expressions;
  private final String bytes;
  private final boolean later;

  /**
   * Writes the statements of one event.
   *
   * @param bytes the number of the datatype for events without a datatype
   * @param later whether blocking sends return before their receives are posted
   */
  CallStatements(Expressions expressions, int bytes, boolean later) {
    this.later = later;
    this.expressions = expressions;
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
      case COMPLETE -> expressions.has(COMPLETIONS) ? completesUntil(call) : completion(call);
      case COLLECTIVE, START_COLLECTIVE -> collective(call);
      case MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS, START_COMMUNICATOR ->
        communicator(call);
      case EXCHANGE, PROBE, START, FREE_REQUEST, CANCEL, OTHER -> other(call);
    };
  }

  private @Nullable String other(MpiCall call) {
    return switch (call) {
      case FINALIZE -> sent() + "finalize()";
      case SENDRECV -> call("exchange", sendTo(), data(), receiveFrom(), receivedData(), comm());
      case SENDRECV_REPLACE -> call("exchange_in_place", sendTo(), data(), receiveFrom(), comm());
      case BUFFER_ATTACH -> "attach(), attach_buffer()";
      case BUFFER_DETACH -> "attach(), detach_buffer()";
      case PROBE -> call("probe", end(SOURCE, TAG), comm());
      case MPROBE -> call("probe_message", end(SOURCE, TAG), comm());
      case IPROBE -> call("try_probe", end(SOURCE, TAG), comm(), found());
      case IMPROBE -> call("try_probe_message", end(SOURCE, TAG), comm(), found());
      case START -> call("start_one", expressions.request());
      case STARTALL -> call("start_all", counted(REQUESTS));
      case REQUEST_FREE -> call("free_request", expressions.request());
      case CANCEL -> call("cancel", expressions.request());
      case REQUEST_GET_STATUS -> "get_status()";
      default -> communicator(call);
    };
  }

  private String completion(MpiCall call) {
    return switch (call) {
      case WAIT -> call("wait_for", expressions.request());
      case WAITALL -> call("wait_all", counted(REQUESTS));
      case WAITANY -> call("wait_any", completed());
      case TESTANY -> call("test_any", completed());
      case WAITSOME -> call("some", "MPI_Waitsome", completed(), "0");
      case TESTSOME -> call("some", "MPI_Testsome", completed(), "1");
      case TEST -> call("test", expressions.request(), expressions.first(OUTCOMES, "1"));
      case TESTALL -> call("test_all", counted(REQUESTS), expressions.first(OUTCOMES, "1"));
      default -> throw new IllegalArgumentException(call.mpiName());
    };
  }

  private String completesUntil(MpiCall call) {
    String complete = expressions.number(COMPLETIONS, "0");
    return switch (call) {
      case WAITANY -> call("any_until", "0", counted(REQUESTS), complete);
      case TESTANY -> call("any_until", "1", counted(REQUESTS), complete);
      case WAITSOME -> call("some_until", "0", counted(REQUESTS), complete);
      case TESTSOME -> call("some_until", "1", counted(REQUESTS), complete);
      case TEST -> call("test_until", expressions.request(), complete);
      default -> call("test_all_until", counted(REQUESTS), complete);
    };
  }

  private String completed() {
    return list(expressions.list(REQUESTS), counted(OUTCOMES));
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
        call("reduce_scatter", later(call), counted(COUNTS), type(), op(), comm());
      case GATHER, IGATHER -> call("gather", later(call), data(), receivedData(), root(), comm());
      case SCATTER, ISCATTER ->
        call("scatter", later(call), data(), receivedData(), root(), comm());
      case ALLGATHER, IALLGATHER -> shared("share_all", call, "0");
      case ALLTOALL, IALLTOALL -> shared("share_all", call, "1");
      case NEIGHBOR_ALLGATHER, INEIGHBOR_ALLGATHER -> shared("share_near", call, "0");
      case NEIGHBOR_ALLTOALL, INEIGHBOR_ALLTOALL -> shared("share_near", call, "1");
      default -> collectiveOfBlocks(call);
    };
  }

  /** Returns the statement of a collective whose blocks have separate sizes. */
  private String collectiveOfBlocks(MpiCall call) {
    return switch (call) {
      case GATHERV, IGATHERV ->
        call("gather_blocks", later(call), data(), receivedBlocks(), root(), comm());
      case SCATTERV, ISCATTERV ->
        call(
            "scatter_blocks", later(call), counted(COUNTS), type(), receivedData(), root(), comm());
      case ALLGATHERV, IALLGATHERV, NEIGHBOR_ALLGATHERV, INEIGHBOR_ALLGATHERV ->
        call("share_gathered_blocks", both(call), data(), receivedBlocks(), comm());
      case ALLTOALLV, IALLTOALLV, NEIGHBOR_ALLTOALLV, INEIGHBOR_ALLTOALLV ->
        call(
            "share_blocks",
            both(call),
            expressions.list(COUNTS),
            type(),
            expressions.list(RECEIVE_COUNTS),
            receiveType(),
            "k",
            comm());
      case ALLTOALLW, IALLTOALLW -> typed("share_typed_blocks", call);
      case NEIGHBOR_ALLTOALLW, INEIGHBOR_ALLTOALLW -> typed("share_typed_near", call);
      default -> throw new IllegalArgumentException(call.mpiName());
    };
  }

  private String shared(String function, MpiCall call, String blocks) {
    return call(function, both(call), blocks, data(), receivedData(), comm());
  }

  private String typed(String function, MpiCall call) {
    return call(
        function,
        later(call),
        expressions.list(COUNTS),
        expressions.list(DATATYPES),
        expressions.list(RECEIVE_COUNTS),
        expressions.list(RECEIVE_DATATYPES),
        "k",
        comm());
  }

  private @Nullable String communicator(MpiCall call) {
    String made = expressions.has(NEW_COMMUNICATOR) ? expressions.item(NEW_COMMUNICATOR) : "-1";
    return switch (call) {
      case COMM_DUP -> call("dup", comm(), made);
      case COMM_DUP_WITH_INFO -> call("dup_with_info", comm(), made);
      case COMM_IDUP, COMM_IDUP_WITH_INFO -> call("start_dup", comm(), made);
      case COMM_SPLIT ->
        call("split", comm(), expressions.color(), expressions.number(KEY, "0"), made);
      case COMM_SPLIT_TYPE -> call("split_by_type", comm(), expressions.number(KEY, "0"), made);
      case COMM_CREATE -> call("create", comm(), expressions.item(GROUP), made);
      case COMM_CREATE_GROUP -> call("create_of_group", comm(), expressions.item(GROUP), made);
      case INTERCOMM_CREATE -> call("connect_groups", comm(), made);
      case INTERCOMM_MERGE ->
        expressions.has(COMMUNICATOR)
            ? call("merge", comm(), made)
            : call("make_as_recorded", made);
      case CART_CREATE ->
        call("make_grid", comm(), expressions.list(DIMENSIONS), counted(PERIODS), made);
      case CART_SUB -> call("sub_grid", comm(), made);
      case DIST_GRAPH_CREATE_ADJACENT ->
        call("make_adjacent_graph", comm(), expressions.list(SOURCES), counted(DESTINATIONS), made);
      case GRAPH_CREATE -> graph("make_graph", made);
      case DIST_GRAPH_CREATE -> graph("make_distributed_graph", made);
      case COMM_FREE -> call("free_communicator", comm());
      case COMM_DISCONNECT -> sent() + call("disconnect", comm());
      case COMM_GROUP -> call("take_group", comm());
      case GROUP_UNION, GROUP_INTERSECTION ->
        call("combine_groups", call.mpiName(), expressions.item(NEW_GROUP), "1");
      case GROUP_DIFFERENCE ->
        call("combine_groups", call.mpiName(), expressions.item(NEW_GROUP), "0");
      case GROUP_INCL -> call("choose_group", call.mpiName(), expressions.item(NEW_GROUP), "1");
      case GROUP_EXCL -> call("choose_group", call.mpiName(), expressions.item(NEW_GROUP), "0");
      case GROUP_RANGE_INCL ->
        call("choose_range", call.mpiName(), expressions.item(NEW_GROUP), "1");
      case GROUP_RANGE_EXCL ->
        call("choose_range", call.mpiName(), expressions.item(NEW_GROUP), "0");
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
      default -> expressions.has(NEW_COMMUNICATOR) ? call("make_as_recorded", made) : null;
    };
  }

  /**
   * Returns the call that creates a graph communicator. Traces of other tools lack the edges of the
   * graph, so they may be missing.
   */
  private String graph(String function, String made) {
    return expressions.has(DESTINATIONS)
        ? call(function, comm(), counted(DESTINATIONS), made)
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
    return call.isOfProbedMessage() && expressions.has(MATCHED_SOURCE)
        ? call(name, receive(MATCHED_SOURCE, MATCHED_TAG))
        : call(name, receive(SOURCE, TAG));
  }

  private String send() {
    return list(sendTo(), data(), comm());
  }

  private String receive(Parameter source, Parameter tag) {
    return list(end(source, tag), data(), comm());
  }

  private String sendTo() {
    return end(DESTINATION, TAG);
  }

  private String receiveFrom() {
    return end(SOURCE, expressions.has(RECEIVE_TAG) ? RECEIVE_TAG : TAG);
  }

  private String end(Parameter peer, Parameter tag) {
    return list(expressions.peer(peer), expressions.tag(tag));
  }

  private String data() {
    return list(count(), type());
  }

  private String receivedData() {
    return list(receiveCount(), receiveType());
  }

  private String receivedBlocks() {
    return list(counted(RECEIVE_COUNTS), receiveType());
  }

  /** Returns two arguments: a list, and the number of the execution. */
  private String counted(Parameter parameter) {
    return list(expressions.list(parameter), "k");
  }

  private String found() {
    return expressions.first(OUTCOMES, "0");
  }

  private static String later(MpiCall call) {
    return call.makesRequest() ? "1" : "0";
  }

  /**
   * Returns two function arguments, the blocking and the non-blocking function of a collective. The
   * function that is not called is NULL.
   */
  private static String both(MpiCall call) {
    return call.makesRequest() ? "NULL, " + call.mpiName() : call.mpiName() + ", NULL";
  }

  private String comm() {
    return expressions.communicator();
  }

  private String count() {
    return expressions.number(COUNT, "0");
  }

  private String type() {
    return expressions.number(DATATYPE, bytes);
  }

  private String receiveCount() {
    return expressions.has(RECEIVE_COUNT) ? expressions.number(RECEIVE_COUNT, "0") : count();
  }

  private String receiveType() {
    return expressions.has(RECEIVE_DATATYPE) ? expressions.number(RECEIVE_DATATYPE, bytes) : type();
  }

  private String root() {
    return expressions.peer(ROOT);
  }

  private String op() {
    return expressions.number(REDUCTION, DEFAULT_REDUCTION);
  }

  private static String call(String function, String... arguments) {
    return function + "(" + list(arguments) + ")";
  }

  private static String list(String... arguments) {
    return String.join(", ", arguments);
  }
}
