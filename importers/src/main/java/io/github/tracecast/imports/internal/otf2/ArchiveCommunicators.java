package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Comm;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Group;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The communicators of an archive. Immutable, so that threads can share it. */
final class ArchiveCommunicators {
  /** The handle of a communicator that the archive does not define, or of which the rank is not a member. */
  static final int UNKNOWN = -1;

  private enum Kind {
    WORLD,
    ALONE,
    INTRA,
    INTER
  }

  /**
   * The members of a communicator: world ranks by local rank, and for an inter-communicator the
   * world ranks of the other group.
   */
  private record Members(
      Kind kind, boolean self, String name, int[] ranks, int[] others, int parent) {}

  private final Map<Integer, Members> byReference = new TreeMap<>();

  /** The communicators of which every rank is a member: MPI_COMM_WORLD, MPI_COMM_SELF and its duplicates. */
  private final IntArrayList ofEveryRank = new IntArrayList();

  /**
   * For each rank, the other communicators of which it is a member. Each communicator is followed
   * by the rank's local rank.
   */
  private final List<IntArrayList> placesOfRank = new ArrayList<>();

  private final int onlyParent;

  /** @param file the name of the archive in error messages */
  ArchiveCommunicators(ArchiveDefinitions definitions, int ranks, String file) {
    for (int rank = 0; rank < ranks; rank++) {
      placesOfRank.add(new IntArrayList());
    }
    Map<Integer, int[]> members = new HashMap<>();
    int world = world(definitions, ranks);
    new TreeMap<>(definitions.comms).forEach((reference, comm) -> {
      Group group = definitions.groups.get(comm.group());
      if (group == null || group.paradigm() != Group.MPI) {
        return;
      }
      int[] own = members.computeIfAbsent(comm.group(), key -> ranks(group, ranks, file));
      int[] others = comm.otherGroup() == ArchiveDefinitions.UNDEFINED
          ? new int[0]
          : members.computeIfAbsent(
              comm.otherGroup(), key -> ranks(definitions.groups.get(key), ranks, file));
      add(reference, comm, group, own, others, reference == world);
    });
    List<Members> made = byReference.values().stream()
        .filter(comm -> comm.kind != Kind.WORLD && !comm.self)
        .toList();
    boolean ofWorld = !made.isEmpty() && made.stream().allMatch(comm -> comm.parent == world);
    onlyParent = ofWorld ? world : ArchiveDefinitions.UNDEFINED;
  }

  private void add(int reference, Comm comm, Group group, int[] own, int[] others, boolean world) {
    String name =
        comm.name().isEmpty() ? "communicator " + Integer.toUnsignedString(reference) : comm.name();
    Kind kind = world
        ? Kind.WORLD
        : comm.otherGroup() != ArchiveDefinitions.UNDEFINED
            ? Kind.INTER
            : group.type() == Group.COMM_SELF || own.length == 1 ? Kind.ALONE : Kind.INTRA;
    boolean self = group.type() == Group.COMM_SELF;
    byReference.put(reference, new Members(kind, self, name, own, others, comm.parent()));
    if (kind == Kind.WORLD || self) {
      ofEveryRank.add(reference);
    } else if (kind != Kind.INTER) {
      for (int local = 0; local < own.length; local++) {
        placesOfRank.get(own[local]).add(reference);
        placesOfRank.get(own[local]).add(local);
      }
    }
  }

  /**
   * Returns the communicator of all ranks, in their order, with the name MPI_COMM_WORLD. If no
   * communicator has this name, returns the first communicator of all ranks in their order.
   */
  private static int world(ArchiveDefinitions definitions, int ranks) {
    int first = UNKNOWN;
    for (Map.Entry<Integer, Comm> entry : new TreeMap<>(definitions.comms).entrySet()) {
      Group group = definitions.groups.get(entry.getValue().group());
      if (group != null
          && entry.getValue().otherGroup() == ArchiveDefinitions.UNDEFINED
          && isAll(group, ranks)) {
        if (entry.getValue().name().equals("MPI_COMM_WORLD")) {
          return entry.getKey();
        }
        first = first == UNKNOWN ? entry.getKey() : first;
      }
    }
    return first;
  }

  private static boolean isAll(Group group, int ranks) {
    return group.type() == Group.COMM_GROUP
        && group.members().length == ranks
        && IntStream.range(0, ranks).allMatch(i -> group.members()[i] == i);
  }

  private static int[] ranks(@Nullable Group group, int ranks, String file) {
    long[] members = group == null ? new long[0] : group.members();
    int[] all = new int[members.length];
    boolean[] taken = new boolean[all.length == 0 ? 0 : ranks];
    for (int i = 0; i < all.length; i++) {
      long rank = members[i];
      if (rank < 0 || rank >= ranks || taken[(int) rank]) {
        throw TraceException.inFile(
            file,
            "a group with rank " + Long.toUnsignedString(rank)
                + (rank >= 0 && rank < ranks ? " twice" : ""),
            "ranks from 0 to " + (ranks - 1) + ", each once");
      }
      taken[(int) rank] = true;
      all[i] = (int) rank;
    }
    return all;
  }

  /** Returns a communicator that the archive defines. */
  private Members members(int reference) {
    return Objects.requireNonNull(byReference.get(reference));
  }

  final class OfRank {
    private final int rank;
    private final Int2IntOpenHashMap handles = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap places = new Int2IntOpenHashMap();

    /** Defines all communicators of which the rank is a member. */
    OfRank(int rank, EventSink sink) {
      this.rank = rank;
      handles.defaultReturnValue(UNKNOWN);
      IntArrayList all = placesOfRank.get(rank);
      for (int i = 0; i < all.size(); i += 2) {
        define(all.getInt(i), all.getInt(i + 1), sink);
      }
      for (int i = 0; i < ofEveryRank.size(); i++) {
        int reference = ofEveryRank.getInt(i);
        boolean world = members(reference).kind == Kind.WORLD;
        handles.put(reference, world ? Communicator.WORLD : Communicator.SELF);
        places.put(reference, world ? rank : 0);
      }
    }

    private void define(int reference, int place, EventSink sink) {
      Members members = members(reference);
      places.put(reference, place);
      handles.put(
          reference,
          members.kind == Kind.ALONE
              ? Communicator.SELF
              : sink.communicator(
                  members.name, members.ranks[0], reference, place, members.ranks.length));
    }

    /**
     * Returns the handle of a communicator in the trace; {@link #UNKNOWN} if the rank is not a
     * member.
     */
    int handle(int reference) {
      return handles.get(reference);
    }

    /** Returns this rank's local rank in a communicator that has a {@link #handle}. */
    int localRank(int reference) {
      return places.get(reference);
    }

    boolean isInter(int reference) {
      Members members = byReference.get(reference);
      return members != null && members.kind == Kind.INTER;
    }

    /**
     * Returns the world rank of a process in the remote group of an inter-communicator; -1 if there
     * is none.
     */
    int remoteWorldRank(int reference, int local) {
      Members members = members(reference);
      int[] side = IntArrayList.wrap(members.ranks).contains(rank) ? members.others : members.ranks;
      return local >= 0 && local < side.length ? side[local] : -1;
    }

    /** Returns the number of processes of a communicator that has a {@link #handle}. */
    int size(int reference) {
      Members members = members(reference);
      return members.kind == Kind.ALONE ? 1 : members.ranks.length;
    }

    /** Returns MPI_COMM_WORLD if all other communicators were made from it, otherwise {@link ArchiveDefinitions#UNDEFINED}. */
    int onlyParent() {
      return onlyParent;
    }

    /** Returns the parent of a communicator; {@link ArchiveDefinitions#UNDEFINED} if unknown. */
    int parent(int reference) {
      Members members = byReference.get(reference);
      return members == null ? ArchiveDefinitions.UNDEFINED : members.parent;
    }
  }
}
