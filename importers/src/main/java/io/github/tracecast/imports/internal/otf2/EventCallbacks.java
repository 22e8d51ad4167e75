package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.Surroundings.Other;
import io.github.tracecast.imports.otf2.Otf2Library;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks that the library calls for each event. An event is passed to a method of the
 * current location's {@link LocationCalls}, or is only counted. The function pointers are created
 * once and used for all locations, one after another.
 */
final class EventCallbacks extends Callbacks {
  private static final String THREADS = """
      OmpAcquireLock OmpFork OmpJoin OmpReleaseLock OmpTaskComplete OmpTaskCreate OmpTaskSwitch \
      ThreadAcquireLock ThreadBegin ThreadCreate ThreadEnd ThreadFork ThreadJoin ThreadReleaseLock \
      ThreadTaskComplete ThreadTaskCreate ThreadTaskSwitch ThreadTeamBegin ThreadTeamEnd \
      ThreadWait""";
  private static final String IO = """
      IoAcquireLock IoChangeStatusFlags IoCreateHandle IoDeleteFile IoDestroyHandle \
      IoDuplicateHandle IoOperationBegin IoOperationCancelled IoOperationComplete \
      IoOperationIssued IoOperationTest IoReleaseLock IoSeek IoTryLock""";
  private static final String RMA = """
      RmaAcquireLock RmaAtomic RmaCollectiveBegin RmaCollectiveEnd RmaGet RmaGroupSync \
      RmaOpCompleteBlocking RmaOpCompleteNonBlocking RmaOpCompleteRemote RmaOpTest RmaPut \
      RmaReleaseLock RmaRequestLock RmaSync RmaTryLock RmaWaitChange RmaWinCreate RmaWinDestroy""";

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final MethodHandle currentCalls;
  private final MethodHandle counter;
  private @Nullable LocationCalls calls;
  private @Nullable Surroundings surroundings;

  EventCallbacks(Otf2Library library) {
    super(library, "OTF2_EvtReaderCallbacks_");
    currentCalls = own("calls");
    counter = own("countOne");
    set("Enter", "enter");
    set("Leave", "leave");
    set("CallingContextEnter", "enterContext");
    set("CallingContextLeave", "leave");
    set("MpiSend", "send");
    set("MpiIsend", "isend");
    set("MpiIsendComplete", "isendComplete");
    set("MpiIrecvRequest", "irecvRequest");
    set("MpiRecv", "recv");
    set("MpiIrecv", "irecv");
    set("MpiRequestTest", "tested");
    set("MpiRequestCancelled", "cancelled");
    set("MpiCollectiveEnd", "collectiveEnd");
    set("NonBlockingCollectiveRequest", "collectiveRequest");
    set("NonBlockingCollectiveComplete", "collectiveComplete");
    set("CommCreate", "commCreate");
    set("ProgramBegin", "program");
    set("ProgramEnd", "program");
    set("BufferFlush", "flush");
    set("MeasurementOnOff", "measurement");
    count(THREADS, Other.THREADS);
    count(IO, Other.IO);
    count(RMA, Other.RMA);
    count("Metric", Other.METRICS);
    count("ParameterInt ParameterString ParameterUnsignedInt", Other.PARAMETERS);
    count("CallingContextSample", Other.SAMPLES);
    count("Unknown", Other.UNKNOWN);
  }

  private MethodHandle own(String method) {
    return Otf2Library.method(LOOKUP, EventCallbacks.class, method).bindTo(this);
  }

  /**
   * Registers a method for a kind of event. The library passes location, time, position, user data
   * and attributes before the event's own values. The method gets the time and the event's own
   * values.
   */
  private void set(String event, String method) {
    MethodHandle taker = Otf2Library.method(LOOKUP, LocationCalls.class, method);
    MethodHandle ofCurrent = MethodHandles.collectArguments(taker, 0, currentCalls);
    MethodHandle withTime = MethodHandles.dropArguments(ofCurrent, 0, long.class);
    register(event, MethodHandles.dropArguments(withTime, 2, long.class, long.class, long.class));
  }

  /** Registers a counter for some kinds of events. Their arguments are ignored. */
  private void count(String events, Other other) {
    MethodHandle counted = MethodHandles.insertArguments(counter, 0, other);
    Stream.of(events.split(" ")).forEach(event -> register(event, counted));
  }

  /** Directs later events to another location. */
  void direct(LocationCalls toCalls, Surroundings toSurroundings) {
    calls = toCalls;
    surroundings = toSurroundings;
  }

  @SuppressWarnings("unused") // the callbacks of the library use this method
  private LocationCalls calls() {
    return Objects.requireNonNull(calls); // direct() is called before any event
  }

  @SuppressWarnings("unused") // the callbacks of the library use this method
  private void countOne(Other other) {
    Objects.requireNonNull(surroundings).count(other); // direct() is called before any event
  }
}
