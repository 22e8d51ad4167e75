package io.github.tracecast.trace.recorder;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The constants that the Java code and the recorder in C share: kinds of records, sizes, and the
 * limits above which times stay separate. They come from the recorder's {@code shared.h}, which is
 * a resource of this module.
 */
public final class RecorderConstants {
  private static final String DEFINE = "#define ";
  private static final Map<String, String> VALUES = new HashMap<>();

  static {
    readLines("shared.h", RecorderConstants::define);
  }

  private RecorderConstants() {}

  private static void define(String line) {
    String[] words =
        line.split(" ", 3); // the words are the macro, its name, and its value with a comment
    if (line.startsWith(DEFINE) && words.length > 2) {
      int end = words[2].startsWith("\"") ? words[2].indexOf('"', 1) + 1 : words[2].indexOf(' ');
      VALUES.put(words[1], end < 0 ? words[2] : words[2].substring(0, end));
    }
  }

  /**
   * Passes the lines of a file of the recorder to a consumer. The file must be a resource of this
   * module.
   */
  public static void readLines(String name, Consumer<String> take) {
    try (InputStream in = RecorderConstants.class.getResourceAsStream(name)) {
      new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().forEach(take);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String value(String name) {
    String value = VALUES.get(name);
    if (value == null) {
      throw new IllegalArgumentException("shared.h defines no " + name);
    }
    return value;
  }

  /** Returns the constant with this name, which is decimal or hexadecimal in the file. */
  public static long number(String name) {
    return Long.decode(value(name));
  }

  /** Returns a whole number like {@link #number}. The number must fit in 31 bits. */
  public static int integer(String name) {
    return Math.toIntExact(number(name));
  }

  /** Returns the constant with this name, which is a real number. */
  public static double real(String name) {
    return Double.parseDouble(value(name));
  }

  /** Returns the constant with this name, which is a text. */
  public static String text(String name) {
    String quoted = value(name);
    return quoted.substring(1, quoted.length() - 1);
  }
}
