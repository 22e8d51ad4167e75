package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The pages of measurements: short, and no figure that no result file holds. */
class BenchmarkFiguresTest {
  private static final Path BENCHMARKS = Documents.repository().resolve("benchmarks");

  /** With a fraction, a thousands separator or a percent sign; not part of a word or a longer number. */
  private static final Pattern FIGURE = Pattern.compile(
      "(?<![\\w.])(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?%?|\\d+\\.\\d+%?|\\d+%)(?![\\w.]*\\d)");

  /** Numbers of programs, and of a table in a paper. */
  private static final String VERSION =
      "(NPB|Benchmarks|MPI|MPICH|Score-P|JDK|SimGrid|sst-dumpi|mpiP|Table|Debian) \\d[\\d.]*";

  /** A cell of a CSV file, in quotes or not. */
  private static final Pattern CELL = Pattern.compile("\"[^\"]*\"|[^,\"]+");

  /** The cells of all result files, one a line. */
  static String measured() throws IOException {
    StringBuilder measured = new StringBuilder();
    for (Path file : results()) {
      for (String line : Files.readAllLines(file)) {
        if (!line.startsWith("# ")) {
          CELL.matcher(line)
              .results()
              .forEach(cell -> measured.append(cell.group()).append('\n'));
        }
      }
    }
    return measured.toString();
  }

  private static List<Path> results() throws IOException {
    try (Stream<Path> files = Files.list(BENCHMARKS.resolve("results"))) {
      return files.sorted().toList();
    }
  }

  private static Document paper() throws IOException {
    return Document.read(Documents.repository().resolve("paper/paper.md"));
  }

  private static List<Document> pages() {
    return Documents.all().stream()
        .filter(document -> document.file().startsWith(BENCHMARKS))
        .toList();
  }

  @Test
  void everyFigureOfAPageStandsInAResultFile() throws IOException {
    String measured = measured();
    List<String> without = new ArrayList<>();
    for (Document page : Stream.concat(pages().stream(), Stream.of(paper())).toList()) {
      for (String line : page.prose()) {
        String text =
            line.replaceAll("`[^`]*`|<!--.*-->|\\]\\([^)]*\\)", " ").replaceAll(VERSION, " ");
        FIGURE
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .filter(figure -> !Pattern.compile(
                    "(?<![\\d.,])" + Pattern.quote(figure) + "(?!\\d|[.,]\\d)")
                .matcher(measured)
                .find())
            .forEach(figure -> without.add(page.name() + ": " + figure + " in " + line));
      }
    }

    assertThat(without).isEmpty();
  }

  @Test
  void everyResultFileSaysWhenAndWhereItWasMeasured() throws IOException {
    assertThat(results())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(Files.readAllLines(file))
            .as(file.toString())
            .anyMatch(line -> line.startsWith("# command: "))
            .anyMatch(line -> line.matches("# date: 20\\d\\d-\\d\\d-\\d\\d"))
            .anyMatch(line -> line.startsWith("# commit: "))
            .anyMatch(line -> line.startsWith("# processor: ")));
  }

  @Test
  void theTablesOfThePagesAreThoseOfTheResultFiles() throws Exception {
    Process process;
    try {
      process = new ProcessBuilder(BENCHMARKS.resolve("report").toString(), "--check")
          .redirectErrorStream(true)
          .start();
    } catch (IOException e) {
      Assumptions.abort("SKIPPED: no python3");
      throw e;
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
  }

  @Test
  void thePagesAreShort() {
    assertThat(words(pages())).isLessThanOrEqualTo(7_000);
  }

  /** The Journal of Open Source Software takes 1,000 words. */
  @Test
  void thePaperIsShortAndCitesWhatItsBibliographyHolds() throws IOException {
    String bibliography = Files.readString(Documents.repository().resolve("paper/paper.bib"));
    List<String> cited = matches("@(\\w+)", String.join("\n", paper().lines()));

    assertThat(words(List.of(paper()))).isLessThanOrEqualTo(1_000);
    assertThat(cited).isNotEmpty();
    assertThat(matches("(?m)^@\\w+\\{(\\w+),", bibliography))
        .doesNotHaveDuplicates()
        .hasSameElementsAs(cited);
  }

  private static List<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static long words(List<Document> documents) {
    return documents.stream()
        .flatMap(document -> document.lines().stream())
        .flatMap(line -> Stream.of(line.split("\\s+")))
        .filter(word -> !word.isEmpty())
        .count();
  }
}
