package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.TraceException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the regular files of a tar archive (ustar, with GNU's and POSIX's long names). The
 * stream of an entry's bytes ends where the entry ends. Not thread-safe.
 */
public final class TarEntries {
  private static final int BLOCK = 512;
  private static final int SIZE = 124;
  private static final int SIZE_LENGTH = 12;
  private static final byte BASE_256 = (byte) 0x80;
  private static final int LONGEST_NAME = 1 << 16;
  private static final Pattern OCTAL = Pattern.compile("[0-7]{1,12}");

  private final InputStream in;
  private final String file;
  private final byte[] header = new byte[BLOCK];
  private String name = "";
  private long size;
  private long left;
  private long padding;

  public TarEntries(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** Whether a file with these first bytes, as ISO-8859-1 text, is a tar archive. */
  public static boolean recognises(String head) {
    return head.length() > 262 && head.startsWith("ustar", 257);
  }

  /** Moves to the next regular file. Returns its name, or null at the end. */
  public @Nullable String next() throws IOException {
    String longName = null;
    while (true) {
      in.skipNBytes(left + padding);
      left = 0;
      padding = 0;
      int read = in.readNBytes(header, 0, BLOCK);
      if (read == 0 || read == BLOCK && header[0] == 0) {
        return null;
      }
      if (read < BLOCK) {
        throw new EOFException();
      }
      left = sizeInHeader();
      padding = (BLOCK - left % BLOCK) % BLOCK;
      char type = (char) header[156];
      if (type == 'L' || type == 'x') {
        String text = text();
        longName = type == 'L' ? text.replace("\0", "") : path(text, longName);
      } else if (type == '0' || type == 0) {
        String prefix = field(345, 155);
        size = left;
        name = longName != null
            ? longName
            : prefix.isEmpty() ? field(0, 100) : prefix + "/" + field(0, 100);
        return name;
      } else {
        longName = null;
      }
    }
  }

  private String text() throws IOException {
    if (left > LONGEST_NAME) {
      throw new TraceException(file + ": found a name of " + left
          + " bytes in the archive; expected at most " + LONGEST_NAME);
    }
    byte[] bytes = in.readNBytes((int) left);
    left = 0;
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static @Nullable String path(String records, @Nullable String otherwise) {
    for (String entry : records.split("\n")) {
      int at = entry.indexOf(" path=");
      if (at >= 0) {
        return entry.substring(at + 6);
      }
    }
    return otherwise;
  }

  private String field(int from, int length) {
    int end = from;
    while (end < from + length && header[end] != 0) {
      end++;
    }
    return new String(header, from, end - from, StandardCharsets.UTF_8);
  }

  /**
   * Returns the size in the header. It has octal digits, or for a file over 8 GiB a number in base
   * 256 that a set first bit marks.
   */
  private long sizeInHeader() {
    if (header[SIZE] == BASE_256) {
      long size = new BigInteger(header, SIZE + 1, SIZE_LENGTH - 1).longValue();
      if (size >= 0) {
        return size;
      }
    }
    String text = field(SIZE, SIZE_LENGTH).strip();
    if (!OCTAL.matcher(text).matches()) {
      throw new TraceException(file
          + ": found a size that is not an octal number in the archive; expected a complete archive."
          + " Copy the file again");
    }
    return Long.parseLong(text, 8);
  }

  /** Returns the name of the current file. */
  public String name() {
    return name;
  }

  /** Returns the size of the current file in bytes. */
  public long size() {
    return size;
  }

  /** Returns the bytes of the current file. */
  public InputStream content() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0) {
          return -1;
        }
        int read = in.read(bytes, offset, (int) Math.min(length, left));
        if (read < 0) {
          throw new EOFException();
        }
        left -= read;
        return read;
      }
    };
  }
}
