package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Checks two entries of an anchor file before the library reads it. The number of properties must
 * be possible for the size of the file, because the library does not check the number. The events
 * must be stored in plain files.
 */
final class AnchorFile {
  private static final int LARGEST = 1 << 20;
  private static final byte LITTLE_ENDIAN = 'B';
  private static final int FORMAT = 7;

  /**
   * The offset of the byte that states how events are stored: in one file for each location, or in
   * containers of SIONlib.
   */
  private static final int SUBSTRATE = 28;

  private static final byte SION = 2;

  /**
   * The offset of the first text, which follows the format, the version, the sizes of chunks, and
   * the numbers of locations and definitions.
   */
  private static final int TEXTS = 46;

  private static final int TEXTS_BEFORE_PROPERTIES = 3;

  /**
   * The smallest size of a property: an empty name and an empty value, each ended by a zero byte.
   */
  private static final int SMALLEST_PROPERTY = 2;

  private AnchorFile() {}

  /** Refuses event files that are pipes, because the library would wait for a pipe for ever. */
  private static void requireFiles(Path anchor) {
    String name = anchor.getFileName().toString();
    Path events = anchor.resolveSibling(name.replaceFirst("\\.otf2$", ""));
    if (!name.endsWith(".otf2") || !Files.isDirectory(events)) {
      return; // the library reports the missing folder
    }
    try (Stream<Path> files = Files.list(events)) {
      files
          .filter(file -> Files.exists(file) && !Files.isRegularFile(file))
          .filter(file -> !Files.isDirectory(file))
          .findFirst()
          .ifPresent(file -> {
            throw new TraceException(file
                + ": found a pipe or a device; expected a file. Write the data to a file first");
          });
    } catch (IOException e) {
      throw PlainInput.unreadable(events.toString(), e);
    }
  }

  /**
   * @throws TraceException if the file is too short for the numbers in it, or if the events are in
   *     containers of SIONlib
   */
  static void check(Path anchor) {
    requireFiles(anchor);
    byte[] bytes;
    try (InputStream in = PlainInput.open(anchor)) {
      bytes = in.readNBytes(LARGEST);
    } catch (IOException e) {
      throw PlainInput.unreadable(anchor.toString(), e);
    }
    if (bytes.length <= TEXTS || bytes[FORMAT] < 2) {
      return; // old formats have no properties; the library refuses files that are too short
    }
    if (bytes[SUBSTRATE] == SION) {
      throw TraceException.atByte(
          anchor.toString(),
          SUBSTRATE,
          "an archive in containers of SIONlib",
          "a file for each location; run the program with SCOREP_TRACING_USE_SION=false");
    }
    int at = TEXTS;
    for (int text = 0; text < TEXTS_BEFORE_PROPERTIES; text++) {
      while (at < bytes.length && bytes[at] != 0) {
        at++;
      }
      at++;
    }
    if (at + Integer.BYTES > bytes.length) {
      return;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes)
        .order(bytes[1] == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long properties = Integer.toUnsignedLong(buffer.getInt(at));
    long room = (bytes.length - at - Integer.BYTES) / SMALLEST_PROPERTY;
    if (properties > room) {
      throw TraceException.atByte(
          anchor.toString(),
          at,
          properties + " properties",
          "at most " + room
              + ", which fit into the file; copy the incomplete or damaged archive again");
    }
  }
}
