package io.github.tracecast.imports.otf2;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.util.stream.Stream;

/** Writes the events of one location, in the order of their times. Not thread-safe. */
public final class EventWriter implements RankEvents, AutoCloseable {
  private static final long NO_ATTRIBUTES = 0;

  private static final class Functions {
    private static final MethodHandle ENTER = function("Enter", JAVA_INT);
    private static final MethodHandle LEAVE = function("Leave", JAVA_INT);
    private static final MethodHandle SEND =
        function("MpiSend", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle RECV =
        function("MpiRecv", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle ISEND =
        function("MpiIsend", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle IRECV =
        function("MpiIrecv", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle ISEND_COMPLETE = function("MpiIsendComplete", JAVA_LONG);
    private static final MethodHandle IRECV_REQUEST = function("MpiIrecvRequest", JAVA_LONG);
    private static final MethodHandle COLLECTIVE_BEGIN = function("MpiCollectiveBegin");
    private static final MethodHandle COLLECTIVE_END =
        function("MpiCollectiveEnd", JAVA_BYTE, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);

    private static MethodHandle function(String event, MemoryLayout... parameters) {
      MemoryLayout[] all = Stream.concat(
              Stream.of(JAVA_LONG, JAVA_LONG, JAVA_LONG), Stream.of(parameters))
          .toArray(MemoryLayout[]::new);
      return Otf2Library.load()
          .function("OTF2_EvtWriter_" + event, FunctionDescriptor.of(JAVA_INT, all));
    }
  }

  private final ArchiveWriter archive;
  private final long location;
  private final long handle;
  private long count;

  EventWriter(ArchiveWriter archive, long location, long handle) {
    this.archive = archive;
    this.location = location;
    this.handle = handle;
  }

  long location() {
    return location;
  }

  long handle() {
    return handle;
  }

  /** Returns the number of events written so far. */
  public long count() {
    return count;
  }

  /** A call of a library function. To the compiler, such a call may throw any exception. */
  private interface Native {
    int call() throws Throwable;
  }

  private void write(Native event) {
    try {
      archive.require(event.call());
      count++;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Writes any event, such as {@code RmaPut}, with the arguments that the library expects. This
   * method is slower than the methods for single kinds of events.
   */
  @Override
  public void write(String event, long time, Object... arguments) {
    archive.require(archive
        .library()
        .status(
            "OTF2_EvtWriter_" + event,
            ArchiveWriter.with(new Object[] {handle, NO_ATTRIBUTES, time}, arguments)));
    count++;
  }

  @Override
  public void enter(long time, int region) {
    write(() -> (int) Functions.ENTER.invokeExact(handle, NO_ATTRIBUTES, time, region));
  }

  @Override
  public void leave(long time, int region) {
    write(() -> (int) Functions.LEAVE.invokeExact(handle, NO_ATTRIBUTES, time, region));
  }

  @Override
  public void send(long time, int receiver, int comm, int tag, long bytes) {
    write(() ->
        (int) Functions.SEND.invokeExact(handle, NO_ATTRIBUTES, time, receiver, comm, tag, bytes));
  }

  @Override
  public void receive(long time, int sender, int comm, int tag, long bytes) {
    write(() ->
        (int) Functions.RECV.invokeExact(handle, NO_ATTRIBUTES, time, sender, comm, tag, bytes));
  }

  @Override
  public void startSend(long time, int receiver, int comm, int tag, long bytes, long request) {
    write(() -> (int) Functions.ISEND.invokeExact(
        handle, NO_ATTRIBUTES, time, receiver, comm, tag, bytes, request));
  }

  @Override
  public void startReceive(long time, long request) {
    write(() -> (int) Functions.IRECV_REQUEST.invokeExact(handle, NO_ATTRIBUTES, time, request));
  }

  @Override
  public void completeSend(long time, long request) {
    write(() -> (int) Functions.ISEND_COMPLETE.invokeExact(handle, NO_ATTRIBUTES, time, request));
  }

  @Override
  public void completeReceive(long time, int sender, int comm, int tag, long bytes, long request) {
    write(() -> (int) Functions.IRECV.invokeExact(
        handle, NO_ATTRIBUTES, time, sender, comm, tag, bytes, request));
  }

  /** Does nothing, because OTF2 stores the sizes of a collective in the event of its end. */
  @Override
  public void describeCollective(int comm, long sent, long received, boolean root) {}

  @Override
  public void beginCollective(long time) {
    write(() -> (int) Functions.COLLECTIVE_BEGIN.invokeExact(handle, NO_ATTRIBUTES, time));
  }

  /** @param root rank of the root in the communicator, or {@link ArchiveWriter#UNDEFINED} */
  @Override
  public void endCollective(
      long time, int operation, int comm, int root, long sent, long received) {
    write(() -> (int) Functions.COLLECTIVE_END.invokeExact(
        handle, NO_ATTRIBUTES, time, (byte) operation, comm, root, sent, received));
  }

  /** Ends the events of this location. */
  @Override
  public void close() {
    archive.close(this);
  }
}
