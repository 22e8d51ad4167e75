package io.github.tracecast.record.structure;

import io.github.tracecast.record.structure.StructureVertex.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The communication structure tree of a program: the functions that directly or indirectly call
 * MPI, each below the calls of this function. A function that calls itself, directly or through
 * other functions, is a loop.
 */
public final class StaticStructure {
  /** A tree repeats each function at each of its calls only if it has at most this many lines. */
  private static final long MOST_LINES = 20_000;

  /** Names of the main function: in C, and in Fortran with flang. */
  private static final List<String> ENTRIES = List.of("main", "_QQmain", "MAIN_", "MAIN__");

  private final List<StructureFunction> functions;
  private final Map<String, StructureFunction> shared = new HashMap<>();
  private final Map<Integer, Map<String, StructureFunction>> local = new HashMap<>();
  private final Set<StructureFunction> reaching = new HashSet<>();
  private final boolean pointersReach;

  private StaticStructure(StructureFunction.Parsed parsed) {
    functions = parsed.functions();
    for (StructureFunction function : functions) {
      (function.local() ? local.computeIfAbsent(function.unit(), unit -> new HashMap<>()) : shared)
          .putIfAbsent(function.root().name, function);
    }
    boolean found = false;
    for (boolean more = true; more; ) {
      more = false;
      for (StructureFunction function : functions) {
        if (!reaching.contains(function) && reaches(function, function.root(), found)) {
          reaching.add(function);
          found |= parsed.pointers().contains(function.root().name);
          more = true;
        }
      }
    }
    pointersReach = found;
  }

  /**
   * Reads the structure from a program.
   *
   * @throws io.github.tracecast.trace.text.UsageException if the program has no structure
   */
  public static StaticStructure of(Path program) {
    return new StaticStructure(StructureFunction.parse(program, StructureSection.texts(program)));
  }

  private Optional<StructureFunction> callee(StructureFunction caller, StructureVertex call) {
    StructureFunction own = local.getOrDefault(caller.unit(), Map.of()).get(call.name);
    return Optional.ofNullable(own != null ? own : shared.get(call.name));
  }

  /** Whether a part of a function may reach MPI through functions that are known to reach MPI. */
  private boolean reaches(StructureFunction in, StructureVertex vertex, boolean pointers) {
    if (vertex.kind != Kind.CALL) {
      return vertex.children.stream().anyMatch(child -> reaches(in, child, pointers));
    }
    return vertex.mpiName().isPresent()
        || callee(in, vertex).filter(reaching::contains).isPresent()
        || pointers && vertex.name.equals(StructureVertex.POINTER);
  }

  /** Returns the tree, with one vertex in each line, indented by its depth. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (StructureFunction root : roots()) {
      boolean whole =
          size(root, root.root(), new HashSet<>(), new IdentityHashMap<>()) <= MOST_LINES;
      new Writing(lines, whole).function(root, 0);
    }
    return lines;
  }

  /** Returns the program's main function, or the functions that no other function calls. */
  private List<StructureFunction> roots() {
    List<StructureFunction> entries = ENTRIES.stream()
        .filter(name -> shared.containsKey(name) && reaching.contains(shared.get(name)))
        .map(shared::get)
        .toList();
    if (!entries.isEmpty()) {
      return entries;
    }
    Set<StructureFunction> called = new HashSet<>();
    functions.forEach(function -> markCalled(function, function.root(), called));
    return functions.stream()
        .filter(function -> reaching.contains(function) && !called.contains(function))
        .toList();
  }

  private void markCalled(
      StructureFunction in, StructureVertex vertex, Set<StructureFunction> called) {
    if (vertex.kind == Kind.CALL) {
      callee(in, vertex).filter(callee -> callee != in).ifPresent(called::add);
    }
    vertex.children.forEach(child -> markCalled(in, child, called));
  }

  /**
   * Returns the number of lines of a vertex and of all vertices below it, counted up to a limit.
   */
  private long size(
      StructureFunction in,
      StructureVertex vertex,
      Set<StructureFunction> around,
      Map<StructureFunction, Long> known) {
    if (!reaches(in, vertex, pointersReach)) {
      return 0;
    }
    Optional<StructureFunction> callee =
        vertex.kind == Kind.CALL ? callee(in, vertex) : Optional.empty();
    if (callee.isPresent() && vertex.mpiName().isEmpty()) {
      StructureFunction function = callee.get();
      Long before = known.get(function);
      if (before != null || !around.add(function)) {
        return before == null ? 1 : before;
      }
      long size = size(function, function.root(), around, known);
      around.remove(function);
      known.put(function, size);
      return size;
    }
    long sum = 1;
    for (StructureVertex child : vertex.children) {
      sum = Math.min(MOST_LINES + 1, sum + size(in, child, around, known));
    }
    return sum;
  }

  private final class Writing {
    private final List<String> lines;
    private final boolean whole;
    private final Set<StructureFunction> around = new HashSet<>();
    private final Set<StructureFunction> written = new HashSet<>();

    Writing(List<String> lines, boolean whole) {
      this.lines = lines;
      this.whole = whole;
    }

    void function(StructureFunction function, int depth) {
      if (around.contains(function)) {
        line(depth, "again " + name(function), "", 0);
        return;
      }
      if (!written.add(function) && !whole) {
        line(depth, name(function), function.file(), function.root().line);
        lines.add("  ".repeat(depth + 1) + "as above");
        return;
      }
      around.add(function);
      int at = lines.size();
      for (StructureVertex child : function.root().children) {
        vertex(function, child, depth + 1);
      }
      around.remove(function);
      String again = "again " + name(function);
      boolean recursive = lines.subList(at, lines.size()).stream()
          .anyMatch(line -> line.stripLeading().equals(again));
      lines.add(
          at,
          described(
              depth,
              (recursive ? "loop by recursion of " : "") + name(function),
              function.file(),
              function.root().line));
    }

    private void vertex(StructureFunction in, StructureVertex vertex, int depth) {
      if (!reaches(in, vertex, pointersReach)) {
        return;
      }
      switch (vertex.kind) {
        case FUNCTION -> throw new AssertionError("a function inside " + in.root().name);
        case LOOP, BRANCH -> {
          line(depth, vertex.kind == Kind.LOOP ? "loop" : "branch", in.file(), vertex.line);
          for (StructureVertex child : vertex.children) {
            vertex(in, child, depth + 1);
          }
        }
        case CALL -> call(in, vertex, depth);
      }
    }

    private void call(StructureFunction in, StructureVertex call, int depth) {
      Optional<String> mpi = call.mpiName();
      if (mpi.isPresent()) {
        line(depth, mpi.get(), in.file(), call.line);
      } else if (call.name.equals(StructureVertex.POINTER)) {
        line(depth, "call by a pointer", in.file(), call.line);
      } else {
        function(callee(in, call).orElseThrow(), depth);
      }
    }

    private void line(int depth, String what, String file, int line) {
      lines.add(described(depth, what, file, line));
    }

    private static String described(int depth, String what, String file, int line) {
      return "  ".repeat(depth) + what + (line == 0 ? "" : " (" + file + ":" + line + ")");
    }

    private static String name(StructureFunction function) {
      return function.root().name.equals("_QQmain")
          ? "main program"
          : function.root().name.replaceFirst("^_Q.*P", "");
    }
  }
}
