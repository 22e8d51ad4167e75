package io.github.tracecast.imports.internal;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import java.util.function.IntToLongFunction;

/** Writes the parameters of collectives for formats that store sizes in bytes. Not thread-safe. */
public final class CollectiveBytes {
  private final EventSink sink;
  private final int octet;

  public CollectiveBytes(EventSink sink) {
    this.sink = sink;
    this.octet = sink.datatype("MPI_BYTE", 1);
  }

  /** Writes the communicator of the call, unless it is MPI_COMM_WORLD. */
  public void communicator(int handle) {
    if (handle != Communicator.WORLD) {
      sink.number(Parameter.COMMUNICATOR, handle);
    }
  }

  public void sent(long bytes) {
    sink.number(Parameter.COUNT, bytes).number(Parameter.DATATYPE, octet);
  }

  public void received(long bytes) {
    sink.number(Parameter.RECEIVE_COUNT, bytes).number(Parameter.RECEIVE_DATATYPE, octet);
  }

  public void sentToEach(int ranks, IntToLongFunction bytes) {
    sink.list(Parameter.COUNTS, ranks, bytes).number(Parameter.DATATYPE, octet);
  }

  public void receivedFromEach(int ranks, IntToLongFunction bytes) {
    sink.list(Parameter.RECEIVE_COUNTS, ranks, bytes).number(Parameter.RECEIVE_DATATYPE, octet);
  }

  /** Writes the bytes that a rank sends to and receives from each rank in MPI_Alltoallw. */
  public void exchangedWithEach(int ranks, IntToLongFunction sent, IntToLongFunction received) {
    sink.list(Parameter.COUNTS, ranks, sent).list(Parameter.DATATYPES, ranks, i -> octet);
    sink.list(Parameter.RECEIVE_COUNTS, ranks, received)
        .list(Parameter.RECEIVE_DATATYPES, ranks, i -> octet);
  }
}
