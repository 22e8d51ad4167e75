package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.CallingContext;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Comm;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Group;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Location;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Region;
import io.github.tracecast.imports.otf2.Otf2Library;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Receives the global definitions of an archive from the library. Each instance is used once. */
@SuppressWarnings("unused") // the library calls these methods
final class DefinitionReader {
  private static final int KEEP_READING = 0;
  private static final int STOP = 1;

  private final Otf2Library library;
  private final ArchiveDefinitions definitions = new ArchiveDefinitions();
  private @Nullable Throwable failure;

  DefinitionReader(Otf2Library library) {
    this.library = library;
  }

  /** Reads all global definitions of an open archive. */
  ArchiveDefinitions read(Archive archive) {
    try (Arena arena = Arena.ofConfined()) {
      long callbacks = library.pointer("OTF2_GlobalDefReaderCallbacks_New");
      try {
        register(callbacks, arena);
        archive.readDefinitions(callbacks);
      } finally {
        library.run("OTF2_GlobalDefReaderCallbacks_Delete", callbacks);
      }
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    return definitions;
  }

  private void register(long callbacks, Arena arena) {
    Class<?> i = int.class;
    Class<?> l = long.class;
    Class<?> b = byte.class;
    set(callbacks, "ClockProperties", "clock", arena, l, l, l, l, l);
    set(callbacks, "String", "string", arena, l, i, l);
    set(callbacks, "Paradigm", "paradigm", arena, l, b, i, b);
    set(callbacks, "LocationGroup", "locationGroup", arena, l, i, i, b, i);
    set(callbacks, "Location", "location", arena, l, l, i, b, l, i);
    set(callbacks, "Region", "region", arena, l, i, i, i, i, b, b, i, i, i, i);
    set(callbacks, "Group", "group", arena, l, i, i, b, b, i, i, l);
    set(callbacks, "Comm", "comm", arena, l, i, i, i, i);
    set(callbacks, "InterComm", "interComm", arena, l, i, i, i, i, i);
    set(callbacks, "CallingContext", "callingContext", arena, l, i, i, i, i);
  }

  private void set(
      long callbacks, String definition, String method, Arena arena, Class<?>... parameters) {
    String setter = "OTF2_GlobalDefReaderCallbacks_Set" + definition + "Callback";
    if (library.has(setter)) {
      MemorySegment callback =
          Otf2Library.callback(MethodHandles.lookup(), this, method, arena, parameters);
      library.status(setter, callbacks, callback.address());
    }
  }

  private int define(Runnable definition) {
    try {
      definition.run();
      return KEEP_READING;
    } catch (Throwable e) {
      failure = e;
      return STOP;
    }
  }

  private int clock(long user, long resolution, long offset, long length, long realtime) {
    definitions.ticksPerSecond = resolution;
    return KEEP_READING;
  }

  private int string(long user, int self, long text) {
    return define(() -> definitions.strings.put(self, Otf2Library.text(text)));
  }

  private int paradigm(long user, byte self, int name, byte kind) {
    return define(() -> definitions.paradigms.put(self & 0xff, definitions.string(name)));
  }

  private int locationGroup(long user, int self, int name, byte type, int parent) {
    return define(() -> definitions.locationGroups.put(self, definitions.string(name)));
  }

  private int location(long user, long self, int name, byte type, long events, int group) {
    return define(() -> definitions.locations.add(
        new Location(self, definitions.string(name), type & 0xff, events, group)));
  }

  private int region(
      long user,
      int self,
      int name,
      int canonical,
      int description,
      byte role,
      byte paradigm,
      int flags,
      int file,
      int begin,
      int end) {
    return define(() -> {
      String shown = definitions.string(name);
      String whole = shown.isEmpty() ? definitions.string(canonical) : shown;
      definitions.regions.put(self, new Region(whole, definitions.string(file), begin));
    });
  }

  private int group(
      long user, int self, int name, byte type, byte paradigm, int flags, int size, long members) {
    return define(() -> {
      long[] all = Otf2Library.longs(members, Integer.toUnsignedLong(size));
      definitions.groups.put(self, new Group(type & 0xff, paradigm & 0xff, all));
    });
  }

  private int comm(long user, int self, int name, int group, int parent) {
    return define(() -> definitions.comms.put(
        self, new Comm(definitions.string(name), group, ArchiveDefinitions.UNDEFINED, parent)));
  }

  private int interComm(long user, int self, int name, int group, int other, int common) {
    return define(() ->
        definitions.comms.put(self, new Comm(definitions.string(name), group, other, common)));
  }

  private int callingContext(long user, int self, int region, int place, int parent) {
    return define(() -> definitions.callingContexts.put(self, new CallingContext(region, parent)));
  }
}
