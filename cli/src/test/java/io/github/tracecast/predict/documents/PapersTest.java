package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page on the papers: each command runs, and prints what the page says. */
class PapersTest {
  private static final Path PAGE = Documents.repository().resolve("docs/papers.md");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern OUTPUT =
      Pattern.compile("[\\w.]+\\.(ctrace|c|json|html)", Pattern.UNICODE_CHARACTER_CLASS);

  @TempDir
  private static Path folder;

  /**
   * A line of a table.
   *
   * @param results the words that the command prints
   */
  record Row(String command, List<String> results, String line) {
    static Row of(String line) {
      String[] cells = line.split("\\|");
      return new Row(
          quoted(cells[2]).getFirst(), cells.length > 3 ? quoted(cells[3]) : List.of(), line);
    }

    @Override
    public String toString() {
      return command;
    }
  }

  private static List<String> quoted(String cell) {
    return QUOTED.matcher(cell).results().map(found -> found.group(1)).toList();
  }

  static List<Row> rows() throws IOException {
    try (Stream<String> lines = Files.lines(PAGE)) {
      return lines
          .filter(line -> line.startsWith("|") && QUOTED.matcher(line).find())
          .map(Row::of)
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void itsCommandPrintsWhatThePageSays(Row row) {
    List<String> parts = Arrays.asList(row.command().split(" "));
    if (!parts.getFirst().equals("tracecast")) {
      assertThat(Documents.repository().resolve(parts.getFirst())).isExecutable();
      assertThat(row.line()).contains("](../benchmarks/results/");
      return;
    }
    Cli.Result printed =
        Cli.run(parts.stream().skip(1).map(PapersTest::placed).toArray(String[]::new));

    String text = (printed.expectOut() + " " + printed.err()).replaceAll("\\s+", " ");
    assertThat(row.results()).allSatisfy(words -> assertThat(text).contains(words));
  }

  /** Names of files are relative to the repository, or are in the test's folder. */
  private static String placed(String word) {
    return word.startsWith("examples/")
        ? Documents.repository().resolve(word).toString()
        : OUTPUT.matcher(word).matches() ? folder.resolve(word).toString() : word;
  }

  @Test
  void thePageIsShort() throws IOException {
    assertThat(Files.readAllLines(PAGE)).hasSizeLessThanOrEqualTo(90);
    assertThat(Files.readString(PAGE)).doesNotContain("missing");
  }
}
