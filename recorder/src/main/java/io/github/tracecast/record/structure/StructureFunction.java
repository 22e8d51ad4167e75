package io.github.tracecast.record.structure;

import io.github.tracecast.record.structure.StructureVertex.Kind;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A function of a source file, with its loops, branches and calls.
 *
 * @param unit number of the source file in the program
 * @param local whether the function is visible only in its own source file
 * @param file name of the source file, without folders
 */
record StructureFunction(int unit, boolean local, StructureVertex root, String file) {
  /** All functions of a program, and the names of functions whose address is taken. */
  record Parsed(List<StructureFunction> functions, Set<String> pointers) {}

  /** Reads the texts of a program's source files. The grammar of the texts is in recorder/structure/Shape.h. */
  static Parsed parse(Path program, List<String> texts) {
    Parsed parsed = new Parsed(new ArrayList<>(), new HashSet<>());
    for (int unit = 0; unit < texts.size(); unit++) {
      Deque<StructureVertex> open = new ArrayDeque<>();
      String[] lines = texts.get(unit).split("\n");
      for (int i = 0; i < lines.length; i++) {
        if (!take(lines[i], unit, open, parsed)) {
          throw new UsageException(program + ": structure of source file " + (unit + 1) + ", line "
              + (i + 1) + ": found \"" + lines[i]
              + "\"; expected a structure of this version; compile the program again");
        }
      }
    }
    return parsed;
  }

  private static boolean take(String line, int unit, Deque<StructureVertex> open, Parsed parsed) {
    String[] words = line.split(" ", 4);
    return switch (words[0]) {
      case "unit" -> words.length >= 2;
      case "pointer" -> words.length == 2 && (parsed.pointers.add(words[1]) || true);
      case "function", "static" -> {
        if (words.length < 4 || !isNumber(words[2])) {
          yield false;
        }
        open.clear();
        open.push(new StructureVertex(Kind.FUNCTION, Integer.parseInt(words[2]), words[1]));
        String file = words[3].substring(words[3].lastIndexOf('/') + 1);
        parsed.functions.add(
            new StructureFunction(unit, words[0].equals("static"), open.peek(), file));
        yield true;
      }
      default -> vertex(words, open);
    };
  }

  private static boolean vertex(String[] words, Deque<StructureVertex> open) {
    if (words.length < 3 || !isNumber(words[0]) || !isNumber(words[2])) {
      return false;
    }
    int depth = Integer.parseInt(words[0]);
    if (depth < 1 || depth > open.size()) {
      return false;
    }
    while (open.size() > depth) {
      open.pop();
    }
    int number = Integer.parseInt(words[2]);
    StructureVertex vertex = switch (words[1]) {
      case "loop" -> new StructureVertex(Kind.LOOP, number, "");
      case "branch" -> new StructureVertex(Kind.BRANCH, number, "");
      case "call" -> words.length == 4 ? new StructureVertex(Kind.CALL, number, words[3]) : null;
      default -> null;
    };
    if (vertex == null || open.peek().kind == Kind.CALL) {
      return false;
    }
    open.peek().children.add(vertex);
    open.push(vertex);
    return true;
  }

  private static boolean isNumber(String word) {
    return word.matches("[0-9]{1,9}");
  }
}
