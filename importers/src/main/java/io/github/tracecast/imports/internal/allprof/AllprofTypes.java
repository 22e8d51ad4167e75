package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.MpiCall;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/** The sizes of a rank's datatypes, derived from the calls that create them. */
final class AllprofTypes {
  private final MpiHandles handles;
  private final EventSink sink;
  private final Map<Long, Long> derived = new HashMap<>();

  AllprofTypes(MpiHandles handles, EventSink sink) {
    this.handles = handles;
    this.sink = sink;
  }

  /** Returns the handle of a datatype in the comprehensive trace. */
  int handle(long datatype) {
    return sink.datatype(handles.name(datatype), bytes(datatype));
  }

  private long bytes(long datatype) {
    return derived.getOrDefault(datatype, handles.bytes(datatype));
  }

  /** Keeps the size of the datatype that the call creates, or whose size the call returns. */
  void noteSize(MpiCall call, AllprofLine line) {
    switch (call) {
      case TYPE_CONTIGUOUS -> put(line, 2, line.part(0, 0), 1);
      case TYPE_VECTOR, TYPE_HVECTOR, TYPE_CREATE_HVECTOR, TYPE_CREATE_INDEXED_BLOCK ->
        put(line, 4, line.part(0, 0) * line.part(1, 0), 3);
      case TYPE_DUP -> put(line, 1, 1, 0);
      case TYPE_CREATE_RESIZED -> put(line, 3, 1, 0);
      case TYPE_INDEXED, TYPE_HINDEXED, TYPE_CREATE_HINDEXED -> put(line, 4, sum(line.list(1)), 3);
      case TYPE_CREATE_SUBARRAY -> put(line, 6, product(line.list(2)), 5);
      case TYPE_STRUCT, TYPE_CREATE_STRUCT ->
        derived.put(line.part(4, 0), struct(line.list(1), line.list(3)));
      case TYPE_SIZE -> derived.put(line.part(0, 0), Math.max(Datatype.UNKNOWN, line.part(1, 0)));
      default -> {
        // the call creates no datatype, or its line does not show the size
      }
    }
  }

  private void put(AllprofLine line, int made, long elements, int of) {
    long bytes = bytes(line.part(of, 0));
    derived.put(line.part(made, 0), times(bytes, elements));
  }

  private static long times(long bytes, long elements) {
    boolean known = bytes >= 0 && elements >= 0 && Math.multiplyHigh(bytes, elements) == 0;
    return known && bytes * elements >= 0 ? bytes * elements : Datatype.UNKNOWN;
  }

  private long struct(long[] blocks, long[] types) {
    long sum = 0;
    for (int i = 0; i < blocks.length && i < types.length; i++) {
      long part = times(bytes(types[i]), blocks[i]);
      if (part == Datatype.UNKNOWN) {
        return part;
      }
      sum += part;
    }
    return blocks.length == 0 || blocks.length != types.length || sum < 0 ? Datatype.UNKNOWN : sum;
  }

  /** Returns the number of elements in all blocks; negative if the blocks are not in the trace. */
  private static long sum(long[] blocks) {
    return blocks.length == 0 ? Datatype.UNKNOWN : LongStream.of(blocks).sum();
  }

  private static long product(long[] sizes) {
    return sizes.length == 0
        ? Datatype.UNKNOWN
        : LongStream.of(sizes).reduce(1, (product, size) -> product * size);
  }
}
