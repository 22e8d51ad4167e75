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
 * What the tasks of a run refer to by handle: call sites, datatypes, groups and communicators, each once however many tasks define
 * it. Handles follow the order in which tasks happen to ask and are replaced when the trace is made. Thread-safe.
 *
 * <p>Communicators are unified as Scalasca does: a task knows the world rank of its local rank 0, which communicator of that
 * rank's it is, and its own place in it. That is O(1) a definition; who the members are is put together when all tasks are there.
 */
final class Definitions {
  /** The key of a communicator: world rank of its local rank 0, and its number among those that this rank is local rank 0 of. */
  record Key(int root, int number) {}

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
    communicators.add(new Members(null, "MPI_COMM_WORLD", ranks));
    communicators.add(new Members(null, "MPI_COMM_SELF", 1));
  }

  synchronized int site(String name) {
    return siteIds.computeIfAbsent(name, key -> {
      sites.add(new CallSite(key));
      return sites.size() - 1;
    });
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

  /** A communicator of more than one process; complaints name the world rank that defines it. */
  synchronized int communicator(String name, Key key, int worldRank, int localRank, int size) {
    int id = communicatorIds.computeIfAbsent(key, k -> {
      communicators.add(new Members(k, name, size));
      return communicators.size() - 1;
    });
    Members members = communicators.get(id);
    if (members.size != size) {
      throw TraceException.at(
          "rank " + worldRank + ": communicator " + name,
          size + " processes",
          members.size + ", as in the definitions of other members");
    }
    members.add(localRank, worldRank);
    members.call(name, worldRank);
    return id;
  }

  /** A communicator of one process: the number-th such one of each rank is one and the same definition. */
  synchronized int selfLike(String name, int worldRank, int number) {
    int id = communicatorIds.computeIfAbsent(new Key(-1, number), k -> {
      communicators.add(new Members(k, name, 1));
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

  /** Communicators with groups from {@link #groups()}, to which theirs are added.
   *
   * @throws TraceException where a member did not define its communicator
   */
  List<Communicator> communicators() {
    List<Communicator> all = new ArrayList<>();
    for (Members members : communicators) {
      int group = members.size == 1 && all.size() != Communicator.WORLD
          ? Communicator.SELF_GROUP
          : members.key == null ? 0 : group(members.group());
      all.add(new Communicator(members.name, group));
    }
    return all;
  }

  /** What the definition of a communicator is known by; null for MPI_COMM_WORLD and MPI_COMM_SELF. */
  Key key(int communicator) {
    return communicators.get(communicator).key;
  }

  int ranks() {
    return ranks;
  }

  /** The members of one communicator, as far as they have told. */
  private static final class Members {
    private final Key key;
    private final int size;
    private String name;

    /** The lowest rank so far, of which the name is. */
    private int namedBy = Integer.MAX_VALUE;

    private int[] worldOfLocal = {};

    Members(Key key, String name, int size) {
      this.key = key;
      this.name = Objects.requireNonNull(name);
      this.size = size;
    }

    /** Of the names that members give, that of the lowest rank is kept, whoever comes first. */
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
            "another one: rank " + known + " has it");
      }
      worldOfLocal[local] = world;
    }

    Group group() {
      for (int local = 0; local < size; local++) {
        if (local >= worldOfLocal.length || worldOfLocal[local] < 0) {
          throw TraceException.at(
              "communicator " + name,
              "no definition by its local rank " + local,
              "one by each of its " + size + " members");
        }
      }
      return Group.of(worldOfLocal);
    }
  }
}
