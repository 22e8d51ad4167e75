package io.github.tracecast.predict.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The innermost function of a call site's path, shortened for tables: without parameters, template
 * arguments, return type and the callers. The file and the line are kept.
 */
public final class FunctionName {
  private static final String CALLER = " < ";
  private static final String PLACE = " (";

  /** The text that gfortran puts between the names of a module and its procedure. */
  private static final String FORTRAN = "_MOD_";

  private FunctionName() {}

  /**
   * Returns the short name of a path such as {@code void ns::f<int>(int*) (a.cc:3) #2 < main
   * (a.cc:9)}: {@code ns::f (a.cc:3) #2}. Names in any other form are returned unchanged.
   */
  public static String of(String path) {
    int caller = path.indexOf(CALLER);
    String frame = caller < 0 ? path : path.substring(0, caller);
    int place = frame.lastIndexOf(PLACE);
    if (place <= 0) {
      return frame;
    }
    return function(frame.substring(0, place)) + frame.substring(place);
  }

  /**
   * Returns the short names of paths. Different paths with the same short name have the functions
   * alone, with the first caller that tells them apart: {@code send < exchange}, or {@code send <
   * ... < step} for a caller further out; and the full names if that does not suffice.
   */
  public static List<String> withCallers(List<String> paths) {
    Map<String, List<String>> alike =
        paths.stream().distinct().collect(Collectors.groupingBy(FunctionName::of));
    Map<String, String> names = new HashMap<>();
    alike.forEach((name, group) -> {
      for (String path : group) {
        names.put(path, group.size() == 1 ? name : withCaller(path, group));
      }
      if (group.stream().map(names::get).distinct().count() < group.size()) {
        group.forEach(path -> names.put(path, path));
      }
    });
    return paths.stream().map(path -> names.getOrDefault(path, path)).toList();
  }

  private static String withCaller(String path, List<String> group) {
    List<String> frames = List.of(path.split(CALLER));
    int caller = 1;
    while (caller < frames.size() && !isAlone(frames.subList(0, caller + 1), group)) {
      caller++;
    }
    return caller == frames.size()
        ? path
        : bare(frames.getFirst())
            + CALLER
            + (caller == 1 ? "" : "..." + CALLER)
            + bare(frames.get(caller));
  }

  /** Whether one path alone begins with these frames. */
  private static boolean isAlone(List<String> frames, List<String> group) {
    String begin = String.join(CALLER, frames);
    return group.stream()
            .filter(path -> path.equals(begin) || path.startsWith(begin + CALLER))
            .count()
        == 1;
  }

  /** The name of a frame's function without file and line; the file too if the name is a line. */
  private static String bare(String frame) {
    String name = of(frame);
    int place = name.lastIndexOf(PLACE);
    return place <= 0 || isLine(name) ? name : name.substring(0, place);
  }

  /** Whether a name is a number of a line, as in traces of Extrae. */
  private static boolean isLine(String name) {
    return Character.isDigit(name.charAt(0));
  }

  private static String function(String signature) {
    int procedure = signature.indexOf(FORTRAN);
    if (signature.startsWith("__") && procedure > 0) {
      return signature.substring(procedure + FORTRAN.length());
    }
    if (signature.contains("operator")) {
      return signature; // operator() and operator<> have brackets in their names
    }
    String bare =
        withoutBrackets(signature.replace("(anonymous namespace)::", "")).strip();
    String name = bare.endsWith(" const") ? bare.substring(0, bare.length() - 6) : bare;
    name = name.substring(name.lastIndexOf(' ') + 1);
    return name.isEmpty() || isLine(name) ? signature : name; // "MPI_Send at 829"
  }

  private static String withoutBrackets(String text) {
    StringBuilder outside = new StringBuilder();
    int depth = 0;
    for (char c : text.toCharArray()) {
      if (c == '<' || c == '(' || c == '[') {
        depth++;
      } else if (c == '>' || c == ')' || c == ']') {
        depth--;
      } else if (depth == 0) {
        outside.append(c);
      }
    }
    return outside.toString();
  }
}
