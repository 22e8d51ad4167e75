package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.communicators.RunCommunicator;
import io.github.tracecast.trace.Communicator;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The communicators that one rank has so far, by their numbers in its file. Not thread-safe. */
final class LocalCommunicators {
  /**
   * A communicator with its handle for events.
   *
   * @param handle the handle of the communicator in the sink
   * @param run the communicator with its members; null if unknown
   * @param size the number of ranks that can be peers
   */
  record Local(int handle, @Nullable RunCommunicator run, int size) {
    /** Whether the members are unknown, so that events cannot refer to the communicator. */
    boolean isUnknown() {
      return run == null;
    }

    /** Returns the world ranks of the possible peers, by local rank; empty if they are unknown. */
    int[] peers() {
      return run == null
          ? new int[0]
          : run.isInter() ? run.remote().members() : run.group().members();
    }

    /** Whether this is an inter-communicator. Its peers are the ranks of the other group. */
    boolean isInter() {
      return run != null && run.isInter();
    }
  }

  private static final Local UNKNOWN = new Local(-1, null, 0);

  private final EventSink sink;
  private final int rank;
  private final List<@Nullable RunCommunicator> made;
  private final Int2ObjectOpenHashMap<Local> locals = new Int2ObjectOpenHashMap<>();
  private int makers;
  private long unknownCalls;

  /**
   * @param world MPI_COMM_WORLD
   * @param made the communicators that the rank's calls create, in order; communicators of later
   *     calls are unknown
   */
  LocalCommunicators(
      EventSink sink, int rank, RunCommunicator world, List<@Nullable RunCommunicator> made) {
    this.sink = sink;
    this.rank = rank;
    this.made = made;
    locals.put(
        DumpiHandles.WORLD, new Local(Communicator.WORLD, world, world.group().size()));
    locals.put(DumpiHandles.SELF, new Local(Communicator.SELF, RunCommunicator.self(rank), 1));
  }

  Local get(int handle) {
    Local local = locals.get(handle);
    if (local == null) {
      unknownCalls++;
      return UNKNOWN;
    }
    return local;
  }

  /**
   * Defines the communicator that the current call creates; null if this rank is not a member or
   * the members are unknown.
   */
  @Nullable Local make(int handle) {
    RunCommunicator communicator = makers < made.size() ? made.get(makers) : null;
    makers++;
    locals.remove(handle);
    if (communicator == null) {
      return null;
    }
    Local local = communicator.isInter()
        ? new Local(-1, communicator, communicator.remote().size())
        : new Local(
            sink.communicator(
                communicator.name(),
                communicator.group().worldRank(0),
                communicator.number(),
                communicator.group().localRank(rank),
                communicator.group().size()),
            communicator,
            communicator.group().size());
    locals.put(handle, local);
    return local;
  }

  /** Returns the number of calls on communicators with unknown members. */
  long unknownCalls() {
    return unknownCalls;
  }
}
