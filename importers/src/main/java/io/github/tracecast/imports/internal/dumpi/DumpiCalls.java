package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.trace.MpiCall;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  /** The names of MPI-1 calls that MPI-2 renamed, with their new names. */
  private static final Map<String, String> RENAMED = Map.of(
      "Address", "Get_address",
      "Keyval_create", "Comm_create_keyval",
      "Keyval_free", "Comm_free_keyval",
      "Attr_put", "Comm_set_attr",
      "Attr_get", "Comm_get_attr",
      "Attr_delete", "Comm_delete_attr",
      "Errhandler_set", "Comm_set_errhandler",
      "Errhandler_get", "Comm_get_errhandler");

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
    this.call = MpiCall.byName("MPI_" + RENAMED.getOrDefault(name, name)).orElse(MpiCall.OTHER);
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
    List<DumpiCalls> all = new ArrayList<>();
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(
        DumpiCalls.class.getResourceAsStream("calls.txt"), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          String[] words = line.split(" ");
          all.add(new DumpiCalls(
              words[0], words[1].equals("-") ? "" : words[1], words.length > 2 ? words[2] : ""));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
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
