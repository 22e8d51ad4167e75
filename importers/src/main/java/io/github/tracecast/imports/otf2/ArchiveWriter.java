package io.github.tracecast.imports.otf2;

import io.github.tracecast.trace.TraceException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes an OTF2 archive: a folder with an anchor file, definitions, and a file of events for each
 * location. Callers use the names that the library gives to definitions and events. Not
 * thread-safe.
 */
public final class ArchiveWriter implements AutoCloseable {
  /** The value of a 32-bit reference that a definition or event does not have. */
  public static final int UNDEFINED = -1;

  /** The name of the anchor file in the archives of Score-P. */
  public static final String ANCHOR = "traces.otf2";

  /** The ending of every anchor file's name. */
  public static final String ENDING = ".otf2";

  private static final byte WRITE = 0;
  private static final byte POSIX = 1;
  private static final byte UNCOMPRESSED = 1;
  private static final long SMALLEST_CHUNK = 256 << 10;
  private static final long CHUNK_OF_DEFINITIONS = 4 << 20;

  private final Otf2Library library;
  private final Path folder;
  private final Arena arena = Arena.ofConfined();
  private final long archive;
  private final Map<String, Integer> strings = new HashMap<>();
  private final Map<Long, EventWriter> open = new TreeMap<>();
  private final Map<Long, Long> eventsOfLocation = new TreeMap<>();
  private long definitions;
  private boolean closed;

  /**
   * Begins an archive.
   *
   * @param folder a folder that does not exist or is empty
   * @param anchor the name of the anchor file in it, which ends in {@link #ENDING}
   * @param creator name of the program that writes the archive
   * @throws TraceException if the library is not installed, or cannot write to the folder
   */
  public ArchiveWriter(Path folder, String anchor, String creator) {
    this.library = Otf2Library.load();
    this.folder = folder;
    Complaints.collect(library);
    archive = library.pointer(
        "OTF2_Archive_Open",
        text(folder.toString()),
        text(anchor.substring(0, anchor.length() - ENDING.length())),
        WRITE,
        SMALLEST_CHUNK,
        CHUNK_OF_DEFINITIONS,
        POSIX,
        UNCOMPRESSED);
    if (archive == 0) {
      throw failed(0);
    }
    require(library.status("OTF2_Archive_SetSerialCollectiveCallbacks", archive));
    flushWhenFull();
    require(library.status("OTF2_Archive_SetCreator", archive, text(creator)));
    require(library.status("OTF2_Archive_OpenEvtFiles", archive));
  }

  private void flushWhenFull() {
    MemorySegment flush = Otf2Library.callback(MethodHandles.lookup(), this, "flush", arena);
    MemorySegment callbacks = arena.allocate(2 * Long.BYTES, Long.BYTES);
    callbacks.set(ValueLayout.JAVA_LONG, 0, flush.address());
    require(library.status("OTF2_Archive_SetFlushCallbacks", archive, callbacks.address(), 0L));
  }

  @SuppressWarnings("unused") // the library calls this method
  private int flush(long user, byte file, long location, long caller, byte last) {
    return 1;
  }

  private long text(String value) {
    return arena.allocateFrom(value, StandardCharsets.UTF_8).address();
  }

  private TraceException failed(int status) {
    return new TraceException(folder + ": cannot be written: " + Complaints.take(library, status));
  }

  /** @throws TraceException if the status of a library function is an error */
  void require(int status) {
    if (status != Otf2Library.SUCCESS) {
      throw failed(status);
    }
  }

  Otf2Library library() {
    return library;
  }

  public void property(String name, boolean value) {
    byte truth = (byte) (value ? 1 : 0);
    require(library.status("OTF2_Archive_SetBoolProperty", archive, text(name), truth, (byte) 1));
  }

  /** Returns the reference to a text. The first use of a text defines it. */
  public int string(String text) {
    Integer known = strings.get(text);
    if (known == null) {
      known = strings.size();
      strings.put(text, known);
      try (Arena brief = Arena.ofConfined()) {
        define("String", known, brief.allocateFrom(text, StandardCharsets.UTF_8).address());
      }
    }
    return known;
  }

  /**
   * Writes a global definition, such as {@code Region}, with the arguments that the library
   * expects.
   */
  public void define(String definition, Object... arguments) {
    if (definitions == 0) {
      definitions = library.pointer("OTF2_Archive_GetGlobalDefWriter", archive);
      if (definitions == 0) {
        throw failed(0);
      }
    }
    require(library.status(
        "OTF2_GlobalDefWriter_Write" + definition, with(new Object[] {definitions}, arguments)));
  }

  static Object[] with(Object[] first, Object... others) {
    return Stream.concat(Stream.of(first), Stream.of(others)).toArray();
  }

  /**
   * Writes a group.
   *
   * @param members locations, or indexes into the paradigm's list of locations
   */
  public void group(int self, String name, int type, int paradigm, long... members) {
    int reference = string(name);
    try (Arena brief = Arena.ofConfined()) {
      long pointer = brief.allocateFrom(ValueLayout.JAVA_LONG, members).address();
      define("Group", self, reference, (byte) type, (byte) paradigm, 0, members.length, pointer);
    }
  }

  /**
   * Returns the writer of a location's events. Returns the same writer until it is {@linkplain
   * EventWriter#close closed}.
   */
  public EventWriter events(long location) {
    return open.computeIfAbsent(location, key -> {
      long handle = library.pointer("OTF2_Archive_GetEvtWriter", archive, location);
      if (handle == 0) {
        throw failed(0);
      }
      return new EventWriter(this, location, handle);
    });
  }

  void close(EventWriter events) {
    open.remove(events.location());
    eventsOfLocation.merge(events.location(), events.count(), Long::sum);
    require(library.status("OTF2_Archive_CloseEvtWriter", archive, events.handle()));
  }

  /** Returns the number of events of a location, including those of closed writers. */
  public long count(long location) {
    return eventsOfLocation.getOrDefault(location, 0L);
  }

  /**
   * Closes open writers, writes a file of definitions for each location, and writes the anchor
   * file.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      for (EventWriter events : open.values().toArray(EventWriter[]::new)) {
        events.close();
      }
      require(library.status("OTF2_Archive_CloseEvtFiles", archive));
      require(library.status("OTF2_Archive_OpenDefFiles", archive));
      for (long location : eventsOfLocation.keySet()) {
        long local = library.pointer("OTF2_Archive_GetDefWriter", archive, location);
        require(library.status("OTF2_Archive_CloseDefWriter", archive, local));
      }
      require(library.status("OTF2_Archive_CloseDefFiles", archive));
      require(library.status("OTF2_Archive_Close", archive));
    } finally {
      arena.close();
    }
  }
}
