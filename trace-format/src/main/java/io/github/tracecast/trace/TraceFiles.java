package io.github.tracecast.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/** Reads and writes trace files. What is read has been validated: see {@link TraceValidator}. */
public final class TraceFiles {
  /** How many of a file's first bytes {@link #isTrace} wants to see. */
  public static final int HEAD = 16;

  private static final byte[] TEXT_HEAD = "tracecast-trace ".getBytes(StandardCharsets.US_ASCII);

  private TraceFiles() {}

  /**
   * Reads a file of either encoding.
   *
   * @throws TraceException where the file cannot be read or is no proper trace
   */
  public static Trace read(Path file) {
    try {
      return read(Files.readAllBytes(file), file.toString());
    } catch (NoSuchFileException e) {
      throw new TraceException(file + ": found no such file; expected a trace", e);
    } catch (IOException e) {
      throw new TraceException(file + ": cannot be read: " + reason(e), e);
    } catch (OutOfMemoryError e) {
      throw new TraceException(
          file + ": found a file too large for memory; expected one below 2 GB, or a larger -Xmx",
          e);
    }
  }

  /**
   * Reads either encoding.
   *
   * @param sourceName what complaints call it
   * @throws TraceException where it is no proper trace
   */
  public static Trace read(byte[] bytes, String sourceName) {
    if (bytes.length == 0) {
      throw TraceException.atByte(sourceName, 0, "an empty file", "a trace");
    }
    return bytes[0] == BinaryCodec.FIRST_BYTE
        ? BinaryCodec.read(bytes, sourceName)
        : TextCodec.read(bytes, sourceName);
  }

  /**
   * Writes beside the file and then renames, so that a file of this name is never half a trace. A symbolic link is followed; what is no plain file, such as
   * {@code /dev/stdout}, is written as it stands.
   *
   * @throws TraceException where it cannot be written
   */
  public static void write(Trace trace, Path file, Encoding encoding) {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
        write(trace, encoding, file);
        return;
      }
      Path target = Files.exists(file) ? file.toRealPath() : file;
      Path beside = target.resolveSibling(
          "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
      try {
        write(trace, encoding, beside);
        move(beside, target);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (NoSuchFileException e) {
      throw new TraceException(
          file + ": cannot be written: its folder does not exist; make it, or choose another", e);
    } catch (AccessDeniedException e) {
      throw new TraceException(
          file + ": cannot be written: permission denied; choose another folder", e);
    } catch (IOException e) {
      throw new TraceException(file + ": cannot be written: " + reason(e), e);
    }
  }

  private static void write(Trace trace, Encoding encoding, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      if (encoding == Encoding.TEXT) {
        out.write(TextCodec.write(trace));
      } else {
        BinaryCodec.write(trace, out);
      }
    }
  }

  private static void move(Path from, Path to) throws IOException {
    if (Files.isDirectory(to)) {
      throw new FileAlreadyExistsException(to.toString(), null, "it is a folder");
    }
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
  }

  /**
   * Whether a file that begins like this is a trace of either encoding, as far as that shows.
   *
   * @param head the first {@link #HEAD} bytes, or fewer where the file is shorter
   */
  public static boolean isTrace(byte[] head) {
    return begins(head, TEXT_HEAD) || begins(head, BinaryCodec.magic());
  }

  private static boolean begins(byte[] head, byte[] expected) {
    return head.length >= expected.length
        && Arrays.mismatch(head, 0, expected.length, expected, 0, expected.length) < 0;
  }
}
