package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.imports.internal.TextLines;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One line of a trace: a call, its start time, its arguments in C's order and its end time,
 * separated by colons. Not thread-safe.
 */
final class AllprofLine {
  private static final int MOST_FIELDS = 1 << 8;

  /** The start of the call stack, which is cut off because it contains colons too. */
  private static final String STACK = "# backtrace [";

  /** The longest accepted name. MPI's own names are shorter (MPI 4.1, Annex A). */
  private static final int LONGEST_NAME = 100;

  private final TextLines lines;
  private String[] fields = {};

  AllprofLine(TextLines lines) {
    this.lines = lines;
  }

  /** Moves to the next line that is not a comment. Returns false at the end. */
  boolean read() {
    for (String text = lines.next(); text != null; text = lines.next()) {
      if (!text.isBlank() && !text.startsWith("#")) {
        int stack = text.indexOf(STACK);
        fields = split(text.substring(0, stack < 0 ? text.length() : stack).strip());
        if (fields.length < 3
            || !fields[0].startsWith("MPI_")
            || fields[0].length() > LONGEST_NAME) {
          throw fault(
              "\"" + (text.length() > 40 ? text.substring(0, 40) + "..." : text) + "\"",
              "MPI_CALL:BEGIN:ARGUMENTS:END");
        }
        return true;
      }
    }
    return false;
  }

  /**
   * Splits a line at colons into fields. liballprof 2 writes arrays as {@code
   * ADDRESS,LENGTH[ELEMENT;ELEMENT;]:}, or without elements as {@code ADDRESS,LENGTH[}. In the
   * second form, the next field follows the bracket without a colon.
   */
  private static String[] split(String text) {
    List<String> fields = new ArrayList<>();
    int start = 0;
    int at = 0;
    while (at < text.length() && fields.size() < MOST_FIELDS - 1) {
      char c = text.charAt(at);
      if (c == ':') {
        fields.add(text.substring(start, at));
        start = ++at;
      } else if (c == '[' && at > start) {
        int end = elements(text, at + 1);
        at = end < 0 ? at + 1 : end + 1;
        fields.add(text.substring(start, at));
        at += end < 0 ? 0 : 1;
        start = at;
      } else {
        at++;
      }
    }
    fields.add(text.substring(start));
    return fields.toArray(String[]::new);
  }

  /** Returns the index of the bracket that ends a list of elements; -1 if there is no list. */
  private static int elements(String text, int from) {
    int at = from;
    while (at < text.length() && "0123456789-;".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    boolean closed = text.startsWith("]:", at);
    return closed && (at == from || text.charAt(at - 1) == ';') ? at : -1;
  }

  String call() {
    return fields[0];
  }

  /** Returns the number of arguments. */
  int arguments() {
    return fields.length - 3;
  }

  /**
   * Returns the time at which the call began or ended, in microseconds; NaN if the line lacks it.
   */
  double time(boolean end) {
    return time(end ? fields[fields.length - 1] : fields[1]);
  }

  /**
   * Returns the end time of a call whose last argument is a status. liballprof 2 writes a status
   * that the program ignores as 0 or 1, directly before the time.
   */
  double endAfter(int status) {
    String text = fields[fields.length - 1];
    return time(
        status + 2 == fields.length - 1 ? text.substring(Math.min(1, text.length())) : text);
  }

  private double time(String text) {
    try {
      return text.equals("-") ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw fault("time \"" + text + "\"", "microseconds, or -");
    }
  }

  /** Returns one of the parts into which commas divide an argument. */
  long part(int argument, int part) {
    if (argument >= arguments()) {
      throw fault(arguments() + " arguments of " + call(), "at least " + (argument + 1));
    }
    String text = fields[argument + 2];
    int start = 0;
    for (int i = 0; i < part; i++) {
      start = text.indexOf(',', start) + 1;
      if (start == 0) {
        throw fault("argument \"" + text + "\"", (part + 1) + " numbers, with commas between them");
      }
    }
    int end = text.indexOf(',', start);
    try {
      return Long.parseLong(text, start, end < 0 ? text.length() : end, 10);
    } catch (NumberFormatException e) {
      throw fault("argument \"" + text + "\"", "a number");
    }
  }

  /** Returns the elements of an array; empty if the trace lacks them. */
  long[] list(int argument) {
    String text = argument < arguments() ? fields[argument + 2] : "";
    int bracket = text.indexOf('[');
    if (bracket < 0 || !text.endsWith("]")) {
      return new long[0];
    }
    try {
      return text.substring(bracket + 1, text.length() - 1)
          .lines()
          .flatMap(list -> Stream.of(list.split(";")))
          .filter(element -> !element.isEmpty())
          .mapToLong(Long::parseLong)
          .toArray();
    } catch (NumberFormatException e) {
      throw fault("argument \"" + text + "\"", "whole numbers, each with a semicolon after it");
    }
  }

  /** Returns the sender and the tag of a status; null if the program ignored the status. */
  long @Nullable [] status(int argument) {
    String text = argument + 1 < arguments() ? fields[argument + 3] : "";
    if (!text.startsWith("[") || !text.endsWith("]")) {
      return null;
    }
    String[] parts = text.substring(1, text.length() - 1).split(",");
    try {
      return parts.length < 2
          ? null
          : new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1])};
    } catch (NumberFormatException e) {
      throw fault("status \"" + text + "\"", "[SOURCE,TAG,ERROR]");
    }
  }

  /** Returns the size of MPI_COMM_WORLD if this is a line of MPI_Comm_size. */
  int worldSize() {
    return size(part(1, 0));
  }

  private int size(long ranks) {
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw fault("a communicator of " + ranks + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    return (int) ranks;
  }

  /** Whether an argument is not a number. */
  boolean isText(int argument) {
    String text = fields[argument + 2];
    return text.isEmpty() || !text.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9');
  }

  /** Whether any argument is an address, which may be null. Only liballprof 2 writes addresses. */
  boolean hasAddress() {
    for (int i = 2; i < fields.length - 1; i++) {
      if (fields[i].startsWith("0x") || fields[i].equals("(nil)")) {
        return true;
      }
    }
    return false;
  }

  /** Whether commas split an argument into parts, as in every communicator of liballprof 1. */
  boolean hasParts(int argument) {
    return argument < arguments() && fields[argument + 2].indexOf(',') >= 0;
  }

  /**
   * Returns the size of the communicator that is the call's last argument; 0 if the call has none.
   */
  int communicatorSize() {
    for (int i = arguments() - 1; i >= 0; i--) {
      String[] parts = fields[i + 2].split(",", 4);
      if (parts.length == 3 && AllprofCalls.isCommunicator(call(), i)) {
        return size(part(i, 2));
      }
    }
    return 0;
  }

  String place() {
    return lines.place().toString();
  }

  TraceException fault(String found, String expected) {
    return lines.fault(found, expected);
  }
}
