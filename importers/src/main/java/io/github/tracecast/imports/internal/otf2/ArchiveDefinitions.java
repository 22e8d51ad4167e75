package io.github.tracecast.imports.internal.otf2;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The definitions of an archive for all locations that an import needs. {@link DefinitionReader}
 * fills it.
 */
final class ArchiveDefinitions {
  /** In place of a reference: none. */
  static final int UNDEFINED = -1;

  /** A source of events: a thread, a GPU stream or a metric. */
  record Location(long id, String name, int type, long events, int group) {
    static final int CPU_THREAD = 1;

    boolean isThread() {
      return type == CPU_THREAD;
    }
  }

  /** A function; its names are texts. */
  record Region(String name, String file, int line) {}

  /** Members are locations, or places in the list of locations of their paradigm. */
  record Group(int type, int paradigm, long[] members) {
    static final int COMM_LOCATIONS = 4;
    static final int COMM_GROUP = 5;
    static final int COMM_SELF = 6;
    static final int MPI = 4;
  }

  /** A communicator; the second group is {@link #UNDEFINED} unless it connects two. */
  record Comm(String name, int group, int otherGroup, int parent) {}

  /** A place in a program: a region, called from another place. */
  record CallingContext(int region, int parent) {}

  /** Ticks of the clock per second; 0 if unknown. */
  long ticksPerSecond;

  final Map<Integer, String> strings = new HashMap<>();
  final List<Location> locations = new ArrayList<>();
  final Map<Integer, String> locationGroups = new HashMap<>();
  final Int2ObjectOpenHashMap<Region> regions = new Int2ObjectOpenHashMap<>();
  final Map<Integer, Group> groups = new HashMap<>();
  final Map<Integer, Comm> comms = new HashMap<>();
  final Int2ObjectOpenHashMap<CallingContext> callingContexts = new Int2ObjectOpenHashMap<>();
  final Map<Integer, String> paradigms = new HashMap<>();

  /** Text with a number; empty if there is none. */
  String string(int reference) {
    return strings.getOrDefault(reference, "");
  }
}
