package io.github.tracecast.trace.codec;

import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.validation.TraceValidator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads and writes trace files. Reading validates the trace: see {@link TraceValidator}. */
public final class TraceFiles {
  /** The number of first bytes that {@link #isTrace} needs. */
  public static final int HEAD = 16;

  private static final byte[] TEXT_HEAD = "tracecast-trace ".getBytes(StandardCharsets.US_ASCII);

  private TraceFiles() {}

  /**
   * Reads a file of either encoding.
   *
   * @throws TraceException if the file cannot be read or is not a valid trace
   */
  public static Trace read(Path file) {
    try {
      return read(Files.readAllBytes(file), file.toString());
    } catch (NoSuchFileException e) {
      throw new TraceException(file + ": no such file; expected a trace", e);
    } catch (IOException e) {
      throw new TraceException(file + ": cannot be read: " + WholeFile.reason(e), e);
    } catch (OutOfMemoryError e) {
      throw new TraceException(
          file
              + ": found a file too large for memory; expected a file below 2 GB. Set TRACECAST_JAVA_OPTS=-Xmx8g to allow 8 GiB",
          e);
    }
  }

  /**
   * Reads a trace in either encoding.
   *
   * @param sourceName the name of the trace in error messages
   * @throws TraceException if the bytes are not a valid trace
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
   * Writes a trace to a {@linkplain WholeFile whole file}, so that no partly written file appears.
   *
   * @throws TraceException if the file cannot be written
   */
  public static void write(Trace trace, Path file, Encoding encoding) {
    try {
      WholeFile.write(file, out -> {
        if (encoding == Encoding.TEXT) {
          out.write(TextCodec.write(trace));
        } else {
          BinaryCodec.write(trace, out);
        }
      });
    } catch (WholeFile.Failed e) {
      throw new TraceException(
          file + ": cannot be written: " + e.getMessage() + "; " + remedy(e.getCause()), e);
    }
  }

  private static String remedy(@Nullable Throwable cause) {
    return switch (cause) {
      case NoSuchFileException e -> "create it, or choose another folder";
      case AccessDeniedException e -> "choose another folder";
      case FileAlreadyExistsException e -> "choose another name";
      case null, default -> "free some space, or choose another folder";
    };
  }

  /**
   * Whether a file with these first bytes is a trace in either encoding.
   *
   * @param head the first {@link #HEAD} bytes, or all bytes of a shorter file
   */
  public static boolean isTrace(byte[] head) {
    return begins(head, TEXT_HEAD) || begins(head, BinaryCodec.magic());
  }

  private static boolean begins(byte[] head, byte[] expected) {
    return head.length >= expected.length
        && Arrays.mismatch(head, 0, expected.length, expected, 0, expected.length) < 0;
  }
}
