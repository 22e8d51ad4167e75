package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Group;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Location;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The ranks of an archive and the locations of each rank. The order of the locations in the MPI
 * paradigm gives the rank numbers. Immutable.
 */
final class ArchiveRanks {
  private static final String[] TYPES = {
    "location of unknown type", "thread", "accelerator stream", "metric source"
  };

  private final long[] locationOfRank;
  private final List<List<Location>> threads = new ArrayList<>();
  private final List<Location> others = new ArrayList<>();

  private ArchiveRanks(long[] locationOfRank) {
    this.locationOfRank = locationOfRank;
  }

  /**
   * Finds the ranks of an archive.
   *
   * @param file the name of the archive in error messages
   * @throws TraceException if the archive has no MPI processes
   */
  static ArchiveRanks of(ArchiveDefinitions definitions, String file) {
    Group listed = definitions.groups.values().stream()
        .filter(group -> group.type() == Group.COMM_LOCATIONS && group.paradigm() == Group.MPI)
        .max((one, other) -> Integer.compare(one.members().length, other.members().length))
        .orElseThrow(() -> withoutMpi(definitions, file));
    int size = listed.members().length;
    if (size == 0) {
      throw withoutMpi(definitions, file);
    }
    if (size > RankList.MAX_RANKS) {
      throw TraceException.inFile(file, size + " ranks", "at most " + RankList.MAX_RANKS);
    }
    ArchiveRanks ranks = new ArchiveRanks(listed.members());
    ranks.assign(definitions, file);
    return ranks;
  }

  private static TraceException withoutMpi(ArchiveDefinitions definitions, String file) {
    String paradigms = definitions.paradigms.entrySet().stream()
        .filter(entry -> entry.getKey() != Group.MPI)
        .map(Map.Entry::getValue)
        .filter(name -> !name.isBlank())
        .sorted()
        .collect(Collectors.joining(", "));
    int locations = definitions.locations.size();
    int processes = definitions.locationGroups.size();
    return TraceException.inFile(
        file,
        "an OTF2 archive without MPI, of " + locations
            + (locations == 1 ? " location in " : " locations in ") + processes
            + (processes == 1 ? " process" : " processes")
            + (paradigms.isEmpty() ? "" : " (" + paradigms + ")"),
        "an archive of an MPI program. Build the program with \"scorep mpicc\", so that Score-P"
            + " records MPI");
  }

  private void assign(ArchiveDefinitions definitions, String file) {
    Map<Long, Location> byId = new HashMap<>();
    definitions.locations.forEach(location -> byId.put(location.id(), location));
    Map<Integer, Integer> rankOfGroup = new HashMap<>();
    Map<Long, Integer> rankOfLocation = new HashMap<>();
    for (int rank = 0; rank < locationOfRank.length; rank++) {
      Location location = byId.get(locationOfRank[rank]);
      if (location == null || rankOfLocation.put(location.id(), rank) != null) {
        throw TraceException.inFile(
            file,
            "rank " + rank + " at location " + Long.toUnsignedString(locationOfRank[rank])
                + (location == null ? ", which the archive does not define" : " of another rank"),
            "a separate location for each rank");
      }
      rankOfGroup.putIfAbsent(location.group(), rank);
      threads.add(new ArrayList<>());
      threads.get(rank).add(location);
    }
    for (Location location : definitions.locations) {
      if (rankOfLocation.containsKey(location.id())) {
        continue;
      }
      Integer rank = rankOfGroup.get(location.group());
      if (location.isThread() && rank != null) {
        threads.get(rank).add(location);
      } else {
        others.add(location);
      }
    }
  }

  int count() {
    return locationOfRank.length;
  }

  /** Returns the threads of a rank, beginning with its main thread. */
  List<Location> threads(int rank) {
    return threads.get(rank);
  }

  /** Returns for each rank the number of threads that have events. */
  int[] threadsWithEvents() {
    return threads.stream()
        .mapToInt(all ->
            Math.max(1, (int) all.stream().filter(one -> one.events() > 0).count()))
        .toArray();
  }

  /** Returns a note for each type of location whose events are not read. */
  List<String> unread() {
    Map<Integer, List<Location>> byType =
        new TreeMap<>(others.stream().collect(Collectors.groupingBy(Location::type)));
    return byType.entrySet().stream()
        .map(entry -> sentence(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static String sentence(int type, List<Location> locations) {
    long events = locations.stream().mapToLong(Location::events).sum();
    String names = locations.stream()
        .map(Location::name)
        .distinct()
        .sorted()
        .limit(4)
        .collect(Collectors.joining(", "));
    long more = locations.stream().map(Location::name).distinct().count() - 4;
    boolean one = locations.size() == 1;
    String noun = TYPES[type < TYPES.length ? type : 0];
    return locations.size() + " " + (one ? noun : noun.replaceFirst("( of .*)?$", "s$1"))
        + (type == Location.CPU_THREAD ? " of no rank" : "") + " with " + events
        + (events == 1 ? " event" : " events") + (one ? " is" : " are") + " not kept: " + names
        + (more > 0 ? " and " + more + " more" : "");
  }
}
