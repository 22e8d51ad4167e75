package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.Cli;
import io.github.tracecast.predict.cli.Main;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The glossary lists the names that the product uses, and those that it does not. */
class OneNameForEachConceptTest {
  /** These speak the language of other tools. */
  private static final Set<String> OF_OTHERS =
      Set.of("docs/comparison.md", "docs/coming-from.md", "docs/glossary.md");

  /** The other names, with the one that the product uses. */
  private static final Map<Pattern, String> OTHERS = others();

  private static Map<Pattern, String> others() {
    List<String> lines = Documents.all().stream()
        .filter(document -> document.name().equals("docs/glossary.md"))
        .findFirst()
        .orElseThrow()
        .lines();
    Map<Pattern, String> others = new LinkedHashMap<>();
    for (String line : lines.subList(lines.indexOf("| name | not |") + 2, lines.size())) {
      String[] cells = line.split("\\|");
      for (String other : cells[2].split(",")) {
        others.put(
            Pattern.compile(
                "(?<![-_\\w/.])" + Pattern.quote(other.strip()) + "s?(?![-_\\w=])(?!, engine)",
                Pattern.CASE_INSENSITIVE),
            cells[1].strip());
      }
    }
    assertThat(others).hasSizeGreaterThan(8);
    return others;
  }

  private static List<String> found(String where, String text) {
    List<String> found = new ArrayList<>();
    OTHERS.forEach((other, name) -> {
      if (other.matcher(text).find()) {
        found.add(where + ": " + other + " instead of " + name + ": " + text.strip());
      }
    });
    return found;
  }

  @Test
  void documentsUseTheNamesOfTheGlossary() {
    List<String> found = new ArrayList<>();
    for (Document document : Documents.all()) {
      String name = document.name();
      if (!OF_OTHERS.contains(name) && name.matches("README.md|docs/[^/]+\\.md")) {
        for (String line : document.prose()) {
          String words = line.replaceAll("`[^`]*`", "")
              .replaceAll("\\]\\([^)]*\\)", "]")
              .replace("tracecast platforms", "");
          found.addAll(found(name, words));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void helpUsesTheNamesOfTheGlossary() {
    List<String> found = new ArrayList<>();
    for (String command : Main.commands().keySet()) {
      for (String line : Cli.run(command, "--help").expectOut().split("\n")) {
        found.addAll(found(command, line.replaceAll("tracecast platforms|^  platforms ", "")));
      }
    }
    assertThat(found).isEmpty();
  }
}
