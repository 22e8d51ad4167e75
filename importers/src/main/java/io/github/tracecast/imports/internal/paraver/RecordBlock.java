package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A part of the file that ends at the end of a line, and its records as numbers. {@link #fill}
 * reads the part, and {@link #parse} converts the text, on any thread. Memory is O(the text), and
 * is used again for another part. Only one thread at a time may use an instance.
 *
 * <p>A record is a head, made of its line in the block, its number of fields and its kind, and then
 * its fields. States are left out. Of an event, only those types are kept that a reader of MPI
 * calls needs.
 */
final class RecordBlock {
  /** The largest number of bytes in a line. */
  static final int LONGEST = 1 << 26;

  /** The size of an array that holds a line of one byte too many, and the end that parse adds. */
  private static final int LARGEST = LONGEST + 2;

  private static final byte[] NOTHING = {};

  /**
   * The largest number of digits of an unsigned number of 64 bits, such as a counter. A number that
   * a long cannot hold is read as the largest long.
   */
  private static final int MOST_DIGITS = 20;

  private static final long LARGEST_TENTH = (Long.MAX_VALUE - 9) / 10;

  /** The number of fields of an event before its first type. */
  private static final int BEFORE_TYPES = 5;

  private static final int KIND_BITS = 8;
  private static final int COUNT_BITS = 27;

  /** What was found in a line of the block, and what was expected. */
  private record Fault(int line, String found, String expected) {}

  /** The number of bytes to read, unless a line is longer. */
  private final int usual;

  private byte[] text;
  private int length;
  private long[] numbers;
  private int end;
  private int at;
  private int line;
  private @Nullable Fault fault;
  private @Nullable Throwable failure;
  private boolean last;
  private volatile boolean parsed;

  /** @param bytes the number of bytes to read, at least 2; a block with a longer line is larger */
  RecordBlock(int bytes) {
    usual = bytes;
    text = new byte[bytes];
    numbers = new long[bytes / 2];
  }

  /**
   * Reads the text.
   *
   * @param begun the beginning of the block's first line, which was read before
   * @return the beginning of the next block's first line
   */
  byte[] fill(InputStream in, byte[] begun) {
    length = 0;
    int lines = 0; // the end of the last whole line
    byte[] rest = NOTHING;
    try {
      begin(begun);
      while (lines == 0 && !last) {
        int searched = length;
        readUntilFull(in);
        lines = last ? length : endOfLastLine(searched);
        if (lines == 0) {
          grow();
        }
      }
      rest = Arrays.copyOfRange(text, lines, length);
    } catch (IOException
        | RuntimeException
        | Error e) { // must reach the thread that takes the block
      failure = e;
      last = true;
      lines = endOfLastLine(0);
    }
    length = lines;
    return rest;
  }

  /** Begins the text, in smaller arrays again if the last text had a longer line. */
  private void begin(byte[] begun) {
    if (text.length > usual || begun.length >= usual) {
      text = new byte[Math.max(usual, Math.min(2 * begun.length, LARGEST))];
      numbers = new long[usual / 2];
    }
    System.arraycopy(begun, 0, text, 0, begun.length);
    length = begun.length;
  }

  /** Reads until one byte of the array is left, for the line end that {@link #parse} adds. */
  private void readUntilFull(InputStream in) throws IOException {
    while (!last && length < text.length - 1) {
      int more = in.read(text, length, text.length - 1 - length);
      last = more < 0;
      length += Math.max(0, more);
    }
  }

  private int endOfLastLine(int from) {
    int ends = length;
    while (ends > from && text[ends - 1] != '\n') {
      ends--;
    }
    return ends == from ? 0 : ends;
  }

  private void grow() {
    if (length > LONGEST) {
      fault = new Fault(1, "a line of more than " + LONGEST + " bytes", "a shorter one");
      last = true;
      length = 0;
    } else {
      text = Arrays.copyOf(text, Math.min(2 * text.length, LARGEST));
    }
  }

  /** Converts the text to numbers. */
  void parse() {
    end = 0;
    line = 0;
    int whole = 0; // the end of the last whole record
    try {
      text[length] = '\n';
      at = 0;
      while (at < length && fault == null) {
        whole = end;
        line++;
        parseLine();
      }
    } catch (RuntimeException | Error e) { // must reach the thread that takes the block
      failure = e;
      end = whole;
    }
    parsed = true;
  }

  private void parseLine() {
    int kind = text[at++];
    if (kind == '#') {
      while (text[at++] != '\n') {}
      return;
    }
    if (kind == '\r') {
      kind = text[at++];
    }
    if (kind == '\n') {
      return;
    }
    int head = end;
    add(0);
    int c = text[at++];
    while (c == ':' && fault == null) {
      c = field();
    }
    if (c == '\r') {
      c = text[at++];
    }
    if (fault == null && c != '\n') {
      fault("character \"" + printable(c) + "\"", "integers joined by colons");
    }
    if (kind == '2') {
      keepTypes(head);
    }
    if (kind == '1' || fault != null) {
      end = head;
      return;
    }
    numbers[head] =
        (long) line << KIND_BITS + COUNT_BITS | (long) (end - head - 1) << KIND_BITS | kind & 0xff;
  }

  private void add(long number) {
    if (end == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * end);
    }
    numbers[end++] = number;
  }

  /** Reads a field. Returns the character after it. */
  private int field() {
    byte[] characters = text; // in local variables, because most of the time of a thread goes here
    int next = at;
    int c = characters[next++];
    boolean negative = c == '-';
    if (negative) {
      c = characters[next++];
    }
    long value = 0;
    int first = next;
    while (c >= '0' && c <= '9') {
      value = value > LARGEST_TENTH ? Long.MAX_VALUE : 10 * value + c - '0';
      c = characters[next++];
    }
    at = next;
    if (next == first) {
      fault(
          c == '\n' || c == '\r' || c == ':'
              ? "an empty field"
              : "character \"" + printable(c) + "\"",
          "integers joined by colons; the file is probably incomplete or damaged");
    } else if (next - first > MOST_DIGITS) {
      fault("a number of more than " + MOST_DIGITS + " digits", "a smaller number");
    }
    add(negative ? -value : value);
    return c;
  }

  /**
   * Keeps the types of an event that MPI calls need. If there are none, keeps the first type, so
   * that the reader still checks the record.
   */
  private void keepTypes(int head) {
    int first = head + 1 + BEFORE_TYPES;
    int kept = first;
    if (end < first + 2 || (end - first) % 2 != 0) {
      return; // the reader refuses the record
    }
    for (int i = first; i < end; i += 2) {
      if (PrvReader.isNeeded(numbers[i])) {
        numbers[kept] = numbers[i];
        numbers[kept + 1] = numbers[i + 1];
        kept += 2;
      }
    }
    end = Math.max(kept, first + 2);
  }

  private void fault(String found, String expected) {
    fault = new Fault(line, found, expected);
  }

  static char printable(int c) {
    return c < ' ' || c > '~' ? '?' : (char) c;
  }

  /** Whether the block can be taken. It is visible to other threads then. */
  boolean isParsed() {
    return parsed;
  }

  /** Allows that the block is filled again. */
  void release() {
    parsed = false;
  }

  /** Whether no block follows. */
  boolean isLast() {
    return last;
  }

  /** Returns the heads and fields of the records. */
  long[] numbers() {
    return numbers;
  }

  /** Returns the end of the last record among the numbers. */
  int end() {
    return end;
  }

  /** Returns the number of lines. */
  int lines() {
    return line;
  }

  static int line(long head) {
    return (int) (head >>> KIND_BITS + COUNT_BITS);
  }

  static int count(long head) {
    return (int) (head >>> KIND_BITS) & (1 << COUNT_BITS) - 1;
  }

  static char kind(long head) {
    return printable((int) head & 0xff);
  }

  /**
   * Fails if the text after the records is damaged or cannot be read.
   *
   * @param before the number of lines before the block
   */
  void check(String file, long before) throws IOException {
    if (fault != null) {
      throw TraceException.inFile(file + ":" + (before + fault.line), fault.found, fault.expected);
    }
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(failure); // nothing else is kept
    }
  }
}
