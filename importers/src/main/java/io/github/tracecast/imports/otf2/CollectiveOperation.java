package io.github.tracecast.imports.otf2;

import io.github.tracecast.trace.MpiCall;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** The collective operations of OTF2, in the order of their numbers. */
public enum CollectiveOperation {
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
  /** Any operation that only later versions of OTF2 define. */
  UNKNOWN;

  private static final CollectiveOperation[] BY_NUMBER = values();

  private static final Map<MpiCall, CollectiveOperation> BY_CALL = new EnumMap<>(MpiCall.class);

  static {
    for (CollectiveOperation operation : BY_NUMBER) {
      BY_CALL.putIfAbsent(operation.call, operation);
    }
    BY_CALL.remove(MpiCall.OTHER);
  }

  private final MpiCall call = Stream.of(MpiCall.values())
      .filter(one -> one.name().equals(name()))
      .findAny()
      .orElse(MpiCall.OTHER);

  public static CollectiveOperation numbered(int number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : UNKNOWN;
  }

  /**
   * Returns the operation of a blocking or non-blocking call; {@link #UNKNOWN} if the call has
   * none.
   */
  public static CollectiveOperation of(MpiCall call) {
    return BY_CALL.getOrDefault(call.blocking(), UNKNOWN);
  }

  public int number() {
    return ordinal();
  }

  /**
   * Returns the blocking call of the operation; {@link MpiCall#OTHER} if several calls use the
   * operation.
   */
  public MpiCall call() {
    return call;
  }
}
