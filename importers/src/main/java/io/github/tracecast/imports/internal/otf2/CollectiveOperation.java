package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.trace.MpiCall;
import java.util.stream.Stream;

/** The format's collective operations, by their numbers. */
enum CollectiveOperation {
  BARRIER,
  BCAST,
  GATHER,
  GATHERV,
  SCATTER,
  SCATTERV,
  ALLGATHER,
  ALLGATHERV,
  ALLTOALL,
  ALLTOALLV,
  ALLTOALLW,
  ALLREDUCE,
  REDUCE,
  REDUCE_SCATTER,
  SCAN,
  EXSCAN,
  REDUCE_SCATTER_BLOCK,
  CREATE_HANDLE,
  DESTROY_HANDLE,
  ALLOCATE,
  DEALLOCATE,
  CREATE_HANDLE_AND_ALLOCATE,
  DESTROY_HANDLE_AND_DEALLOCATE,
  /** An operation that only later versions define. */
  UNKNOWN;

  private static final CollectiveOperation[] BY_NUMBER = values();

  private final MpiCall call = Stream.of(MpiCall.values())
      .filter(one -> one.name().equals(name()))
      .findAny()
      .orElse(MpiCall.OTHER);

  static CollectiveOperation of(int number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : UNKNOWN;
  }

  /** Returns the blocking call of the operation; {@link MpiCall#OTHER} if there are several. */
  MpiCall call() {
    return call;
  }
}
