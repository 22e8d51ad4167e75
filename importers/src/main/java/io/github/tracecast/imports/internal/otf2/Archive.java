package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.otf2.Complaints;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.trace.TraceException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** An archive that is open for reading. Not thread-safe: each thread opens it separately. */
final class Archive implements AutoCloseable {
  private static final int NO_FILE = 41;
  private static final int SECOND_TABLE = 98;

  private static final String ENDING = ".otf2";

  private final Otf2Library library;
  private final Path anchor;
  private final long reader;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);

  /** @throws TraceException if the library refuses the anchor file */
  Archive(Otf2Library library, Path anchor) {
    this.library = library;
    this.anchor = anchor;
    if (!anchor.toString().endsWith(ENDING)) {
      throw TraceException.inFile(
          anchor.toString(),
          "an anchor file of an OTF2 archive that was renamed",
          "its original name, such as traces.otf2, because the other files of the archive have the same name");
    }
    Complaints.collect(library);
    reader = library.pointer("OTF2_Reader_Open", text(anchor.toString()));
    if (reader == 0) {
      throw damaged(anchor.toString(), 0, "the anchor file of a complete archive");
    }
    require(library.status("OTF2_Reader_SetSerialCollectiveCallbacks", reader), anchor.toString());
  }

  private long text(String value) {
    return arena.allocateFrom(value, StandardCharsets.UTF_8).address();
  }

  private TraceException damaged(String file, int status, String expected) {
    return TraceException.inFile(
        file, "damaged data (OTF2: " + Complaints.take(library, status) + ")", expected);
  }

  private void require(int status, String file) {
    if (status != Otf2Library.SUCCESS) {
      throw damaged(file, status, "a complete archive; copy the archive again");
    }
  }

  /**
   * Reads all global definitions, for which the library calls these callbacks.
   *
   * @param stopped whether a callback may have made the library stop
   */
  void readDefinitions(long callbacks, BooleanSupplier stopped) {
    String file = anchor.toString().replaceFirst("\\.otf2$", ".def");
    EndMark.require(file);
    long definitions = library.pointer("OTF2_Reader_GetGlobalDefReader", reader);
    if (definitions == 0) {
      throw damaged(file, 0, "the archive's global definitions");
    }
    require(
        library.status(
            "OTF2_Reader_RegisterGlobalDefCallbacks", reader, definitions, callbacks, 0L),
        file);
    int status = library.status(
        "OTF2_Reader_ReadAllGlobalDefinitions", reader, definitions, count.address());
    if (stopped.getAsBoolean()) {
      return;
    }
    require(status, file);
    require(library.status("OTF2_Reader_CloseGlobalDefReader", reader, definitions), file);
  }

  /** Returns a property of the archive; empty if the archive lacks the property. */
  String property(String name) {
    MemorySegment value = arena.allocate(ValueLayout.JAVA_LONG);
    int status = library.status("OTF2_Reader_GetProperty", reader, text(name), value.address());
    if (status != Otf2Library.SUCCESS) {
      Complaints.take(library, status);
      return "";
    }
    return Otf2Library.text(value.get(ValueLayout.JAVA_LONG, 0));
  }

  /** Prepares to read the events of some locations. This method may be called only once. */
  void select(long... locations) {
    for (long location : locations) {
      require(library.status("OTF2_Reader_SelectLocation", reader, location), eventFile(location));
    }
    int status = library.status("OTF2_Reader_OpenDefFiles", reader);
    if (status == Otf2Library.SUCCESS) {
      for (long location : locations) {
        readOffsetsAndMappings(location);
      }
      require(library.status("OTF2_Reader_CloseDefFiles", reader), anchor.toString());
    } else if (status == NO_FILE) {
      Complaints.take(library, status);
    } else {
      require(status, anchor.toString());
    }
    require(library.status("OTF2_Reader_OpenEvtFiles", reader), anchor.toString());
  }

  /**
   * Reads a location's definitions, with which the library corrects times and numbers in events.
   */
  private void readOffsetsAndMappings(long location) {
    String file = eventFile(location).replaceFirst("evt$", "def");
    EndMark.require(file);
    long definitions = library.pointer("OTF2_Reader_GetDefReader", reader, location);
    if (definitions == 0) {
      Complaints.take(library, NO_FILE);
      return; // a location may lack local definitions
    }
    int status;
    do {
      status = library.status(
          "OTF2_Reader_ReadAllLocalDefinitions", reader, definitions, count.address());
    } while (status == SECOND_TABLE); // the library ignores the second table
    require(status, file);
    require(library.status("OTF2_Reader_CloseDefReader", reader, definitions), anchor.toString());
  }

  /** Returns the events of a location that was {@linkplain #select selected}. */
  Events events(long location, long callbacks) {
    EndMark.require(eventFile(location));
    long events = library.pointer("OTF2_Reader_GetEvtReader", reader, location);
    if (events == 0) {
      throw damaged(
          eventFile(location),
          NO_FILE,
          "the events of location " + Long.toUnsignedString(location));
    }
    require(
        library.status("OTF2_Reader_RegisterEvtCallbacks", reader, events, callbacks, 0L),
        eventFile(location));
    return new Events(location, events);
  }

  private String eventFile(long location) {
    return anchor.toString().replaceFirst("\\.otf2$", "") + "/" + Long.toUnsignedString(location)
        + ".evt";
  }

  final class Events implements AutoCloseable {
    private final long location;
    private final long handle;

    private Events(long location, long handle) {
      this.location = location;
      this.handle = handle;
    }

    /**
     * Reads the next events with the library. Returns their number, which is smaller than requested
     * at the end.
     *
     * @param stopped whether a callback may have made the library stop
     */
    long read(long most, BooleanSupplier stopped) {
      count.set(ValueLayout.JAVA_LONG, 0, 0);
      int status =
          library.status("OTF2_Reader_ReadLocalEvents", reader, handle, most, count.address());
      if (status != Otf2Library.SUCCESS && !stopped.getAsBoolean()) {
        require(status, eventFile(location));
      }
      return count.get(ValueLayout.JAVA_LONG, 0);
    }

    @Override
    public void close() {
      library.status("OTF2_Reader_CloseEvtReader", reader, handle);
    }
  }

  @Override
  public void close() {
    library.status("OTF2_Reader_Close", reader);
    arena.close();
  }
}
