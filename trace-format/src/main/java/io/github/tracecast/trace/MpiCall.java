package io.github.tracecast.trace;

import static io.github.tracecast.trace.MpiCall.Family.*;

import io.github.tracecast.trace.calls.SendMode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The calls of MPI that communicate, complete or change state: all of MPI 3.1, the calls of MPI 1
 * that were removed, and some of MPI 4. Each call has a kind of work, a send mode and a list of
 * arguments, from the recorder's {@code calls.txt}, a resource of this module. The other properties
 * of a call follow from these: its role, and whether it makes a request, blocks, tests, or has a
 * root. Some calls that only query information are included. A replay decides which calls it
 * models. The names are MPI's own, so {@code NEIGHBOR_} has no u.
 */
public enum MpiCall {
  // environment
  INIT(ENVIRONMENT),
  INIT_THREAD(ENVIRONMENT),
  FINALIZE(ENVIRONMENT),
  SESSION_INIT(ENVIRONMENT),
  SESSION_FINALIZE(ENVIRONMENT),
  INITIALIZED(ENVIRONMENT),
  FINALIZED(ENVIRONMENT),
  ABORT(ENVIRONMENT),
  WTIME(ENVIRONMENT),
  WTICK(ENVIRONMENT),
  PCONTROL(ENVIRONMENT),
  GET_PROCESSOR_NAME(ENVIRONMENT),
  QUERY_THREAD(ENVIRONMENT),
  IS_THREAD_MAIN(ENVIRONMENT),
  // point to point
  SEND(POINT_TO_POINT),
  BSEND(POINT_TO_POINT, SendMode.BUFFERED),
  SSEND(POINT_TO_POINT, SendMode.SYNCHRONOUS),
  RSEND(POINT_TO_POINT, SendMode.READY),
  ISEND(POINT_TO_POINT),
  IBSEND(POINT_TO_POINT, SendMode.BUFFERED),
  ISSEND(POINT_TO_POINT, SendMode.SYNCHRONOUS),
  IRSEND(POINT_TO_POINT, SendMode.READY),
  RECV(POINT_TO_POINT),
  IRECV(POINT_TO_POINT),
  MRECV(POINT_TO_POINT),
  IMRECV(POINT_TO_POINT),
  SENDRECV(POINT_TO_POINT),
  SENDRECV_REPLACE(POINT_TO_POINT),
  BUFFER_ATTACH(POINT_TO_POINT),
  BUFFER_DETACH(POINT_TO_POINT),
  BUFFER_FLUSH(POINT_TO_POINT),
  BUFFER_IFLUSH(POINT_TO_POINT),
  COMM_ATTACH_BUFFER(POINT_TO_POINT),
  COMM_DETACH_BUFFER(POINT_TO_POINT),
  COMM_FLUSH_BUFFER(POINT_TO_POINT),
  COMM_IFLUSH_BUFFER(POINT_TO_POINT),
  SESSION_ATTACH_BUFFER(POINT_TO_POINT),
  SESSION_DETACH_BUFFER(POINT_TO_POINT),
  SESSION_FLUSH_BUFFER(POINT_TO_POINT),
  SESSION_IFLUSH_BUFFER(POINT_TO_POINT),
  // persistent
  SEND_INIT(PERSISTENT),
  BSEND_INIT(PERSISTENT, SendMode.BUFFERED),
  SSEND_INIT(PERSISTENT, SendMode.SYNCHRONOUS),
  RSEND_INIT(PERSISTENT, SendMode.READY),
  RECV_INIT(PERSISTENT),
  START(PERSISTENT),
  STARTALL(PERSISTENT),
  PREADY(PERSISTENT),
  PREADY_RANGE(PERSISTENT),
  PREADY_LIST(PERSISTENT),
  PARRIVED(PERSISTENT),
  BARRIER_INIT(PERSISTENT),
  BCAST_INIT(PERSISTENT),
  REDUCE_INIT(PERSISTENT),
  ALLREDUCE_INIT(PERSISTENT),
  GATHER_INIT(PERSISTENT),
  GATHERV_INIT(PERSISTENT),
  SCATTER_INIT(PERSISTENT),
  SCATTERV_INIT(PERSISTENT),
  ALLGATHER_INIT(PERSISTENT),
  ALLGATHERV_INIT(PERSISTENT),
  ALLTOALL_INIT(PERSISTENT),
  ALLTOALLV_INIT(PERSISTENT),
  ALLTOALLW_INIT(PERSISTENT),
  REDUCE_SCATTER_INIT(PERSISTENT),
  REDUCE_SCATTER_BLOCK_INIT(PERSISTENT),
  SCAN_INIT(PERSISTENT),
  EXSCAN_INIT(PERSISTENT),
  NEIGHBOR_ALLGATHER_INIT(PERSISTENT),
  NEIGHBOR_ALLGATHERV_INIT(PERSISTENT),
  NEIGHBOR_ALLTOALL_INIT(PERSISTENT),
  NEIGHBOR_ALLTOALLV_INIT(PERSISTENT),
  NEIGHBOR_ALLTOALLW_INIT(PERSISTENT),
  // completion
  WAIT(COMPLETION),
  WAITALL(COMPLETION),
  WAITANY(COMPLETION),
  WAITSOME(COMPLETION),
  TEST(COMPLETION),
  TESTALL(COMPLETION),
  TESTANY(COMPLETION),
  TESTSOME(COMPLETION),
  REQUEST_FREE(COMPLETION),
  REQUEST_GET_STATUS(COMPLETION),
  REQUEST_GET_STATUS_ALL(COMPLETION),
  REQUEST_GET_STATUS_ANY(COMPLETION),
  REQUEST_GET_STATUS_SOME(COMPLETION),
  CANCEL(COMPLETION),
  TEST_CANCELLED(COMPLETION),
  // probe
  PROBE(Family.PROBE),
  IPROBE(Family.PROBE),
  MPROBE(Family.PROBE),
  IMPROBE(Family.PROBE),
  // collective
  BARRIER(COLLECTIVE),
  BCAST(COLLECTIVE),
  REDUCE(COLLECTIVE),
  ALLREDUCE(COLLECTIVE),
  GATHER(COLLECTIVE),
  GATHERV(COLLECTIVE),
  SCATTER(COLLECTIVE),
  SCATTERV(COLLECTIVE),
  ALLGATHER(COLLECTIVE),
  ALLGATHERV(COLLECTIVE),
  ALLTOALL(COLLECTIVE),
  ALLTOALLV(COLLECTIVE),
  ALLTOALLW(COLLECTIVE),
  REDUCE_SCATTER(COLLECTIVE),
  REDUCE_SCATTER_BLOCK(COLLECTIVE),
  SCAN(COLLECTIVE),
  EXSCAN(COLLECTIVE),
  REDUCE_LOCAL(COLLECTIVE),
  // nonblocking collective
  IBARRIER(NONBLOCKING_COLLECTIVE),
  IBCAST(NONBLOCKING_COLLECTIVE),
  IREDUCE(NONBLOCKING_COLLECTIVE),
  IALLREDUCE(NONBLOCKING_COLLECTIVE),
  IGATHER(NONBLOCKING_COLLECTIVE),
  IGATHERV(NONBLOCKING_COLLECTIVE),
  ISCATTER(NONBLOCKING_COLLECTIVE),
  ISCATTERV(NONBLOCKING_COLLECTIVE),
  IALLGATHER(NONBLOCKING_COLLECTIVE),
  IALLGATHERV(NONBLOCKING_COLLECTIVE),
  IALLTOALL(NONBLOCKING_COLLECTIVE),
  IALLTOALLV(NONBLOCKING_COLLECTIVE),
  IALLTOALLW(NONBLOCKING_COLLECTIVE),
  IREDUCE_SCATTER(NONBLOCKING_COLLECTIVE),
  IREDUCE_SCATTER_BLOCK(NONBLOCKING_COLLECTIVE),
  ISCAN(NONBLOCKING_COLLECTIVE),
  IEXSCAN(NONBLOCKING_COLLECTIVE),
  // neighbourhood
  NEIGHBOR_ALLGATHER(NEIGHBOURHOOD),
  NEIGHBOR_ALLGATHERV(NEIGHBOURHOOD),
  NEIGHBOR_ALLTOALL(NEIGHBOURHOOD),
  NEIGHBOR_ALLTOALLV(NEIGHBOURHOOD),
  NEIGHBOR_ALLTOALLW(NEIGHBOURHOOD),
  INEIGHBOR_ALLGATHER(NEIGHBOURHOOD),
  INEIGHBOR_ALLGATHERV(NEIGHBOURHOOD),
  INEIGHBOR_ALLTOALL(NEIGHBOURHOOD),
  INEIGHBOR_ALLTOALLV(NEIGHBOURHOOD),
  INEIGHBOR_ALLTOALLW(NEIGHBOURHOOD),
  // communicator
  COMM_RANK(COMMUNICATOR),
  COMM_SIZE(COMMUNICATOR),
  COMM_COMPARE(COMMUNICATOR),
  COMM_TEST_INTER(COMMUNICATOR),
  COMM_REMOTE_SIZE(COMMUNICATOR),
  COMM_REMOTE_GROUP(COMMUNICATOR),
  COMM_DUP(COMMUNICATOR),
  COMM_DUP_WITH_INFO(COMMUNICATOR),
  COMM_IDUP(COMMUNICATOR),
  COMM_IDUP_WITH_INFO(COMMUNICATOR),
  COMM_SPLIT(COMMUNICATOR),
  COMM_SPLIT_TYPE(COMMUNICATOR),
  COMM_CREATE(COMMUNICATOR),
  COMM_CREATE_GROUP(COMMUNICATOR),
  COMM_CREATE_FROM_GROUP(COMMUNICATOR),
  INTERCOMM_CREATE_FROM_GROUPS(COMMUNICATOR),
  COMM_FREE(COMMUNICATOR),
  COMM_DISCONNECT(COMMUNICATOR),
  COMM_SPAWN(COMMUNICATOR),
  COMM_SPAWN_MULTIPLE(COMMUNICATOR),
  COMM_ACCEPT(COMMUNICATOR),
  COMM_CONNECT(COMMUNICATOR),
  COMM_JOIN(COMMUNICATOR),
  COMM_GET_PARENT(COMMUNICATOR),
  OPEN_PORT(COMMUNICATOR),
  CLOSE_PORT(COMMUNICATOR),
  PUBLISH_NAME(COMMUNICATOR),
  UNPUBLISH_NAME(COMMUNICATOR),
  LOOKUP_NAME(COMMUNICATOR),
  COMM_SET_INFO(COMMUNICATOR),
  COMM_GET_INFO(COMMUNICATOR),
  COMM_SET_NAME(COMMUNICATOR),
  COMM_GET_NAME(COMMUNICATOR),
  COMM_SET_ERRHANDLER(COMMUNICATOR),
  COMM_GET_ERRHANDLER(COMMUNICATOR),
  COMM_CREATE_KEYVAL(COMMUNICATOR),
  COMM_FREE_KEYVAL(COMMUNICATOR),
  COMM_SET_ATTR(COMMUNICATOR),
  COMM_GET_ATTR(COMMUNICATOR),
  COMM_DELETE_ATTR(COMMUNICATOR),
  INTERCOMM_CREATE(COMMUNICATOR),
  INTERCOMM_MERGE(COMMUNICATOR),
  // group
  GROUP_FROM_SESSION_PSET(GROUP),
  COMM_GROUP(GROUP),
  GROUP_SIZE(GROUP),
  GROUP_RANK(GROUP),
  GROUP_COMPARE(GROUP),
  GROUP_TRANSLATE_RANKS(GROUP),
  GROUP_UNION(GROUP),
  GROUP_INTERSECTION(GROUP),
  GROUP_DIFFERENCE(GROUP),
  GROUP_INCL(GROUP),
  GROUP_EXCL(GROUP),
  GROUP_RANGE_INCL(GROUP),
  GROUP_RANGE_EXCL(GROUP),
  GROUP_FREE(GROUP),
  // topology
  DIMS_CREATE(TOPOLOGY),
  CART_CREATE(TOPOLOGY),
  CART_SUB(TOPOLOGY),
  CART_GET(TOPOLOGY),
  CART_RANK(TOPOLOGY),
  CART_COORDS(TOPOLOGY),
  CART_SHIFT(TOPOLOGY),
  CART_MAP(TOPOLOGY),
  CARTDIM_GET(TOPOLOGY),
  GRAPH_CREATE(TOPOLOGY),
  GRAPH_GET(TOPOLOGY),
  GRAPH_MAP(TOPOLOGY),
  GRAPH_NEIGHBORS(TOPOLOGY),
  GRAPH_NEIGHBORS_COUNT(TOPOLOGY),
  GRAPHDIMS_GET(TOPOLOGY),
  DIST_GRAPH_CREATE(TOPOLOGY),
  DIST_GRAPH_CREATE_ADJACENT(TOPOLOGY),
  DIST_GRAPH_NEIGHBORS(TOPOLOGY),
  DIST_GRAPH_NEIGHBORS_COUNT(TOPOLOGY),
  TOPO_TEST(TOPOLOGY),
  // datatype
  TYPE_CONTIGUOUS(DATATYPE),
  TYPE_VECTOR(DATATYPE),
  TYPE_HVECTOR(DATATYPE),
  TYPE_INDEXED(DATATYPE),
  TYPE_HINDEXED(DATATYPE),
  TYPE_STRUCT(DATATYPE),
  TYPE_CREATE_HVECTOR(DATATYPE),
  TYPE_CREATE_HINDEXED(DATATYPE),
  TYPE_CREATE_HINDEXED_BLOCK(DATATYPE),
  TYPE_CREATE_INDEXED_BLOCK(DATATYPE),
  TYPE_CREATE_STRUCT(DATATYPE),
  TYPE_CREATE_SUBARRAY(DATATYPE),
  TYPE_CREATE_DARRAY(DATATYPE),
  TYPE_CREATE_RESIZED(DATATYPE),
  TYPE_CREATE_F90_INTEGER(DATATYPE),
  TYPE_CREATE_F90_REAL(DATATYPE),
  TYPE_CREATE_F90_COMPLEX(DATATYPE),
  TYPE_DUP(DATATYPE),
  TYPE_COMMIT(DATATYPE),
  TYPE_FREE(DATATYPE),
  TYPE_SIZE(DATATYPE),
  TYPE_EXTENT(DATATYPE),
  TYPE_GET_EXTENT(DATATYPE),
  TYPE_GET_TRUE_EXTENT(DATATYPE),
  TYPE_LB(DATATYPE),
  TYPE_UB(DATATYPE),
  PACK(DATATYPE),
  UNPACK(DATATYPE),
  PACK_EXTERNAL(DATATYPE),
  UNPACK_EXTERNAL(DATATYPE),
  PACK_SIZE(DATATYPE),
  GET_ADDRESS(DATATYPE),
  GET_COUNT(DATATYPE),
  GET_ELEMENTS(DATATYPE),
  // rma
  WIN_CREATE(RMA),
  WIN_ALLOCATE(RMA),
  WIN_ALLOCATE_SHARED(RMA),
  WIN_CREATE_DYNAMIC(RMA),
  WIN_ATTACH(RMA),
  WIN_DETACH(RMA),
  WIN_SHARED_QUERY(RMA),
  WIN_FREE(RMA),
  WIN_SET_INFO(RMA),
  WIN_GET_GROUP(RMA),
  WIN_FENCE(RMA),
  WIN_START(RMA),
  WIN_COMPLETE(RMA),
  WIN_POST(RMA),
  WIN_WAIT(RMA),
  WIN_TEST(RMA),
  WIN_LOCK(RMA),
  WIN_LOCK_ALL(RMA),
  WIN_UNLOCK(RMA),
  WIN_UNLOCK_ALL(RMA),
  WIN_FLUSH(RMA),
  WIN_FLUSH_ALL(RMA),
  WIN_FLUSH_LOCAL(RMA),
  WIN_FLUSH_LOCAL_ALL(RMA),
  WIN_SYNC(RMA),
  PUT(RMA),
  GET(RMA),
  ACCUMULATE(RMA),
  GET_ACCUMULATE(RMA),
  FETCH_AND_OP(RMA),
  COMPARE_AND_SWAP(RMA),
  RPUT(RMA),
  RGET(RMA),
  RACCUMULATE(RMA),
  RGET_ACCUMULATE(RMA),
  ALLOC_MEM(RMA),
  FREE_MEM(RMA),
  // io
  FILE_OPEN(IO),
  FILE_CLOSE(IO),
  FILE_DELETE(IO),
  FILE_SET_SIZE(IO),
  FILE_PREALLOCATE(IO),
  FILE_GET_SIZE(IO),
  FILE_GET_GROUP(IO),
  FILE_GET_AMODE(IO),
  FILE_SET_INFO(IO),
  FILE_GET_INFO(IO),
  FILE_SET_VIEW(IO),
  FILE_GET_VIEW(IO),
  FILE_READ_AT(IO),
  FILE_READ_AT_ALL(IO),
  FILE_WRITE_AT(IO),
  FILE_WRITE_AT_ALL(IO),
  FILE_IREAD_AT(IO),
  FILE_IREAD_AT_ALL(IO),
  FILE_IWRITE_AT(IO),
  FILE_IWRITE_AT_ALL(IO),
  FILE_READ(IO),
  FILE_READ_ALL(IO),
  FILE_WRITE(IO),
  FILE_WRITE_ALL(IO),
  FILE_IREAD(IO),
  FILE_IREAD_ALL(IO),
  FILE_IWRITE(IO),
  FILE_IWRITE_ALL(IO),
  FILE_SEEK(IO),
  FILE_GET_POSITION(IO),
  FILE_GET_BYTE_OFFSET(IO),
  FILE_READ_SHARED(IO),
  FILE_WRITE_SHARED(IO),
  FILE_IREAD_SHARED(IO),
  FILE_IWRITE_SHARED(IO),
  FILE_READ_ORDERED(IO),
  FILE_WRITE_ORDERED(IO),
  FILE_SEEK_SHARED(IO),
  FILE_GET_POSITION_SHARED(IO),
  FILE_READ_AT_ALL_BEGIN(IO),
  FILE_READ_AT_ALL_END(IO),
  FILE_WRITE_AT_ALL_BEGIN(IO),
  FILE_WRITE_AT_ALL_END(IO),
  FILE_READ_ALL_BEGIN(IO),
  FILE_READ_ALL_END(IO),
  FILE_WRITE_ALL_BEGIN(IO),
  FILE_WRITE_ALL_END(IO),
  FILE_READ_ORDERED_BEGIN(IO),
  FILE_READ_ORDERED_END(IO),
  FILE_WRITE_ORDERED_BEGIN(IO),
  FILE_WRITE_ORDERED_END(IO),
  FILE_GET_TYPE_EXTENT(IO),
  FILE_SET_ATOMICITY(IO),
  FILE_GET_ATOMICITY(IO),
  FILE_SYNC(IO),
  // other
  OP_CREATE(Family.OTHER),
  OP_FREE(Family.OTHER),
  GREQUEST_START(Family.OTHER),
  GREQUEST_COMPLETE(Family.OTHER),
  // other calls without communication: error handlers, attributes, names and hints
  GET_VERSION(Family.OTHER),
  ERRHANDLER_CREATE(Family.OTHER),
  ERRHANDLER_FREE(Family.OTHER),
  ERROR_STRING(Family.OTHER),
  ERROR_CLASS(Family.OTHER),
  ADD_ERROR_CLASS(Family.OTHER),
  ADD_ERROR_CODE(Family.OTHER),
  ADD_ERROR_STRING(Family.OTHER),
  COMM_CALL_ERRHANDLER(Family.OTHER),
  COMM_CREATE_ERRHANDLER(Family.OTHER),
  FILE_CALL_ERRHANDLER(Family.OTHER),
  FILE_CREATE_ERRHANDLER(Family.OTHER),
  FILE_GET_ERRHANDLER(Family.OTHER),
  FILE_SET_ERRHANDLER(Family.OTHER),
  WIN_CALL_ERRHANDLER(Family.OTHER),
  WIN_CREATE_ERRHANDLER(Family.OTHER),
  WIN_GET_ERRHANDLER(Family.OTHER),
  WIN_SET_ERRHANDLER(Family.OTHER),
  STATUS_SET_CANCELLED(Family.OTHER),
  STATUS_SET_ELEMENTS(Family.OTHER),
  TYPE_CREATE_KEYVAL(Family.OTHER),
  TYPE_FREE_KEYVAL(Family.OTHER),
  TYPE_SET_ATTR(Family.OTHER),
  TYPE_GET_ATTR(Family.OTHER),
  TYPE_DELETE_ATTR(Family.OTHER),
  TYPE_GET_CONTENTS(Family.OTHER),
  TYPE_GET_ENVELOPE(Family.OTHER),
  TYPE_SET_NAME(Family.OTHER),
  TYPE_GET_NAME(Family.OTHER),
  TYPE_MATCH_SIZE(Family.OTHER),
  WIN_CREATE_KEYVAL(Family.OTHER),
  WIN_FREE_KEYVAL(Family.OTHER),
  WIN_SET_ATTR(Family.OTHER),
  WIN_GET_ATTR(Family.OTHER),
  WIN_DELETE_ATTR(Family.OTHER),
  WIN_SET_NAME(Family.OTHER),
  WIN_GET_NAME(Family.OTHER),
  INFO_CREATE(Family.OTHER),
  INFO_DELETE(Family.OTHER),
  INFO_DUP(Family.OTHER),
  INFO_FREE(Family.OTHER),
  INFO_GET(Family.OTHER),
  INFO_GET_NKEYS(Family.OTHER),
  INFO_GET_NTHKEY(Family.OTHER),
  INFO_GET_VALUELEN(Family.OTHER),
  INFO_SET(Family.OTHER),
  PACK_EXTERNAL_SIZE(Family.OTHER),
  REGISTER_DATAREP(Family.OTHER),
  OTHER(Family.OTHER);

  /** The kind of work that a call does. */
  public enum Family {
    ENVIRONMENT,
    POINT_TO_POINT,
    PERSISTENT,
    COMPLETION,
    PROBE,
    COLLECTIVE,
    NONBLOCKING_COLLECTIVE,
    /** Neighbourhood collectives, blocking and non-blocking. */
    NEIGHBOURHOOD,
    COMMUNICATOR,
    GROUP,
    TOPOLOGY,
    DATATYPE,
    RMA,
    IO,
    OTHER
  }

  /**
   * The effect of a call on messages, requests and communicators. The role follows from the
   * arguments.
   */
  public enum Role {
    SEND,
    START_SEND,
    PREPARE_SEND,
    RECEIVE,
    START_RECEIVE,
    PREPARE_RECEIVE,
    /** Sends a message and receives another message. */
    EXCHANGE,
    /** Starts persistent requests. */
    START,
    FREE_REQUEST,
    CANCEL,
    /** Waits for requests or tests them. */
    COMPLETE,
    PROBE,
    COLLECTIVE,
    START_COLLECTIVE,
    /** All ranks of a communicator create a new communicator. */
    MAKE_COMMUNICATOR,
    START_COMMUNICATOR,
    /** Only the members of the new communicator make the call. */
    MAKE_COMMUNICATOR_OF_MEMBERS,
    /** The call has none of these effects. */
    OTHER
  }

  /** Which of its requests a wait or test completes. */
  public enum Completion {
    ALL,
    ONE,
    /** Completes at least one request. */
    SOME
  }

  private static final Map<String, MpiCall> BY_NAME = new HashMap<>();

  static {
    for (MpiCall call : values()) {
      BY_NAME.put(call.mpiName, call);
    }
  }

  private final Family family;
  private final String arguments;
  private final SendMode sendMode;
  private final String mpiName;
  private final boolean sends;
  private final boolean receives;
  private final boolean makesPersistentRequest;
  private final boolean makesRequest;
  private final Role role;

  MpiCall(Family family) {
    this(family, SendMode.STANDARD);
  }

  MpiCall(Family family, SendMode sendMode) {
    this.family = family;
    this.arguments = CallArgument.lettersOf(name());
    this.sendMode = sendMode;
    this.makesPersistentRequest = has(CallArgument.NEW_PERSISTENT_REQUEST);
    this.makesRequest = has(CallArgument.NEW_REQUEST) || makesPersistentRequest;
    this.sends = has(CallArgument.DESTINATION) && !makesPersistentRequest;
    this.receives = has(CallArgument.RECEIVE_BUFFER)
        && (has(CallArgument.SOURCE) || has(CallArgument.MESSAGE))
        && !makesPersistentRequest;
    this.role = roleOfArguments();
    this.mpiName = "MPI_" + name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  private Role roleOfArguments() {
    if (has(CallArgument.DESTINATION)) {
      return receives ? Role.EXCHANGE : started(Role.SEND, Role.START_SEND, Role.PREPARE_SEND);
    }
    if (has(CallArgument.SOURCE) || has(CallArgument.MESSAGE)) {
      return has(CallArgument.RECEIVE_BUFFER)
          ? started(Role.RECEIVE, Role.START_RECEIVE, Role.PREPARE_RECEIVE)
          : Role.PROBE;
    }
    if (has(CallArgument.REQUEST) || has(CallArgument.REQUESTS)) {
      return Role.COMPLETE;
    }
    if (has(CallArgument.FREED_REQUEST)) {
      return Role.FREE_REQUEST;
    }
    if (has(CallArgument.REQUEST_LOOKED_AT) || has(CallArgument.REQUESTS_LOOKED_AT)) {
      return family == PERSISTENT ? Role.START : has(CallArgument.FLAG) ? Role.OTHER : Role.CANCEL;
    }
    if (has(CallArgument.NEW_COMMUNICATOR)) {
      return makesRequest ? Role.START_COMMUNICATOR : Role.MAKE_COMMUNICATOR;
    }
    if (has(CallArgument.NEW_COMMUNICATOR_OF_MEMBERS)) {
      return Role.MAKE_COMMUNICATOR_OF_MEMBERS;
    }
    boolean collective =
        family == COLLECTIVE || family == NONBLOCKING_COLLECTIVE || family == NEIGHBOURHOOD;
    return collective && !arguments.equals("-")
        ? started(Role.COLLECTIVE, Role.START_COLLECTIVE, Role.OTHER)
        : Role.OTHER;
  }

  private Role started(Role blocking, Role nonblocking, Role persistent) {
    return makesPersistentRequest ? persistent : makesRequest ? nonblocking : blocking;
  }

  /**
   * Returns the name in C, for example {@code MPI_Isend}. {@code MPI_Other} stands for all calls
   * that are not listed here.
   */
  public String mpiName() {
    return mpiName;
  }

  public Family family() {
    return family;
  }

  public Role role() {
    return role;
  }

  /** Returns the send mode of the call. The mode has no meaning for a call that does not send. */
  public SendMode sendMode() {
    return sendMode;
  }

  /**
   * Returns which of its requests a call of role {@link Role#COMPLETE} completes.
   *
   * @throws IllegalStateException if the call has another role
   */
  public Completion completion() {
    if (role != Role.COMPLETE) {
      throw new IllegalStateException(mpiName + " completes nothing");
    }
    if (has(CallArgument.COMPLETED_INDEX)) {
      return Completion.ONE;
    }
    return has(CallArgument.NUMBER_COMPLETED) ? Completion.SOME : Completion.ALL;
  }

  /** Whether the call waits until all requests in its arguments are complete. */
  public boolean waitsForAll() {
    return role == Role.COMPLETE && !tests() && completion() == Completion.ALL;
  }

  /** Whether the call checks for completion or for a message and returns immediately. */
  public boolean tests() {
    return this == TESTSOME
        || has(CallArgument.FLAG) && (role == Role.COMPLETE || role == Role.PROBE);
  }

  /**
   * Whether the call is a collective of all ranks of its communicator, blocking or not.
   * Neighbourhood collectives and calls that make communicators are not collectives in this sense.
   */
  public boolean isCollective() {
    return family != NEIGHBOURHOOD && (role == Role.COLLECTIVE || role == Role.START_COLLECTIVE);
  }

  /** Whether one rank of the communicator, the root, has a special role in the call. */
  public boolean isRooted() {
    return has(CallArgument.ROOT)
        || has(CallArgument.ROOT_OF_GATHER)
        || has(CallArgument.ROOT_OF_SCATTER);
  }

  /** Whether the call receives a message that a probe has taken from the queue. */
  public boolean isOfProbedMessage() {
    return receives && has(CallArgument.MESSAGE);
  }

  /** Whether the new communicator has the ranks and the topology of the old communicator. */
  public boolean duplicatesCommunicator() {
    return switch (this) {
      case COMM_DUP, COMM_DUP_WITH_INFO, COMM_IDUP, COMM_IDUP_WITH_INFO -> true;
      default -> false;
    };
  }

  /**
   * Whether the call begins or ends the use of MPI. A prediction covers the time between these
   * calls.
   */
  public boolean isEndOfRun() {
    return this == INIT || this == INIT_THREAD || this == FINALIZE;
  }

  /** Whether the call has an argument. */
  public boolean has(CallArgument argument) {
    return arguments.indexOf(argument.letter()) >= 0;
  }

  /** Whether the recorder wraps the call, so that recorded traces have it. */
  public boolean isRecorded() {
    return !arguments.isEmpty() || isEndOfRun() || this == PCONTROL;
  }

  /**
   * Returns the letters of the {@linkplain CallArgument arguments}, in order. {@code -} stands for
   * arguments that are not recorded, and {@code -q} for such arguments before a new request. The
   * text is empty for calls that are not recorded, and for calls that are recorded by name and time
   * only.
   */
  public String arguments() {
    return arguments;
  }

  /**
   * Whether the call itself sends a message. This includes sends of all modes, blocking or not, and
   * MPI_Sendrecv, but not persistent sends.
   */
  public boolean sends() {
    return sends;
  }

  /**
   * Whether the call itself receives a message or posts a receive. This includes receives, blocking
   * or not, and MPI_Sendrecv, but not persistent receives.
   */
  public boolean receives() {
    return receives;
  }

  /**
   * Whether the call makes a request, which becomes the rank's most recent request (offset 1).
   * MPI_Start and MPI_Startall make no request.
   */
  public boolean makesRequest() {
    return makesRequest;
  }

  /**
   * Whether the call makes a persistent request, which is started and completed repeatedly until it
   * is freed.
   */
  public boolean makesPersistentRequest() {
    return makesPersistentRequest;
  }

  /** Returns the blocking form of a nonblocking collective; for any other call, the call itself. */
  public MpiCall blocking() {
    return role == Role.START_COLLECTIVE ? valueOf(name().substring(1)) : this;
  }

  /** Returns the nonblocking form of a blocking collective; for any other call, the call itself. */
  public MpiCall nonblocking() {
    return role == Role.COLLECTIVE ? valueOf("I" + name()) : this;
  }

  /** Returns the call with this name in C. */
  public static Optional<MpiCall> byName(String mpiName) {
    return Optional.ofNullable(BY_NAME.get(mpiName));
  }
}
