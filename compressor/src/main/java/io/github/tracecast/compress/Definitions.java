package io.github.tracecast.compress;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The definitions that the tasks of a run refer to by handle: call sites, datatypes, groups and
 * communicators. A definition of many tasks is stored once. Handles depend on the order in which
 * tasks define things, so they are replaced when the trace is created. Thread-safe.
 *
 * <p>Communicators are unified as in Scalasca. A task knows the world rank of the communicator's
 * local rank 0, the number that this rank gave to the communicator, and its own local rank. So a
 * definition takes O(1) memory. The members are collected when all tasks are complete.
 */
final class Definitions {
  /**
   * The key of a communicator: the world rank of its local rank 0, and its number among the
   * communicators with the same local rank 0.
   */
  record Key(int root, int number) {
    /** The key of both MPI_COMM_WORLD and MPI_COMM_SELF. */
    static final Key PREDEFINED = new Key(-1, -1);
  }

  private final int ranks;
  private final Map<String, Integer> siteIds = new HashMap<>();
  private final List<CallSite> sites = new ArrayList<>();
  private final Map<Datatype, Integer> datatypeIds = new HashMap<>();
  private final List<Datatype> datatypes = new ArrayList<>();
  private final Map<Group, Integer> groupIds = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private final Map<Key, Integer> communicatorIds = new HashMap<>();
  private final List<Members> communicators = new ArrayList<>();

  Definitions(int ranks) {
    this.ranks = ranks;
    group(Group.world(ranks));
    communicators.add(new Members(Key.PREDEFINED, "MPI_COMM_WORLD", ranks, 0));
    communicators.add(new Members(Key.PREDEFINED, "MPI_COMM_SELF", 1, 0));
  }

  synchronized int site(String name) {
    return siteIds.computeIfAbsent(name, key -> {
      sites.add(new CallSite(key));
      return sites.size() - 1;
    });
  }

  synchronized String siteName(int handle) {
    return sites.get(handle).name();
  }

  synchronized int datatype(Datatype datatype) {
    return datatypeIds.computeIfAbsent(datatype, key -> {
      datatypes.add(key);
      return datatypes.size() - 1;
    });
  }

  synchronized int group(Group group) {
    return groupIds.computeIfAbsent(group, key -> {
      groups.add(key);
      return groups.size() - 1;
    });
  }

  /**
   * Defines a communicator of more than one process. Errors name the world rank of the task that
   * defines it.
   */
  synchronized int communicator(
      String name, Key key, int worldRank, int localRank, int size, int firstGroup) {
    int id = communicatorIds.computeIfAbsent(key, k -> {
      communicators.add(new Members(k, name, size, firstGroup));
      return communicators.size() - 1;
    });
    Members members = communicators.get(id);
    if (members.size != size) {
      throw TraceException.at(
          "rank " + worldRank + ": communicator " + name,
          size + " processes",
          members.size + ", as in the definitions of other members");
    }
    if (members.firstGroup != firstGroup) {
      throw TraceException.at(
          "rank " + worldRank + ": communicator " + name,
          "a first group of " + firstGroup + " processes",
          members.firstGroup + ", as in the definitions of other members");
    }
    members.add(localRank, worldRank);
    members.call(name, worldRank);
    return id;
  }

  /**
   * Defines a communicator of one process. The n-th communicators of one process on all ranks share
   * one definition.
   */
  synchronized int selfLike(String name, int worldRank, int number) {
    int id = communicatorIds.computeIfAbsent(new Key(-1, number), k -> {
      communicators.add(new Members(k, name, 1, 0));
      return communicators.size() - 1;
    });
    communicators.get(id).call(name, worldRank);
    return id;
  }

  List<CallSite> sites() {
    return sites;
  }

  List<Datatype> datatypes() {
    return datatypes;
  }

  List<Group> groups() {
    return groups;
  }

  /**
   * Returns the communicators and adds their groups to {@link #groups()}.
   *
   * @throws TraceException if a member did not define its communicator
   */
  List<Communicator> communicators() {
    List<Communicator> all = new ArrayList<>();
    for (Members members : communicators) {
      int group = members.size == 1 && all.size() != Communicator.WORLD
          ? Communicator.SELF_GROUP
          : members.key == Key.PREDEFINED ? 0 : group(members.group());
      all.add(new Communicator(members.name, group, members.firstGroup));
    }
    return all;
  }

  /** Returns the key of a communicator. */
  Key key(int communicator) {
    return communicators.get(communicator).key;
  }

  int ranks() {
    return ranks;
  }

  /** The members of a communicator that have defined the communicator so far. */
  private static final class Members {
    private final Key key;
    private final int size;
    private final int firstGroup;
    private String name;

    /**
     * The lowest rank that has defined the communicator so far. Its name for the communicator is
     * kept.
     */
    private int namedBy = Integer.MAX_VALUE;

    private int[] worldOfLocal = {};

    Members(Key key, String name, int size, int firstGroup) {
      this.key = key;
      this.name = Objects.requireNonNull(name);
      this.size = size;
      this.firstGroup = firstGroup;
    }

    /**
     * Keeps the name from the lowest rank, so that the name does not depend on the order in which
     * ranks come.
     */
    void call(String itsName, int world) {
      if (world < namedBy) {
        name = itsName;
        namedBy = world;
      }
    }

    void add(int local, int world) {
      if (local >= worldOfLocal.length) {
        int from = worldOfLocal.length;
        worldOfLocal = Arrays.copyOf(worldOfLocal, Math.min(size, Math.max(local + 1, 2 * from)));
        Arrays.fill(worldOfLocal, from, worldOfLocal.length, -1);
      }
      int known = worldOfLocal[local];
      if (known >= 0 && known != world) {
        throw TraceException.at(
            "rank " + world + ": communicator " + name,
            "local rank " + local,
            "another local rank, because rank " + known + " has this one");
      }
      worldOfLocal[local] = world;
    }

    Group group() {
      for (int local = 0; local < size; local++) {
        if (local >= worldOfLocal.length || worldOfLocal[local] < 0) {
          throw TraceException.at(
              "communicator " + name,
              "no definition by its local rank " + local,
              "a definition by each of its " + size + " members");
        }
      }
      return Group.of(worldOfLocal);
    }
  }
}
