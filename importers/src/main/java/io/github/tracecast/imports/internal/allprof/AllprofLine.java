package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedReader;
import java.io.IOException;

/**
 * One line: a call, its start time, its arguments in C's order and its end time, separated by
 * colons. Not thread-safe.
 */
final class AllprofLine {
  private static final int MOST_FIELDS = 1 << 8;

  /** Before the call stack, which has colons of its own. */
  private static final String STACK = "# backtrace [";

  /** MPI's own names are shorter (MPI 4.1, Annex A). */
  private static final int LONGEST_NAME = 100;

  private final String file;
  private int number;
  private String[] fields = {};

  AllprofLine(String file) {
    this.file = file;
  }

  /** Moves to the next line that is not a comment. Returns false at the end. */
  boolean read(BufferedReader lines) throws IOException {
    for (String text = lines.readLine(); text != null; text = lines.readLine()) {
      number++;
      if (!text.isBlank() && !text.startsWith("#")) {
        int stack = text.indexOf(STACK);
        fields =
            text.substring(0, stack < 0 ? text.length() : stack).strip().split(":", MOST_FIELDS);
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

  String call() {
    return fields[0];
  }

  /** How many arguments there are. */
  int arguments() {
    return fields.length - 3;
  }

  /** Returns the call's start or end in microseconds; NaN if the line does not have it. */
  double time(boolean end) {
    String text = end ? fields[fields.length - 1] : fields[1];
    try {
      return text.equals("-") ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw fault("time \"" + text + "\"", "microseconds, or -");
    }
  }

  /** Returns a part of an argument. Commas separate parts. */
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

  /** Returns the size of the last communicator of the call; 0 if there is none. */
  int communicatorSize() {
    for (int i = arguments() - 1; i >= 0; i--) {
      String[] parts = fields[i + 2].split(",", 4);
      if (parts.length == 3 && AllprofCalls.isCommunicator(call(), i)) {
        long size = part(i, 2);
        if (size < 1 || size > RankList.MAX_RANKS) {
          throw fault("a communicator of " + size + " ranks", "1 to " + RankList.MAX_RANKS);
        }
        return (int) size;
      }
    }
    return 0;
  }

  String place() {
    return file + ":" + number;
  }

  TraceException fault(String found, String expected) {
    return TraceException.inFile(place(), found, expected);
  }
}
