package io.github.tracecast.exports.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The top-level declarations of the C runtime, which blank lines separate. A program includes only
 * the declarations that it uses, so that compilers do not warn and the file stays small.
 */
final class RuntimeUnits {
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern STRING = Pattern.compile("\"(\\\\.|[^\"\\\\])*\"");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern MACRO = Pattern.compile("^#define (\\w+)");
  private static final Pattern FUNCTION_TYPE = Pattern.compile("^typedef \\w+ (\\w+)\\(");
  private static final Pattern FUNCTION = Pattern.compile("^(?:static|extern) [\\w *]*?(\\w+)\\(");
  private static final Pattern STRUCT = Pattern.compile("^struct (\\w+) \\{");
  private static final Pattern INNER = Pattern.compile("\\{[^{}]*}|\\[[^\\[\\]]*]|= [^,;]*");
  private static final Set<String> WORDS =
      Set.of("static", "struct", "int", "double", "long", "unsigned", "char", "typedef", "enum");

  private record Unit(String text, Set<String> defines, Set<String> uses) {}

  private final List<Unit> units = new ArrayList<>();

  RuntimeUnits() {
    for (String text : resource("runtime.c").split("\n\n+")) {
      String code =
          STRING.matcher(COMMENT.matcher(text).replaceAll("")).replaceAll("").strip();
      if (!code.isEmpty()) {
        units.add(new Unit(text.stripTrailing(), defined(code), names(code)));
      }
    }
  }

  /** Returns the declarations that a program needs, in their order. */
  String needed(String program) {
    Set<Unit> needed = new LinkedHashSet<>();
    Deque<Set<String>> open =
        new ArrayDeque<>(List.of(names(STRING.matcher(program).replaceAll(""))));
    while (!open.isEmpty()) {
      Set<String> used = open.remove();
      for (Unit unit : units) {
        if (!needed.contains(unit) && unit.defines.stream().anyMatch(used::contains)) {
          needed.add(unit);
          open.add(unit.uses);
        }
      }
    }
    StringBuilder text = new StringBuilder();
    units.stream()
        .filter(needed::contains)
        .forEach(unit -> text.append(unit.text).append("\n\n"));
    return text.toString();
  }

  private static Set<String> defined(String code) {
    for (Pattern pattern : List.of(MACRO, FUNCTION_TYPE, FUNCTION, STRUCT)) {
      Matcher matcher = pattern.matcher(code);
      if (matcher.find()) {
        return Set.of(matcher.group(1));
      }
    }
    if (code.startsWith("enum")) {
      return names(code);
    }
    String rest = code;
    for (String before = ""; !before.equals(rest); ) {
      before = rest;
      rest = INNER.matcher(rest).replaceAll("");
    }
    return names(rest.replaceAll("struct \\w+", ""));
  }

  private static Set<String> names(String code) {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = NAME.matcher(code);
    while (matcher.find()) {
      if (!WORDS.contains(matcher.group())) {
        names.add(matcher.group());
      }
    }
    return names;
  }

  private static String resource(String name) {
    try (InputStream in = RuntimeUnits.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
