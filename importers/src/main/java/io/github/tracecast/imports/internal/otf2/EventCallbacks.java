package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.Surroundings.Other;
import io.github.tracecast.imports.otf2.Otf2Library;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks that the library calls for each event. An event is passed to a method of the
 * current location's {@link LocationCalls}, or is only counted. An exception must not pass through
 * the frames of the library, so it is stored and reading ends. The function pointers are created
 * once and used for all locations, one after another. Only one thread at a time may use them.
 */
final class EventCallbacks implements AutoCloseable {
  private static final int KEEP_READING = 0;
  private static final int STOP = 1;

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

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Otf2Library library;
  private final Arena arena = Arena.ofShared();
  private final long callbacks;
  private final MethodHandle keepReading;
  private final MethodHandle stop;
  private final MethodHandle currentCalls;
  private final MethodHandle counter;
  private @Nullable LocationCalls calls;
  private @Nullable Surroundings surroundings;
  private @Nullable Throwable failure;

  EventCallbacks(Otf2Library library) {
    this.library = library;
    callbacks = library.pointer("OTF2_EvtReaderCallbacks_New");
    keepReading = MethodHandles.constant(int.class, KEEP_READING);
    stop = own("stop", int.class, Throwable.class);
    currentCalls = own("calls", LocationCalls.class);
    counter = own("count", void.class, Other.class);
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
    count(THREADS, Other.THREADS);
    count(IO, Other.IO);
    count(RMA, Other.RMA);
    count(List.of("Metric"), Other.METRICS);
    count(List.of("ParameterInt", "ParameterString", "ParameterUnsignedInt"), Other.PARAMETERS);
    count(List.of("CallingContextSample"), Other.SAMPLES);
    count(List.of("Unknown"), Other.UNKNOWN);
  }

  private MethodHandle own(String name, Class<?> result, Class<?>... parameters) {
    try {
      return LOOKUP.bind(this, name, MethodType.methodType(result, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Registers a method for a kind of event. The library passes location, time, position, user data
   * and attributes before the event's own values. The method gets the time and the event's own
   * values.
   */
  private void set(String event, String method, Class<?>... values) {
    MethodHandle taker;
    try {
      taker = LOOKUP.findVirtual(
          LocationCalls.class,
          method,
          MethodType.methodType(void.class, values).insertParameterTypes(0, long.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    MethodHandle ofCurrent = MethodHandles.collectArguments(taker, 0, currentCalls);
    MethodHandle withTime = MethodHandles.dropArguments(guarded(ofCurrent), 0, long.class);
    register(event, MethodHandles.dropArguments(withTime, 2, long.class, long.class, long.class));
  }

  /** Registers a counter for some kinds of events. Their arguments are ignored. */
  private void count(List<String> events, Other other) {
    MethodHandle counted = guarded(MethodHandles.insertArguments(counter, 0, other));
    events.forEach(event -> register(event, counted));
  }

  /**
   * Returns a method that calls the given method, stores its exception, and returns whether the
   * library may continue.
   */
  private MethodHandle guarded(MethodHandle taker) {
    return MethodHandles.catchException(
        MethodHandles.filterReturnValue(taker, keepReading), Throwable.class, stop);
  }

  private void register(String event, MethodHandle taker) {
    String setter = "OTF2_EvtReaderCallbacks_Set" + event + "Callback";
    if (library.has(setter)) {
      MemorySegment callback = Otf2Library.callback(taker, arena);
      library.status(setter, callbacks, callback.address());
    }
  }

  /** Returns the pointer to the callbacks, for the reader of a location. */
  long address() {
    return callbacks;
  }

  /** Directs later events to another location. */
  void direct(LocationCalls toCalls, Surroundings toSurroundings) {
    calls = toCalls;
    surroundings = toSurroundings;
  }

  /** Whether one of the callbacks threw an exception. */
  boolean failed() {
    return failure != null;
  }

  /** Throws the exception that a callback threw, if any. */
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

  @SuppressWarnings("unused") // the callbacks of the library use this method
  private LocationCalls calls() {
    return Objects.requireNonNull(calls); // direct() is called before any event
  }

  @SuppressWarnings("unused") // the callbacks of the library use this method
  private int stop(Throwable e) {
    failure = e;
    return STOP;
  }

  @SuppressWarnings("unused") // the callbacks of the library use this method
  private void count(Other other) {
    Objects.requireNonNull(surroundings).count(other); // direct() is called before any event
  }

  @Override
  public void close() {
    library.run("OTF2_EvtReaderCallbacks_Delete", callbacks);
    arena.close();
  }
}
