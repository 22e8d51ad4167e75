package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.CallNames;
import io.github.tracecast.trace.MpiCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The functions of the format by number: their calls, the layouts of their records, and the meaning
 * of the fields. Immutable.
 */
final class DumpiCalls {
  /**
   * The record number for entering a function of the program. The next number is for leaving the
   * function.
   */
  static final int FUNCTION_ENTER = 291;

  static final int FUNCTION_EXIT = 292;

  /** The record number that marks the end of the records. */
  static final int END_OF_STREAM = 293;

  private static final List<DumpiCalls> ALL = read();

  /** The number of counters in a file's footer: one for each function, and one more. */
  static final int COUNTERS = ALL.size() + 1;

  /** The name of the call in C. */
  final String name;

  final MpiCall call;

  /** The layout of the record: one letter for each field, as in {@code calls.txt}. */
  final byte[] layout;

  /** The meaning of the fields: one letter for each field; empty if all fields are ignored. */
  final byte[] roles;

  /** The index of the communicator among a record's numbers; -1 if there is none. */
  final int communicator;

  /** The index of the tag among a record's numbers; with two tags, the index of the send tag. */
  final int tag;

  private DumpiCalls(String name, String layout, String roles) {
    this.name = "MPI_" + name;
    this.call = CallNames.call(name);
    this.layout = layout.getBytes(StandardCharsets.US_ASCII);
    this.roles = roles.getBytes(StandardCharsets.US_ASCII);
    this.communicator = place('c');
    this.tag = place('g');
  }

  /** Whether a field is one number. */
  static boolean isNumber(byte kind) {
    return switch (kind) {
      case 'i', 'l', 't', 'c', 'g', 'h', 'b', 'o', 'q', 'm', 'r' -> true;
      default -> false;
    };
  }

  /** Whether a field is a list of numbers. */
  static boolean isList(byte kind) {
    return switch (kind) {
      case 'I', 'T', 'Q', 'B', 'H', 'J', 'X', 'Y' -> true;
      default -> false;
    };
  }

  /**
   * Returns the index, among a record's numbers, of the first field with a given role; -1 if there
   * is none. Fields that only a root has never have such a role.
   */
  int place(char role) {
    int number = 0;
    int field = 0;
    for (byte kind : layout) {
      if (kind == '[' || kind == ']') {
        continue;
      }
      if (field < roles.length && roles[field++] == role) {
        return number;
      }
      number += isNumber(kind) ? 1 : 0;
    }
    return -1;
  }

  private static List<DumpiCalls> read() {
    try (InputStream in = DumpiCalls.class.getResourceAsStream("calls.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" "))
          .map(words -> new DumpiCalls(
              words[0], words[1].equals("-") ? "" : words[1], words.length > 2 ? words[2] : ""))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number of functions. This number and larger numbers are not calls. */
  static int count() {
    return ALL.size();
  }

  /** @param function from 0 to {@code count() - 1} */
  static DumpiCalls of(int function) {
    return ALL.get(function);
  }
}
