package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.trace.MpiCall;

/** The format's collective operations, by their numbers. */
enum CollectiveOperation {
  BARRIER(MpiCall.BARRIER),
  BCAST(MpiCall.BCAST),
  GATHER(MpiCall.GATHER),
  GATHERV(MpiCall.GATHERV),
  SCATTER(MpiCall.SCATTER),
  SCATTERV(MpiCall.SCATTERV),
  ALLGATHER(MpiCall.ALLGATHER),
  ALLGATHERV(MpiCall.ALLGATHERV),
  ALLTOALL(MpiCall.ALLTOALL),
  ALLTOALLV(MpiCall.ALLTOALLV),
  ALLTOALLW(MpiCall.ALLTOALLW),
  ALLREDUCE(MpiCall.ALLREDUCE),
  REDUCE(MpiCall.REDUCE),
  REDUCE_SCATTER(MpiCall.REDUCE_SCATTER),
  SCAN(MpiCall.SCAN),
  EXSCAN(MpiCall.EXSCAN),
  REDUCE_SCATTER_BLOCK(MpiCall.REDUCE_SCATTER_BLOCK),
  CREATE_HANDLE(MpiCall.OTHER),
  DESTROY_HANDLE(MpiCall.OTHER),
  ALLOCATE(MpiCall.OTHER),
  DEALLOCATE(MpiCall.OTHER),
  CREATE_HANDLE_AND_ALLOCATE(MpiCall.OTHER),
  DESTROY_HANDLE_AND_DEALLOCATE(MpiCall.OTHER),
  /** One that a later version has. */
  UNKNOWN(MpiCall.OTHER);

  private static final CollectiveOperation[] BY_NUMBER = values();

  private final MpiCall call;

  CollectiveOperation(MpiCall call) {
    this.call = call;
  }

  static CollectiveOperation of(int number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : UNKNOWN;
  }

  /** Returns the blocking call of the operation; {@link MpiCall#OTHER} if there are several. */
  MpiCall call() {
    return call;
  }
}
