package io.github.tracecast.imports.internal.otf2;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The global definitions of an archive that an import needs. {@link DefinitionReader} fills this
 * object.
 */
final class ArchiveDefinitions {
  /** The value of a reference that a definition lacks. */
  static final int UNDEFINED = -1;

  /** A source of events: a thread, a GPU stream or a metric. */
  record Location(long id, String name, int type, long events, int group) {
    static final int CPU_THREAD = 1;

    boolean isThread() {
      return type == CPU_THREAD;
    }
  }

  /** A function of the program. Its name and file are texts of the archive. */
  record Region(String name, String file, int line) {}

  /** A group. Its members are locations, or indexes into the list of locations of its paradigm. */
  record Group(int type, int paradigm, long[] members) {
    static final int COMM_LOCATIONS = 4;
    static final int COMM_GROUP = 5;
    static final int COMM_SELF = 6;
    static final int MPI = 4;
  }

  /** A communicator. Its second group is {@link #UNDEFINED} except for an inter-communicator. */
  record Comm(String name, int group, int otherGroup, int parent) {}

  /** A region together with the calling context from which it was called. */
  record CallingContext(int region, int parent) {}

  /** The clock's ticks per second; 0 if unknown. */
  long ticksPerSecond;

  final Map<Integer, String> strings = new HashMap<>();
  final List<Location> locations = new ArrayList<>();
  final Map<Integer, String> locationGroups = new HashMap<>();
  final Int2ObjectOpenHashMap<Region> regions = new Int2ObjectOpenHashMap<>();
  final Map<Integer, Group> groups = new HashMap<>();
  final Map<Integer, Comm> comms = new HashMap<>();
  final Int2ObjectOpenHashMap<CallingContext> callingContexts = new Int2ObjectOpenHashMap<>();
  final Map<Integer, String> paradigms = new HashMap<>();

  /** Returns the text with this number; empty if there is none. */
  String string(int reference) {
    return strings.getOrDefault(reference, "");
  }
}
