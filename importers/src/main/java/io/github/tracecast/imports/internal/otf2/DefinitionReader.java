package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.CallingContext;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Comm;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Group;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Location;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Region;
import io.github.tracecast.imports.otf2.Otf2Library;
import java.lang.invoke.MethodHandles;

/** Receives the global definitions of an archive from the library. Each instance is used once. */
@SuppressWarnings("unused") // the library calls these methods
final class DefinitionReader {
  private final ArchiveDefinitions definitions = new ArchiveDefinitions();

  ArchiveDefinitions read(Otf2Library library, Archive archive) {
    try (Callbacks callbacks = new Callbacks(library, "OTF2_GlobalDefReaderCallbacks_")) {
      set(callbacks, "ClockProperties", "clock");
      set(callbacks, "String", "string");
      set(callbacks, "Paradigm", "paradigm");
      set(callbacks, "LocationGroup", "locationGroup");
      set(callbacks, "Location", "location");
      set(callbacks, "Region", "region");
      set(callbacks, "Group", "group");
      set(callbacks, "Comm", "comm");
      set(callbacks, "InterComm", "interComm");
      set(callbacks, "CallingContext", "callingContext");
      archive.readDefinitions(callbacks.address(), callbacks::failed);
      callbacks.rethrow();
    }
    return definitions;
  }

  private void set(Callbacks callbacks, String definition, String method) {
    callbacks.register(
        definition,
        Otf2Library.method(MethodHandles.lookup(), DefinitionReader.class, method)
            .bindTo(this));
  }

  private void clock(long user, long resolution, long offset, long length, long realtime) {
    definitions.ticksPerSecond = resolution;
  }

  private void string(long user, int self, long text) {
    definitions.strings.put(self, Otf2Library.text(text));
  }

  private void paradigm(long user, byte self, int name, byte kind) {
    definitions.paradigms.put(self & 0xff, definitions.string(name));
  }

  private void locationGroup(long user, int self, int name, byte type, int parent) {
    definitions.locationGroups.put(self, definitions.string(name));
  }

  private void location(long user, long self, int name, byte type, long events, int group) {
    definitions.locations.add(
        new Location(self, definitions.string(name), type & 0xff, events, group));
  }

  private void region(
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
    String shown = definitions.string(name);
    String whole = shown.isEmpty() ? definitions.string(canonical) : shown;
    definitions.regions.put(self, new Region(whole, definitions.string(file), begin));
  }

  private void group(
      long user, int self, int name, byte type, byte paradigm, int flags, int size, long members) {
    long[] all = Otf2Library.longs(members, Integer.toUnsignedLong(size));
    definitions.groups.put(self, new Group(type & 0xff, paradigm & 0xff, all));
  }

  private void comm(long user, int self, int name, int group, int parent) {
    definitions.comms.put(
        self, new Comm(definitions.string(name), group, ArchiveDefinitions.UNDEFINED, parent));
  }

  private void interComm(long user, int self, int name, int group, int other, int common) {
    definitions.comms.put(self, new Comm(definitions.string(name), group, other, common));
  }

  private void callingContext(long user, int self, int region, int place, int parent) {
    definitions.callingContexts.put(self, new CallingContext(region, parent));
  }
}
