package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.Surroundings.Other;
import io.github.tracecast.imports.otf2.Otf2Library;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;

/**
 * What the library calls for each event. Nothing is thrown through its frames: a failure is kept, and reading ends. Function pointers
 * are made once and serve one location after the other. One thread.
 */
@SuppressWarnings("unused") // methods that the library calls
final class EventCallbacks implements AutoCloseable {
  private static final int KEEP_READING = 0;
  private static final int STOP = 1;
  private static final byte MEASUREMENT_OFF = 2;

  private static final List<String> THREADS = List.of(
      "OmpAcquireLock",
      "OmpFork",
      "OmpJoin",
      "OmpReleaseLock",
      "OmpTaskComplete",
      "OmpTaskCreate",
      "OmpTaskSwitch",
      "ThreadAcquireLock",
      "ThreadBegin",
      "ThreadCreate",
      "ThreadEnd",
      "ThreadFork",
      "ThreadJoin",
      "ThreadReleaseLock",
      "ThreadTaskComplete",
      "ThreadTaskCreate",
      "ThreadTaskSwitch",
      "ThreadTeamBegin",
      "ThreadTeamEnd",
      "ThreadWait");
  private static final List<String> IO = List.of(
      "IoAcquireLock",
      "IoChangeStatusFlags",
      "IoCreateHandle",
      "IoDeleteFile",
      "IoDestroyHandle",
      "IoDuplicateHandle",
      "IoOperationBegin",
      "IoOperationCancelled",
      "IoOperationComplete",
      "IoOperationIssued",
      "IoOperationTest",
      "IoReleaseLock",
      "IoSeek",
      "IoTryLock");
  private static final List<String> RMA = List.of(
      "RmaAcquireLock",
      "RmaAtomic",
      "RmaCollectiveBegin",
      "RmaCollectiveEnd",
      "RmaGet",
      "RmaGroupSync",
      "RmaOpCompleteBlocking",
      "RmaOpCompleteNonBlocking",
      "RmaOpCompleteRemote",
      "RmaOpTest",
      "RmaPut",
      "RmaReleaseLock",
      "RmaRequestLock",
      "RmaSync",
      "RmaTryLock",
      "RmaWaitChange",
      "RmaWinCreate",
      "RmaWinDestroy");

  private final Otf2Library library;
  private final Arena arena = Arena.ofConfined();
  private final long callbacks;
  private LocationCalls calls;
  private Surroundings surroundings;
  private Throwable failure;

  EventCallbacks(Otf2Library library) {
    this.library = library;
    callbacks = library.pointer("OTF2_EvtReaderCallbacks_New");
    Class<?> i = int.class;
    Class<?> l = long.class;
    Class<?> b = byte.class;
    set("Enter", "enter", i);
    set("Leave", "leave", i);
    set("CallingContextEnter", "enterContext", i, i);
    set("CallingContextLeave", "leave", i);
    set("MpiSend", "send", i, i, i, l);
    set("MpiIsend", "isend", i, i, i, l, l);
    set("MpiIsendComplete", "isendComplete", l);
    set("MpiIrecvRequest", "irecvRequest", l);
    set("MpiRecv", "recv", i, i, i, l);
    set("MpiIrecv", "irecv", i, i, i, l, l);
    set("MpiRequestTest", "tested", l);
    set("MpiRequestCancelled", "cancelled", l);
    set("MpiCollectiveEnd", "collectiveEnd", b, i, i, l, l);
    set("NonBlockingCollectiveRequest", "collectiveRequest", l);
    set("NonBlockingCollectiveComplete", "collectiveComplete", b, i, i, l, l, l);
    set("CommCreate", "commCreate", i);
    set("ProgramBegin", "program", i);
    set("ProgramEnd", "program", i);
    set("BufferFlush", "flush", l);
    set("MeasurementOnOff", "measurement", b);
    count(THREADS, "threads");
    count(IO, "io");
    count(RMA, "rma");
    count(List.of("Metric"), "metric");
    count(List.of("ParameterInt", "ParameterString", "ParameterUnsignedInt"), "parameter");
    count(List.of("CallingContextSample"), "sample");
    count(List.of("Unknown"), "unknown");
  }

  /** @param parameters those beside location, time, position, user data and attributes */
  private void set(String event, String method, Class<?>... parameters) {
    Class<?>[] all = new Class<?>[5 + parameters.length];
    Arrays.fill(all, 0, 5, long.class);
    System.arraycopy(parameters, 0, all, 5, parameters.length);
    MemorySegment callback = Otf2Library.callback(MethodHandles.lookup(), this, method, arena, all);
    register(event, callback);
  }

  /** Events of which only the number matters: what else the library passes is left where it is. */
  private void count(List<String> events, String method) {
    MemorySegment callback = Otf2Library.callback(
        MethodHandles.lookup(), this, method, arena, long.class, long.class, long.class);
    events.forEach(event -> register(event, callback));
  }

  private void register(String event, MemorySegment callback) {
    String setter = "OTF2_EvtReaderCallbacks_Set" + event + "Callback";
    if (library.has(setter)) {
      library.status(setter, callbacks, callback.address());
    }
  }

  /** The library's object, to be registered with what reads a location. */
  long address() {
    return callbacks;
  }

  /** From now on events are those of another location. */
  void direct(LocationCalls toCalls, Surroundings toSurroundings) {
    calls = toCalls;
    surroundings = toSurroundings;
  }

  /** Whether taking an event failed. */
  boolean failed() {
    return failure != null;
  }

  /** Throws what went wrong while an event was taken. */
  void rethrow() {
    Throwable thrown = failure;
    failure = null;
    switch (thrown) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(thrown);
    }
  }

  private int stop(Throwable e) {
    failure = e;
    return STOP;
  }

  private int enter(
      long location, long time, long position, long user, long attributes, int region) {
    try {
      calls.enter(time, region);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int leave(
      long location, long time, long position, long user, long attributes, int region) {
    try {
      calls.leave(time);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int enterContext(
      long location,
      long time,
      long position,
      long user,
      long attributes,
      int context,
      int unwound) {
    try {
      calls.enterContext(time, context);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int send(
      long location,
      long time,
      long position,
      long user,
      long attributes,
      int receiver,
      int comm,
      int tag,
      long bytes) {
    try {
      calls.send(time, receiver, comm, tag, bytes);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int isend(
      long location,
      long time,
      long position,
      long user,
      long attributes,
      int receiver,
      int comm,
      int tag,
      long bytes,
      long request) {
    try {
      calls.isend(time, receiver, comm, tag, bytes, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int isendComplete(
      long location, long time, long position, long user, long attributes, long request) {
    try {
      calls.isendComplete(time, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int irecvRequest(
      long location, long time, long position, long user, long attributes, long request) {
    try {
      calls.irecvRequest(time, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int recv(
      long location,
      long time,
      long position,
      long user,
      long attributes,
      int sender,
      int comm,
      int tag,
      long bytes) {
    try {
      calls.recv(time, sender, comm, tag, bytes);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int irecv(
      long location,
      long time,
      long position,
      long user,
      long attributes,
      int sender,
      int comm,
      int tag,
      long bytes,
      long request) {
    try {
      calls.irecv(time, sender, comm, tag, bytes, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int tested(
      long location, long time, long position, long user, long attributes, long request) {
    try {
      calls.tested(time, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int cancelled(
      long location, long time, long position, long user, long attributes, long request) {
    try {
      calls.cancelled(time, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int collectiveEnd(
      long location,
      long time,
      long position,
      long user,
      long attributes,
      byte operation,
      int comm,
      int root,
      long sent,
      long received) {
    try {
      calls.collectiveEnd(time, operation & 0xff, comm, root, sent, received);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int collectiveRequest(
      long location, long time, long position, long user, long attributes, long request) {
    try {
      calls.collectiveRequest(time, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int collectiveComplete(
      long location,
      long time,
      long position,
      long user,
      long attributes,
      byte operation,
      int comm,
      int root,
      long sent,
      long received,
      long request) {
    try {
      calls.collectiveComplete(time, operation & 0xff, comm, root, sent, received, request);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int commCreate(
      long location, long time, long position, long user, long attributes, int comm) {
    try {
      calls.commCreate(comm);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int program(
      long location, long time, long position, long user, long attributes, int nameOrStatus) {
    try {
      surroundings.at(time);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int flush(
      long location, long time, long position, long user, long attributes, long stop) {
    try {
      calls.flush(time, stop);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int measurement(
      long location, long time, long position, long user, long attributes, byte mode) {
    try {
      surroundings.at(time);
      if (mode == MEASUREMENT_OFF) {
        surroundings.paused();
      }
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  private int threads(long location, long time, long position) {
    return count(Other.THREADS);
  }

  private int io(long location, long time, long position) {
    return count(Other.IO);
  }

  private int rma(long location, long time, long position) {
    return count(Other.RMA);
  }

  private int metric(long location, long time, long position) {
    return count(Other.METRICS);
  }

  private int parameter(long location, long time, long position) {
    return count(Other.PARAMETERS);
  }

  private int sample(long location, long time, long position) {
    return count(Other.SAMPLES);
  }

  private int unknown(long location, long time, long position) {
    return count(Other.UNKNOWN);
  }

  private int count(Other other) {
    try {
      surroundings.count(other);
      return KEEP_READING;
    } catch (Throwable e) {
      return stop(e);
    }
  }

  @Override
  public void close() {
    library.run("OTF2_EvtReaderCallbacks_Delete", callbacks);
    arena.close();
  }
}
