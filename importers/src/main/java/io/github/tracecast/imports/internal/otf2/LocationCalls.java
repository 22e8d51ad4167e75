package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.CallMessage.Kind;
import io.github.tracecast.imports.otf2.CollectiveOperation;
import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Combines the events of one location into calls, in order. The events between entering and leaving
 * an MPI region form one call. An event outside an MPI region is a separate call, because some
 * tools record no regions. Not thread-safe.
 */
final class LocationCalls {
  /** Receives the calls. The receiver owns a call until it returns the call from {@link #spare}. */
  interface Taker {
    void take(Call call);

    /** Returns a call object that can be reused. */
    Call spare();
  }

  private static final byte MEASUREMENT_OFF = 2;

  /** The value of {@link #openDepth} in a call that consists of one event outside an MPI region. */
  private static final int OF_ONE_EVENT = -1;

  private final Regions regions;
  private final RegionPaths paths;
  private final Taker taker;
  private final Surroundings surroundings;

  /**
   * The open regions, outermost first. The first {@link #nodesKnown} regions have a node in the
   * tree of paths. A region from a calling context has a node from the start.
   */
  private int[] stack = new int[16];

  private int[] nodes = new int[16];
  private int depth;
  private int nodesKnown;

  private @Nullable Call openCall;

  /** The number of regions that were open when the call began, or {@link #OF_ONE_EVENT}. */
  private int openDepth;

  private long flushed;

  LocationCalls(Regions regions, RegionPaths paths, Taker taker, Surroundings surroundings) {
    this.regions = regions;
    this.paths = paths;
    this.taker = taker;
    this.surroundings = surroundings;
  }

  void enter(long time, int region) {
    surroundings.at(time);
    push(region);
    begin(region, time);
  }

  /** Enters a calling context, which includes its callers. */
  void enterContext(long time, int context, int unwound) {
    surroundings.at(time);
    ArchiveDefinitions.CallingContext place = regions.context(context);
    int region = place == null ? ArchiveDefinitions.UNDEFINED : place.region();
    push(region);
    if (place != null) {
      nodes[depth - 1] = paths.node(context);
      nodesKnown = depth;
    }
    begin(region, time);
  }

  private void begin(int region, long time) {
    MpiCall call = regions.call(region);
    if (call != null && openCall == null) {
      begin(call, node(), time);
    }
  }

  private void push(int region) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
      nodes = Arrays.copyOf(nodes, 2 * depth);
    }
    stack[depth++] = region;
  }

  /** Returns the node of the innermost region. */
  private int node() {
    int node = nodesKnown == 0 ? RegionPaths.ROOT : nodes[nodesKnown - 1];
    while (nodesKnown < depth) {
      node = paths.node(node, stack[nodesKnown]);
      nodes[nodesKnown++] = node;
    }
    return node;
  }

  private Call begin(MpiCall call, int path, long time) {
    Call begun = taker.spare().begin(call, path, time);
    begun.flushedBefore = flushed;
    flushed = 0;
    openDepth = depth;
    openCall = begun;
    return begun;
  }

  void leave(long time, int region) {
    surroundings.at(time);
    if (openCall != null && depth == openDepth) {
      end(openCall, time);
    }
    if (depth > 0) {
      depth--;
      nodesKnown = Math.min(nodesKnown, depth);
    }
  }

  private void end(Call done, long time) {
    openCall = null;
    done.end = time;
    done.flushedWithin = flushed;
    flushed = 0;
    taker.take(done);
  }

  /** Ends the open call, if any, after the last event. */
  void finish(long time) {
    if (openCall != null) {
      end(openCall, time);
    }
  }

  /** Returns the open call. If no call is open, begins a call that consists only of this event. */
  private Call callAt(MpiCall alone, long time) {
    surroundings.at(time);
    if (openCall != null) {
      return openCall;
    }
    Call only = begin(alone, paths.node(node(), Regions.ALONE - alone.ordinal()), time);
    openDepth = OF_ONE_EVENT;
    return only;
  }

  /** Ends a call that consists of one event. The call of a region ends when the region is left. */
  private void endSingleEvent(long time) {
    if (openCall != null && openDepth == OF_ONE_EVENT) {
      end(openCall, time);
    }
  }

  void send(long time, int receiver, int comm, int tag, long bytes) {
    callAt(MpiCall.SEND, time).message(Kind.SEND, 0).outcome(receiver, comm, tag, bytes);
    endSingleEvent(time);
  }

  void isend(long time, int receiver, int comm, int tag, long bytes, long request) {
    callAt(MpiCall.ISEND, time).message(Kind.ISEND, request).outcome(receiver, comm, tag, bytes);
    endSingleEvent(time);
  }

  void isendComplete(long time, long request) {
    callAt(MpiCall.WAIT, time).complete(Kind.ISEND, request);
    endSingleEvent(time);
  }

  void irecvRequest(long time, long request) {
    callAt(MpiCall.IRECV, time).message(Kind.IRECEIVE, request);
    endSingleEvent(time);
  }

  void recv(long time, int sender, int comm, int tag, long bytes) {
    callAt(MpiCall.RECV, time).message(Kind.RECEIVE, 0).outcome(sender, comm, tag, bytes);
    endSingleEvent(time);
  }

  void irecv(long time, int sender, int comm, int tag, long bytes, long request) {
    callAt(MpiCall.WAIT, time).complete(Kind.IRECEIVE, request).outcome(sender, comm, tag, bytes);
    endSingleEvent(time);
  }

  void cancelled(long time, long request) {
    callAt(MpiCall.WAIT, time).complete(Kind.IRECEIVE, request);
    endSingleEvent(time);
  }

  void tested(long time, long request) {
    if (openCall != null) {
      callAt(MpiCall.TEST, time).tested(request);
    }
  }

  void collectiveEnd(long time, byte operation, int comm, int root, long sent, long received) {
    callAt(CollectiveOperation.numbered(operation & 0xff).call(), time)
        .collective(operation & 0xff, comm, root, sent, received);
    endSingleEvent(time);
  }

  void collectiveRequest(long time, long request) {
    Call call = callAt(MpiCall.OTHER, time);
    if (!call.requestsCollective) {
      call.requestsCollective = true;
      call.collectiveRequest = request;
      call.unknown++;
    }
    endSingleEvent(time);
  }

  void collectiveComplete(
      long time, byte operation, int comm, int root, long sent, long received, long request) {
    CallMessage done = callAt(MpiCall.WAIT, time).complete(Kind.COLLECTIVE, request);
    done.outcome(root, comm, operation & 0xff, sent);
    done.received = received;
    endSingleEvent(time);
  }

  void commCreate(long time, int comm) {
    if (openCall != null) {
      openCall.created = comm;
    }
  }

  void flush(long time, long stop) {
    surroundings.flushed(time, stop);
    flushed += Math.max(0, stop - time);
  }

  /** Counts the beginning or the end of the program. */
  void program(long time, int nameOrStatus) {
    surroundings.at(time);
  }

  void measurement(long time, byte mode) {
    surroundings.at(time);
    if (mode == MEASUREMENT_OFF) {
      surroundings.paused();
    }
  }
}
