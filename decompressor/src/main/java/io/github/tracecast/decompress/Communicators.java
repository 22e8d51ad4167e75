package io.github.tracecast.decompress;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Translates between local and world ranks of a trace's communicators. If a group consists of few
 * runs of ranks, the translation is computed. For other groups it is in arrays, which take 8 bytes
 * for each member and 8 bytes for each run. All communicators of a group share its arrays.
 * Immutable.
 */
public final class Communicators {
  private static final int FEW = 4;

  private final int worldSize;
  private final Communicator[] communicators;
  private final Members[] members;

  private Communicators(int worldSize, Communicator[] communicators, Members[] members) {
    this.worldSize = worldSize;
    this.communicators = communicators;
    this.members = members;
  }

  /** Creates the translation for the communicators of a valid trace. */
  public static Communicators of(Trace trace) {
    int worldSize = trace.header().ranks();
    Members[] members = new Members[trace.groups().size()];
    for (int group = 0; group < members.length; group++) {
      members[group] = new Members(trace.groups().get(group), worldSize);
    }
    return new Communicators(
        worldSize, trace.communicators().toArray(Communicator[]::new), members);
  }

  /**
   * Returns the index of the communicator's group in the trace; {@link Communicator#SELF_GROUP} for
   * MPI_COMM_SELF and its duplicates.
   */
  public int group(int communicator) {
    return communicators[communicator].group();
  }

  /**
   * Returns the size of the first group of an inter-communicator; 0 for an intra-communicator. The
   * ranks of the first group come before the ranks of the second.
   */
  public int firstGroup(int communicator) {
    return communicators[communicator].firstGroup();
  }

  /** Returns the number of processes. For an inter-communicator, it includes the processes of both groups. */
  public int size(int communicator) {
    int group = group(communicator);
    return group < 0 ? 1 : members[group].size;
  }

  /**
   * Returns the world rank of a local rank.
   *
   * @param selfRank the rank that makes the call, because MPI_COMM_SELF is a different communicator
   *     for each rank
   * @throws IndexOutOfBoundsException if there is no such local rank
   */
  public int worldRank(int communicator, int local, int selfRank) {
    int group = group(communicator);
    if (group < 0) {
      if (local != 0) {
        throw new IndexOutOfBoundsException(
            "local rank " + local + " of " + communicators[communicator].name());
      }
      return selfRank;
    }
    return members[group].worldRank(local);
  }

  /**
   * Returns the local rank of a world rank; -1 if the rank is not a member. In MPI_COMM_SELF, the
   * local rank is always 0.
   */
  public int localRank(int communicator, int world) {
    int group = group(communicator);
    return group < 0 ? 0 : members[group].localRank(world);
  }

  /**
   * Whether a communicator has the same processes as MPI_COMM_WORLD in the same order, so that
   * local ranks are world ranks. This is false for every inter-communicator.
   */
  public boolean isWorldLike(int communicator) {
    if (communicators[communicator].isInter()) {
      return false;
    }
    int group = group(communicator);
    return group < 0 ? worldSize == 1 : members[group].worldLike;
  }

  private static final class Members {
    private final Run[] runs;
    private final int size;
    private final boolean worldLike;
    /**
     * The world ranks by local rank; null if the group has few runs. The next two arrays have the
     * world ranks in ascending order and their local ranks.
     */
    private final int @Nullable [] worldOfLocal;

    private final long @Nullable [] localOfWorld;

    Members(Group group, int worldSize) {
      runs = group.runs().toArray(Run[]::new);
      size = group.size();
      boolean inOrder = size == worldSize;
      int next = 0;
      for (Run run : runs) {
        inOrder &= run.start() == next && (run.stride() == 1 || run.count() == 1);
        next += run.count();
      }
      worldLike = inOrder;
      if (runs.length > FEW && !worldLike) {
        int[] worlds = new int[size];
        long[] locals = new long[size];
        int local = 0;
        for (Run run : runs) {
          for (int i = 0; i < run.count(); i++, local++) {
            worlds[local] = run.start() + i * run.stride();
            locals[local] = (long) worlds[local] << 32 | local;
          }
        }
        Arrays.sort(locals);
        worldOfLocal = worlds;
        localOfWorld = locals;
      } else {
        worldOfLocal = null;
        localOfWorld = null;
      }
    }

    int worldRank(int local) {
      if (local < 0 || local >= size) {
        throw new IndexOutOfBoundsException(
            "local rank " + local + " of a communicator of " + size);
      }
      if (worldLike) {
        return local;
      }
      if (worldOfLocal != null) {
        return worldOfLocal[local];
      }
      int left = local;
      for (Run run : runs) {
        if (left < run.count()) {
          return run.start() + left * run.stride();
        }
        left -= run.count();
      }
      throw new AssertionError("size " + size + " is not the sum of the runs");
    }

    int localRank(int world) {
      if (worldLike) {
        return world >= 0 && world < size ? world : -1;
      }
      if (localOfWorld != null) {
        return search(localOfWorld, world);
      }
      int before = 0;
      for (Run run : runs) {
        int distance = world - run.start();
        int index = distance / run.stride();
        if (index >= 0 && index < run.count() && index * run.stride() == distance) {
          return before + index;
        }
        before += run.count();
      }
      return -1;
    }

    private int search(long[] localOfWorld, int world) {
      int found = Arrays.binarySearch(localOfWorld, (long) world << 32);
      int at = found < 0 ? -found - 1 : found;
      return at < size && localOfWorld[at] >>> 32 == world ? (int) localOfWorld[at] : -1;
    }
  }
}
