package io.github.tracecast.trace.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Fits text into lines of limited width. */
public final class FittingText {
  private static final String GAP = "...";
  private static final String CALLED_BY = " < ";

  /** The text before the offset in the name of an address that has no debug information. */
  private static final String OFFSET = "+0x";

  /** The largest number of characters of a message. */
  private static final int LONGEST_MESSAGE = 1000;

  /**
   * The number of characters that stay at the end of a longer message, because the expected value
   * is there.
   */
  private static final int END = 300;

  private FittingText() {}

  /**
   * Breaks text between words, so that keys, file names and options stay whole. A word that is
   * longer than a line gets a separate line.
   */
  public static List<String> wrapped(String text, int width) {
    return joined(width, text.strip().split("\\s+"));
  }

  /** Joins words by spaces to lines that fit. */
  public static List<String> joined(int width, String... words) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /**
   * Breaks a line at spaces, and a long list after commas. All lines but the first begin with the
   * indentation.
   */
  public static List<String> folded(String line, int width, String indent) {
    List<String> lines = new ArrayList<>();
    String rest = line;
    while (rest.length() > width) {
      int at = rest.lastIndexOf(' ', width);
      if (at <= indent.length()) {
        at = rest.lastIndexOf(',', width - 1) + 1;
      }
      if (at <= indent.length()) {
        at = rest.indexOf(' ', width);
      }
      if (at < 0) {
        break;
      }
      lines.add(rest.substring(0, at).stripTrailing());
      rest = indent + rest.substring(at).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /**
   * Shortens a line of a message. The line may quote names, values or notes of a file, which can be
   * as long as the file.
   */
  public static String message(String line) {
    if (line.length() <= LONGEST_MESSAGE) {
      return line;
    }
    String left = line.substring(LONGEST_MESSAGE - END, line.length() - END);
    return line.substring(0, LONGEST_MESSAGE - END) + " ... ("
        + Numbers.counted(left.getBytes(StandardCharsets.UTF_8).length, "byte") + " left out) ... "
        + line.substring(line.length() - END);
  }

  /**
   * Shortens a name. A chain of calls loses its outer calls, and a function name loses its address,
   * such as {@code (liba.so+0x1a2b)}. Other names and paths lose their middle, because their
   * beginning and end are the most useful parts.
   */
  public static String shortened(String name, int width) {
    if (name.length() <= width || width <= GAP.length() + 1) {
      return name;
    }
    int outer = name.lastIndexOf(CALLED_BY, width - GAP.length() - 1);
    if (outer > 0) {
      return name.substring(0, outer) + " " + GAP;
    }
    int callers = name.indexOf(CALLED_BY);
    String frame = callers < 0 ? name : name.substring(0, callers);
    int address = frame.lastIndexOf(" (");
    String function =
        address > 0 && frame.indexOf(OFFSET, address) > 0 ? frame.substring(0, address) : frame;
    if (function.length() <= width) {
      return function;
    }
    int kept = width - GAP.length();
    int head = kept / 2;
    return function.substring(0, head)
        + GAP
        + function.substring(function.length() - (kept - head));
  }
}
