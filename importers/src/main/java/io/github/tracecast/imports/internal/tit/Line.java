package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads a text file line by line, split into words, without creating an object for each line. Blank
 * lines and comments are skipped. Not thread-safe.
 */
final class Line {
  /** The largest number of bytes in a line. */
  private static final int LONGEST = 1 << 24;

  /** The number of words whose lower case is cached; a power of two. */
  private static final int CACHED = 64;

  private static final Pattern FRACTION =
      Pattern.compile("\\d+(\\.\\d*)?(e[+-]?\\d+)?", Pattern.CASE_INSENSITIVE);

  private final InputStream in;
  private final String file;
  private byte[] buffer = new byte[1 << 16];
  private int position;
  private int end;
  private int number;
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int words;

  private final byte[][] cachedWords = new byte[CACHED][0];
  private final String[] cachedLowerCase = new String[CACHED];

  Line(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** Moves to the next line that has words. Returns false at the end of the file. */
  boolean next() throws IOException {
    do {
      int lineEnd = endOfLine();
      if (lineEnd < 0) {
        return false;
      }
      split(position, lineEnd);
      position = Math.min(lineEnd + 1, end);
      number++;
    } while (words == 0 || buffer[starts[0]] == '#');
    return true;
  }

  /** Returns the position after the next line's last byte; -1 at the end of the file. */
  private int endOfLine() throws IOException {
    int at = position;
    while (true) {
      byte[] bytes = buffer;
      while (at < end && bytes[at] != '\n') {
        at++;
      }
      if (at < end) {
        return at;
      }
      int length = at - position;
      boolean more = fill();
      at = position + length;
      if (!more) {
        return length == 0 ? -1 : at;
      }
    }
  }

  private void split(int from, int to) {
    byte[] bytes = buffer;
    words = 0;
    for (int at = from; at < to; at++) {
      if (!isSpace(bytes[at])) {
        int start = at;
        while (at < to && !isSpace(bytes[at])) {
          at++;
        }
        word(start, at);
      }
    }
  }

  private static boolean isSpace(byte c) {
    return c <= ' ' && (c == ' ' || c == '\t' || c == '\r');
  }

  private void word(int from, int to) {
    if (words == starts.length) {
      starts = Arrays.copyOf(starts, 2 * words);
      ends = Arrays.copyOf(ends, 2 * words);
    }
    starts[words] = from;
    ends[words++] = to;
  }

  /**
   * Moves the unread bytes to the front of the buffer and reads more bytes after them. Returns
   * false at the end of the file.
   */
  private boolean fill() throws IOException {
    int left = end - position;
    if (left == buffer.length) {
      if (left >= LONGEST) {
        throw TraceException.atLine(
            file, number + 1, "a line of more than " + LONGEST + " bytes", "an action");
      }
      buffer = Arrays.copyOf(buffer, 2 * left);
    }
    System.arraycopy(buffer, position, buffer, 0, left);
    position = 0;
    end = left;
    int read = in.read(buffer, left, buffer.length - left);
    end += Math.max(0, read);
    return read > 0;
  }

  int words() {
    return words;
  }

  String word(int i) {
    return new String(buffer, starts[i], ends[i] - starts[i], StandardCharsets.UTF_8);
  }

  /** Returns a word in lower case. Equal words are the same object as long as they are in the cache. */
  String lowerCase(int i) {
    int hash = 0;
    for (int at = starts[i]; at < ends[i]; at++) {
      hash = 31 * hash + buffer[at];
    }
    int slot = (hash ^ hash >>> 6) & CACHED - 1;
    if (!isWord(i, cachedWords[slot])) {
      cachedWords[slot] = Arrays.copyOfRange(buffer, starts[i], ends[i]);
      cachedLowerCase[slot] = word(i).toLowerCase(Locale.ROOT);
    }
    return cachedLowerCase[slot];
  }

  private boolean isWord(int i, byte[] word) {
    return Arrays.equals(buffer, starts[i], ends[i], word, 0, word.length);
  }

  /** Returns a word that must be a whole number. */
  long integer(int i, String what) {
    return integer(starts[i], i, what);
  }

  /** Returns a word that must be a rank. Before SimGrid 3.12, rank 7 was written {@code p7}. */
  long rank(int i) {
    boolean named = buffer[starts[i]] == 'p' && ends[i] > starts[i] + 1;
    return integer(named ? starts[i] + 1 : starts[i], i, "a rank");
  }

  private long integer(int from, int i, String what) {
    long value = 0;
    boolean negative = buffer[from] == '-';
    for (int at = negative ? from + 1 : from; at < ends[i]; at++) {
      int digit = buffer[at] - '0';
      if (digit < 0 || digit > 9 || value > Long.MAX_VALUE / 10 - 1) {
        throw fault("\"" + word(i) + "\"", what + ", a whole number");
      }
      value = 10 * value + digit;
    }
    if (ends[i] - from == (negative ? 1 : 0)) {
      throw fault("\"" + word(i) + "\"", what + ", a whole number");
    }
    return negative ? -value : value;
  }

  /** Returns a word that must be a number. A fraction and an exponent are allowed. */
  double number(int i, String what) {
    try {
      double value = Double.parseDouble(word(i));
      if (value >= -Double.MAX_VALUE && value <= Double.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw fault("\"" + word(i) + "\"", what + ", a number");
    }
    throw fault(word(i), what + ", a finite number");
  }

  /** Whether a word consists of digits only, possibly after a minus sign. */
  boolean isInteger(int i) {
    int from = buffer[starts[i]] == '-' ? starts[i] + 1 : starts[i];
    for (int at = from; at < ends[i]; at++) {
      if (buffer[at] < '0' || buffer[at] > '9') {
        return false;
      }
    }
    return ends[i] > from;
  }

  /** Whether a word is a number with a fraction or an exponent. */
  boolean isFraction(int i) {
    return !isInteger(i) && FRACTION.matcher(word(i)).matches();
  }

  TraceException fault(String found, String expected) {
    return TraceException.atLine(file, number, found, expected);
  }

  String file() {
    return file;
  }

  /** Returns the number of the line in its file, from 1. */
  int number() {
    return number;
  }

  String place() {
    return file + ":" + number;
  }
}
