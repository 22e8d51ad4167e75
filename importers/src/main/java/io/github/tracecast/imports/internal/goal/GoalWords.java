package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a schedule's text word by word and skips comments. A word is letters, digits and signs, or
 * one of {@code : { }}. Not thread-safe.
 */
final class GoalWords {
  private static final int LONGEST = 1 << 10;

  private final InputStream in;
  private final String file;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;

  /** The offset of the buffer's first character in the file. */
  private long base;

  private byte[] word = new byte[64];
  private int length;
  private int line;
  private int wordLine;
  private boolean back;

  GoalWords(InputStream in, String file) {
    this(in, file, 0, 1);
  }

  /**
   * @param in the text, which begins at an offset in the file
   * @param line the line at that offset
   */
  GoalWords(InputStream in, String file, long offset, int line) {
    this.in = in;
    this.file = file;
    this.base = offset;
    this.line = line;
    this.wordLine = line;
  }

  /** Returns the offset of the character after the current word. */
  long offset() {
    return base + position;
  }

  /** Returns the line of the character after the current word. */
  int lineAtOffset() {
    return line;
  }

  private int octet() throws IOException {
    if (position == limit) {
      base += limit;
      limit = in.read(buffer, 0, buffer.length);
      position = 0;
      if (limit <= 0) {
        limit = 0;
        return -1;
      }
    }
    return buffer[position++] & 0xff;
  }

  /** Moves to the next word. Returns false at the end. */
  boolean next() throws IOException {
    if (back) {
      back = false;
      return true;
    }
    int octet = skipped();
    length = 0;
    wordLine = line;
    if (octet < 0) {
      return false;
    }
    if (isSign(octet)) {
      word[length++] = (byte) octet;
      return true;
    }
    while (octet > ' ' && !isSign(octet) && octet != '/') {
      if (length == LONGEST) {
        throw fault("a word of more than " + LONGEST + " characters", "a shorter one");
      }
      if (length == word.length) {
        word = Arrays.copyOf(word, 2 * length);
      }
      word[length++] = (byte) octet;
      octet = octet();
    }
    if (octet >= 0) {
      position--;
    }
    if (length == 0) {
      position++;
      throw fault("the character \"" + printable(octet) + "\"", "a word");
    }
    return true;
  }

  private static String printable(int octet) {
    return octet >= ' ' && octet < 127 ? Character.toString(octet) : "code " + (octet & 0xff);
  }

  private static boolean isSign(int octet) {
    return octet == ':' || octet == '{' || octet == '}';
  }

  /** Returns the first character after blanks and comments; -1 at the end. */
  private int skipped() throws IOException {
    while (true) {
      int octet = octet();
      if (octet == '\n') {
        line++;
      } else if (octet == '/') {
        comment();
      } else if (octet < 0 || octet > ' ') {
        return octet;
      }
    }
  }

  private void comment() throws IOException {
    int kind = octet();
    wordLine = line;
    length = 0;
    if (kind != '/' && kind != '*') {
      throw fault("a single /", "// or /*, the begin of a comment");
    }
    restOfComment(kind);
  }

  private void restOfComment(int kind) throws IOException {
    int previous = 0;
    while (true) {
      int octet = octet();
      if (octet == '\n') {
        line++;
        if (kind == '/') {
          return;
        }
      }
      if (octet < 0) {
        if (kind == '*') {
          throw fault("the end of the file in a comment", "*/, which ends the comment");
        }
        return;
      }
      if (kind == '*' && previous == '*' && octet == '/') {
        return;
      }
      previous = octet;
    }
  }

  /**
   * Skips the operations of a rank and the brace that ends them, without checks. The reader of
   * these operations reports their faults.
   */
  void skipRank() throws IOException {
    while (true) {
      int at = position;
      while (at < limit && buffer[at] != '\n' && buffer[at] != '/' && buffer[at] != '}') {
        at++;
      }
      position = at;
      int octet = octet();
      if (octet == '\n') {
        line++;
      } else if (octet == '/') {
        int kind = octet();
        if (kind == '/' || kind == '*') {
          restOfComment(kind);
        } else if (kind >= 0) {
          position--;
        }
      } else if (octet < 0 || octet == '}') {
        return;
      }
    }
  }

  /** Puts the current word back, so that {@link #next} returns it again. */
  void back() {
    back = true;
  }

  /** Whether the current word equals a text. */
  boolean is(String text) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (word[i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  boolean isLabel() {
    if (length == 0 || !Character.isLetter(word[0])) {
      return false;
    }
    for (int i = 1; i < length; i++) {
      if (!Character.isLetterOrDigit(word[i]) && word[i] != '_') {
        return false;
      }
    }
    return true;
  }

  /** Returns a label of one letter and a few digits as a number; -1 for other labels. */
  long labelNumber() {
    if (length < 2 || length > 10 || word[1] == '0' && length > 2) {
      return -1;
    }
    long number = number(1, length);
    return number < 0 ? -1 : (long) word[0] << 40 | number;
  }

  /**
   * Returns the digits of a range as a number; -1 if there are other characters or too many digits.
   */
  private long number(int from, int to) {
    long number = 0;
    if (from >= to || to - from > 18) {
      return -1;
    }
    for (int i = from; i < to; i++) {
      int digit = word[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** Reads the next word as a number of at least 0. */
  long number(String what, long most) throws IOException {
    require(what);
    long number = number(0, length);
    if (number < 0 || number > most) {
      throw fault(found(), what + ", a number from 0 to " + most);
    }
    return number;
  }

  /** Reads a number of at least 0, or -1. */
  int numberOrAny(String what, int most) throws IOException {
    require(what);
    if (is("-1")) {
      return RankSchedule.ANY;
    }
    back();
    return (int) number(what, most);
  }

  /** Reads the next one or two words as a number of bytes with its unit. */
  long bytes(long most) throws IOException {
    require("a size");
    boolean joined = length > 1 && word[length - 1] == 'b';
    long number = number(0, joined ? length - 1 : length);
    if (number < 0 || number > most) {
      throw fault(found(), "a size from 0b to " + most + "b");
    }
    if (!joined) {
      expect("b");
    }
    return number;
  }

  /** Moves to the next word and fails if there is none. */
  void require(String what) throws IOException {
    if (!next()) {
      throw fault("the end of the file", what);
    }
  }

  /** Moves to the next word and fails unless it equals a text. */
  void expect(String text) throws IOException {
    require("\"" + text + "\"");
    if (!is(text)) {
      throw fault(found(), "\"" + text + "\"");
    }
  }

  String text() {
    return new String(word, 0, length, StandardCharsets.UTF_8);
  }

  String found() {
    return "\"" + text() + "\"";
  }

  int line() {
    return wordLine;
  }

  String place(int atLine) {
    return file + ":" + atLine;
  }

  TraceException fault(String found, String expected) {
    return TraceException.inFile(place(wordLine), found, expected);
  }
}
