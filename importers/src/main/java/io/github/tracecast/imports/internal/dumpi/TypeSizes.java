package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.PredefinedTypes;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;

/**
 * The datatypes of one rank: the names and sizes of predefined datatypes, and the sizes of
 * datatypes that its calls create. Not thread-safe.
 */
final class TypeSizes {
  /** The predefined datatypes. Files without sizes have those of 64-bit machines. */
  private static final List<Datatype> PREDEFINED = PredefinedTypes.of("""
      error 0,NULL 0,CHAR 1,SIGNED_CHAR 1,UNSIGNED_CHAR 1,BYTE 1,WCHAR 4,SHORT 2,UNSIGNED_SHORT 2,\
      INT 4,UNSIGNED 4,LONG 8,UNSIGNED_LONG 8,FLOAT 4,DOUBLE 8,LONG_DOUBLE 16,LONG_LONG_INT 8,\
      UNSIGNED_LONG_LONG 8,LONG_LONG 8,PACKED 1,LB 0,UB 0,FLOAT_INT 8,DOUBLE_INT 12,LONG_INT 12,\
      SHORT_INT 6,2INT 8,LONG_DOUBLE_INT 20\
      """);

  private static final int FIRST_USER = PREDEFINED.size();

  private static final long UNKNOWN = -1;

  private final DumpiFile file;
  private final EventSink sink;
  private final Int2LongOpenHashMap made = new Int2LongOpenHashMap();

  /** The sink's handles of datatypes, by number and size. */
  private final Long2IntOpenHashMap handles = new Long2IntOpenHashMap();

  private boolean unknown;

  TypeSizes(DumpiFile file, EventSink sink) {
    this.file = file;
    this.sink = sink;
    made.defaultReturnValue(UNKNOWN);
    handles.defaultReturnValue(-1);
  }

  /** Returns the sink's handle of a datatype. */
  int handle(int type) {
    long bytes = bytes(type);
    long key = (bytes + 1) << 16 | type;
    int handle = handles.get(key);
    if (handle < 0) {
      unknown |= bytes < 0;
      handle = sink.datatype(name(type, bytes), bytes < 0 ? Datatype.UNKNOWN : bytes);
      handles.put(key, handle);
    }
    return handle;
  }

  /** Whether the size of any used datatype is unknown. */
  boolean hasUnknown() {
    return unknown;
  }

  private static String name(int type, long bytes) {
    return type < FIRST_USER
        ? PREDEFINED.get(type).name()
        : bytes < 0 ? "datatype " + type : "datatype of " + bytes + " bytes";
  }

  /** Returns the size of a datatype in bytes, or {@link #UNKNOWN}. */
  private long bytes(int type) {
    long bytes = made.get(type);
    if (bytes >= 0) {
      return bytes;
    }
    int said = file.typeSize(type);
    return said > 0 ? said : type < FIRST_USER ? PREDEFINED.get(type).bytes() : UNKNOWN;
  }

  private void put(int type, long bytes) {
    if (type >= FIRST_USER && bytes >= 0 && bytes < 1L << 40) {
      made.put(type, bytes);
    }
  }

  private long times(long count, int type) {
    long bytes = bytes(type);
    return bytes < 0 || count < 0 || count > 1L << 40
        ? UNKNOWN
        : bytes > 1L << 20 && count > 1L << 20 ? UNKNOWN : count * bytes;
  }

  private static long sum(CallReader calls, int list) {
    return Arrays.stream(calls.list(list), 0, calls.length(list)).asLongStream().sum();
  }

  private static long product(CallReader calls, int list) {
    long product = 1;
    for (int i = 0; i < calls.length(list); i++) {
      long next = calls.list(list)[i];
      if (next < 0 || next > 0 && product > (1L << 40) / next) {
        return UNKNOWN;
      }
      product *= next;
    }
    return product;
  }

  /** Keeps the size of the datatype that a call creates. */
  void noteSize(MpiCall call, CallReader calls) {
    int last = calls.numbers() - 1;
    switch (call) {
      case TYPE_CONTIGUOUS -> put(calls.number(last), times(calls.number(0), calls.number(1)));
      case TYPE_VECTOR, TYPE_HVECTOR, TYPE_CREATE_HVECTOR, TYPE_CREATE_INDEXED_BLOCK ->
        put(
            calls.number(last),
            times((long) calls.number(0) * calls.number(1), calls.number(last - 1)));
      case TYPE_INDEXED, TYPE_HINDEXED, TYPE_CREATE_HINDEXED ->
        put(calls.number(last), times(sum(calls, 0), calls.number(last - 1)));
      case TYPE_STRUCT, TYPE_CREATE_STRUCT -> put(calls.number(last), struct(calls));
      case TYPE_CREATE_SUBARRAY ->
        put(calls.number(last), times(product(calls, 1), calls.number(last - 1)));
      case TYPE_DUP, TYPE_CREATE_RESIZED -> put(calls.number(last), bytes(calls.number(0)));
      case TYPE_SIZE -> put(calls.number(0), calls.number(1));
      case TYPE_CREATE_DARRAY -> made.remove(calls.number(last));
      default -> {
        // the other calls create no datatype
      }
    }
  }

  private long struct(CallReader calls) {
    long sum = 0;
    int types = 2;
    for (int i = 0; i < Math.min(calls.length(0), calls.length(types)); i++) {
      long bytes = times(calls.list(0)[i], calls.list(types)[i]);
      if (bytes < 0) {
        return UNKNOWN;
      }
      sum += bytes;
    }
    return sum;
  }
}
