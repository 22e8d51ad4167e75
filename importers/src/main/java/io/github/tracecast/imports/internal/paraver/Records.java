package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.validation.TraceValidator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads records, which are lines of integers separated by colons. Allocates no object per line. Not
 * thread-safe.
 */
final class Records {
  /** The largest number of bytes in a line, and of fields in a record. */
  private static final int LONGEST = 1 << 26;

  /**
   * The largest number of digits of an unsigned number of 64 bits, such as a counter. A number that
   * a long cannot hold is read as the largest long.
   */
  private static final int MOST_DIGITS = 20;

  private final InputStream in;
  private final String file;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int end;
  private long line;
  private int kind;
  private long[] fields = new long[64];
  private int count;

  Records(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** Returns the number of the line that was read last, from 1. */
  long line() {
    return line;
  }

  TraceException fault(String found, String expected) {
    return fault(line, found, expected);
  }

  TraceException fault(long where, String found, String expected) {
    return TraceException.inFile(file + ":" + where, found, expected);
  }

  private int read() throws IOException {
    if (position == end) {
      end = in.read(buffer, 0, buffer.length);
      position = 0;
      if (end <= 0) {
        end = 0;
        return -1;
      }
    }
    return buffer[position++] & 0xff;
  }

  /** Returns the next line as text; null at the end. */
  @Nullable String text() throws IOException {
    byte[] bytes = new byte[128];
    int length = 0;
    int c = read();
    if (c < 0) {
      return null;
    }
    line++;
    for (; c >= 0 && c != '\n'; c = read()) {
      if (length == LONGEST) {
        throw fault("a line of more than " + LONGEST + " bytes", "a shorter one");
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      bytes[length++] = (byte) c;
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1).stripTrailing();
  }

  /** Moves to the next record, without comments and empty lines. Returns false at the end. */
  boolean next() throws IOException {
    int first;
    do {
      first = read();
      if (first < 0) {
        return false;
      }
      line++;
      if (first == '#') {
        while (first >= 0 && first != '\n') {
          first = read();
        }
      } else if (first == '\r') {
        first = read();
      }
    } while (first == '\n');
    if (first < 0) {
      return false;
    }
    kind = first;
    count = 0;
    int c = read();
    while (c == ':') {
      c = field();
    }
    if (c == '\r') {
      c = read();
    }
    if (c >= 0 && c != '\n') {
      throw fault("character \"" + printable(c) + "\"", "integers joined by colons");
    }
    return true;
  }

  private static char printable(int c) {
    return c < ' ' || c > '~' ? '?' : (char) c;
  }

  private int field() throws IOException {
    int c = read();
    boolean negative = c == '-';
    if (negative) {
      c = read();
    }
    long value = 0;
    int digits = 0;
    int at = position; // in a local variable, because most of the time of a reader goes here
    while (c >= '0' && c <= '9') {
      if (++digits > MOST_DIGITS) {
        throw fault("a number of more than " + MOST_DIGITS + " digits", "a smaller number");
      }
      value = value > (Long.MAX_VALUE - 9) / 10 ? Long.MAX_VALUE : 10 * value + c - '0';
      if (at < end) {
        c = buffer[at++] & 0xff;
      } else {
        position = at;
        c = read();
        at = position;
      }
    }
    position = at;
    if (digits == 0) {
      throw fault(
          c < 0 || c == '\n' || c == '\r' || c == ':'
              ? "an empty field"
              : "character \"" + printable(c) + "\"",
          "integers joined by colons; the file is probably incomplete or damaged");
    }
    if (count == LONGEST) {
      throw fault("a record of more than " + LONGEST + " fields", "a shorter one");
    }
    if (count == fields.length) {
      fields = Arrays.copyOf(fields, 2 * count);
    }
    fields[count++] = negative ? -value : value;
    return c;
  }

  /** Returns the first character of the record. */
  char kind() {
    return printable(kind);
  }

  /** Returns the number of fields after the first field. */
  int count() {
    return count;
  }

  void requireCount(int least) {
    if (count < least) {
      throw fault(
          "a record with " + count + (count == 1 ? " field" : " fields"),
          "at least " + least + "; the file is probably incomplete or damaged");
    }
  }

  long field(int index) {
    return fields[index];
  }

  /** Returns a field, which must be within bounds. */
  int field(int index, String what, int least, int most) {
    return (int) number(index, what, least, most);
  }

  /** Returns a field that is the size of a message. */
  long bytes(int index, String what) {
    return number(index, what, 0, TraceValidator.MAX_COUNT);
  }

  /** Returns a field that must be at least 0. */
  long positive(int index, String what) {
    return number(index, what, 0, Long.MAX_VALUE);
  }

  private long number(int index, String what, long least, long most) {
    long value = fields[index];
    if (value < least || value > most) {
      throw fault(
          what + " " + value, most == Long.MAX_VALUE ? "at least " + least : least + " to " + most);
    }
    return value;
  }
}
