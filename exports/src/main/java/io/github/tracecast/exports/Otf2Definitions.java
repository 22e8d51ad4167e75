package io.github.tracecast.exports;

import io.github.tracecast.exports.paraver.ParaverTrace;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import io.github.tracecast.trace.Trace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of an archive: ranks, regions, groups and communicators. They have the same
 * numbers as in the trace. Not thread-safe.
 */
final class Otf2Definitions implements ParaverTrace.Regions {
  static final long TICKS_PER_SECOND = 1_000_000_000;

  private static final byte OF_PROCESSES = 0;
  private static final byte PROCESS = 1;
  private static final byte THREAD = 1;
  private static final byte COMPILER = 2;
  private static final byte MPI = 4;
  private static final byte FUNCTION = 1;
  private static final byte COLLECTIVE = 26;
  private static final byte POINT_TO_POINT = 28;
  private static final int COMM_LOCATIONS = 4;
  private static final int COMM_GROUP = 5;
  private static final int COMM_SELF = 6;
  private static final int LOCATIONS = 0;
  private static final int SELF = 1;
  private static final int FIRST_GROUP = 2;
  private static final int NONE = ArchiveWriter.UNDEFINED;
  private static final long NO_DATE = -1;

  private final Trace trace;
  private final Map<String, Integer> regions = new LinkedHashMap<>();
  private final Map<String, MpiCall> calls = new LinkedHashMap<>();

  Otf2Definitions(Trace trace) {
    this.trace = trace;
  }

  @Override
  public List<String> names() {
    return List.copyOf(regions.keySet());
  }

  @Override
  public @Nullable MpiCall call(String name) {
    return calls.get(name);
  }

  int region(String name) {
    return regions.computeIfAbsent(name, key -> regions.size());
  }

  int region(String name, MpiCall call) {
    calls.put(name, call);
    return region(name);
  }

  /**
   * Writes all definitions, after the events.
   *
   * @param name the name of the run
   * @param lastNanos time of the last event
   */
  void write(ArchiveWriter archive, String name, long lastNanos) {
    archive.define("ClockProperties", TICKS_PER_SECOND, 0L, lastNanos + 1, NO_DATE);
    archive.define("Paradigm", MPI, archive.string("MPI"), OF_PROCESSES);
    archive.define("SystemTreeNode", 0, archive.string(name), archive.string("machine"), NONE);
    regions.forEach((text, self) -> region(archive, text, self));
    int thread = archive.string("Master thread");
    int ranks = trace.header().ranks();
    for (int rank = 0; rank < ranks; rank++) {
      archive.define("LocationGroup", rank, archive.string("MPI Rank " + rank), PROCESS, 0, NONE);
      archive.define("Location", (long) rank, thread, THREAD, archive.count(rank), rank);
    }
    archive.group(LOCATIONS, "", COMM_LOCATIONS, MPI, LongStream.range(0, ranks).toArray());
    archive.group(SELF, "", COMM_SELF, MPI);
    communicators(archive);
  }

  private void region(ArchiveWriter archive, String text, int self) {
    MpiCall call = calls.get(text);
    int name = archive.string(text);
    int none = archive.string("");
    archive.define(
        "Region",
        self,
        name,
        name,
        none,
        call == null ? FUNCTION : role(call.family()),
        call == null ? COMPILER : MPI,
        0,
        none,
        0,
        0);
  }

  private static byte role(Family family) {
    return switch (family) {
      case POINT_TO_POINT, PERSISTENT, COMPLETION, PROBE -> POINT_TO_POINT;
      case COLLECTIVE, NONBLOCKING_COLLECTIVE, NEIGHBOURHOOD -> COLLECTIVE;
      default -> FUNCTION;
    };
  }

  private void communicators(ArchiveWriter archive) {
    for (int id = 0; id < trace.groups().size(); id++) {
      Group group = trace.groups().get(id);
      long[] members =
          LongStream.range(0, group.size()).map(i -> group.worldRank((int) i)).toArray();
      archive.group(FIRST_GROUP + id, "", COMM_GROUP, MPI, members);
    }
    for (int id = 0; id < trace.communicators().size(); id++) {
      Communicator communicator = trace.communicators().get(id);
      int group = communicator.isSelf() ? SELF : FIRST_GROUP + communicator.group();
      int parent = id < Communicator.FIRST_USER ? NONE : Communicator.WORLD;
      archive.define("Comm", id, archive.string(communicator.name()), group, parent, 0);
    }
  }
}
