package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Group;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.EventWriter;
import io.github.tracecast.imports.otf2.Otf2Library;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;

/** Writes archives for tests: a few ranks, a location each, a clock of a million ticks a second. */
final class SmallArchive implements AutoCloseable {
  static final int WORLD = 0;
  static final int SELF = 1;
  static final int FIRST_COMM = 2;

  private static final int WORLD_GROUP = 1;
  private static final int SELF_GROUP = 2;
  private static final long TICKS_PER_SECOND = 1_000_000;

  final ArchiveWriter writer;
  private final int ranks;
  private final Map<String, Integer> regions = new HashMap<>();
  private final Map<Long, Integer> groupOfLocation = new HashMap<>();
  private final Map<Long, Integer> typeOfLocation = new HashMap<>();
  private int groups = SELF_GROUP + 1;
  private int comms = FIRST_COMM;

  SmallArchive(Path folder, int ranks) {
    this(folder, ranks, true);
  }

  /** @param self whether MPI_COMM_SELF is defined */
  SmallArchive(Path folder, int ranks, boolean self) {
    requireLibrary();
    this.ranks = ranks;
    this.writer = new ArchiveWriter(folder, ArchiveWriter.ANCHOR, "test");
    writer.define("ClockProperties", TICKS_PER_SECOND, 0L, 1_000_000_000L, -1L);
    writer.define("Paradigm", (byte) Group.MPI, writer.string("MPI"), (byte) 1);
    writer.define("SystemTreeNode", 0, writer.string("machine"), writer.string("node"), -1);
    for (int rank = 0; rank < ranks; rank++) {
      writer.define("LocationGroup", rank, writer.string("MPI Rank " + rank), (byte) 1, 0, -1);
      location(rank, rank, ArchiveDefinitions.Location.CPU_THREAD);
    }
    long[] all = LongStream.range(0, ranks).toArray();
    writer.group(0, "", Group.COMM_LOCATIONS, Group.MPI, all);
    writer.group(WORLD_GROUP, "", Group.COMM_GROUP, Group.MPI, all);
    writer.define("Comm", WORLD, writer.string("MPI_COMM_WORLD"), WORLD_GROUP, -1, 0);
    if (self) {
      writer.group(SELF_GROUP, "", Group.COMM_SELF, Group.MPI);
      writer.define("Comm", SELF, writer.string("MPI_COMM_SELF"), SELF_GROUP, -1, 0);
    }
  }

  static void requireLibrary() {
    if (Otf2Library.installed().isEmpty()) {
      Assumptions.abort("SKIPPED: no library of OTF2; apt-get install libopen-trace-format2-10");
    }
  }

  /** A further location of a rank. */
  void location(long location, int rank, int type) {
    groupOfLocation.put(location, rank);
    typeOfLocation.put(location, type);
  }

  int comm(String name, long... members) {
    int group = groups++;
    writer.group(group, "", Group.COMM_GROUP, Group.MPI, members);
    writer.define("Comm", comms, writer.string(name), group, WORLD, 0);
    return comms++;
  }

  /** A communicator between two groups. */
  int interComm(long[] one, long[] other) {
    int group = groups;
    groups += 2;
    writer.group(group, "", Group.COMM_GROUP, Group.MPI, one);
    writer.group(group + 1, "", Group.COMM_GROUP, Group.MPI, other);
    writer.define("InterComm", comms, writer.string(""), group, group + 1, WORLD, 0);
    return comms++;
  }

  int region(String name) {
    return regions.computeIfAbsent(name, key -> {
      int self = regions.size();
      int text = writer.string(name);
      writer.define(
          "Region", self, text, text, text, (byte) 0, (byte) 0, 0, writer.string("app.c"), 7, 9);
      return self;
    });
  }

  EventWriter events(long location) {
    return writer.events(location);
  }

  /** One call of two ticks from a time on, with the events inside it. */
  void call(long location, long time, String name, Runnable within) {
    events(location).enter(time, region(name));
    within.run();
    events(location).leave(time + 2, region(name));
  }

  void call(long location, long time, String name) {
    call(location, time, name, () -> {});
  }

  int ranks() {
    return ranks;
  }

  @Override
  public void close() {
    typeOfLocation.forEach((location, type) -> {
      events(location).close();
      writer.define(
          "Location",
          location,
          writer.string("location " + location),
          type.byteValue(),
          writer.count(location),
          groupOfLocation.get(location));
    });
    writer.close();
  }
}
