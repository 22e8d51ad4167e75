package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the documents, and how long the front pages may be. */
class DocumentLinksTest {
  private static final Pattern FIGURE = Pattern.compile("[-+]?[0-9][0-9,]*\\.[0-9]+");
  private static final Path REPOSITORY = Documents.repository();

  @Test
  void everyLinkLeadsToAFileAndAHeadingThatExist() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Document document : Documents.all()) {
      for (Document.Link link : document.links()) {
        String fault = fault(document, link.target());
        if (!fault.isEmpty()) {
          broken.add(document.name() + ":" + link.line() + ": " + link.target() + ": " + fault);
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  private static String fault(Document from, String target) throws IOException {
    if (target.matches("[a-z]+:.*")) {
      return "";
    }
    String[] parts = target.split("#", 2);
    Path file =
        parts[0].isEmpty() ? from.file() : from.file().resolveSibling(parts[0]).normalize();
    if (!Files.exists(file)) {
      return "no such file";
    }
    if (parts.length == 1 || !file.toString().endsWith(".md")) {
      return "";
    }
    List<String> anchors = Document.read(file).anchors();
    return anchors.contains(parts[1]) ? "" : "no such heading; expected one of " + anchors;
  }

  @Test
  void everyPictureIsShownBySomeDocument() throws IOException {
    Set<Path> shown = new HashSet<>();
    for (Document document : Documents.all()) {
      document
          .links()
          .forEach(link -> shown.add(
              document.file().resolveSibling(link.target().split("#")[0]).normalize()));
    }
    for (String folder : List.of("docs", "benchmarks/charts")) {
      try (Stream<Path> files = Files.list(REPOSITORY.resolve(folder))) {
        assertThat(files.filter(file -> file.toString().matches(".*\\.(png|svg)")))
            .allSatisfy(picture -> assertThat(shown).contains(picture));
      }
    }
  }

  @Test
  void theIndexNamesEveryPage() throws IOException {
    Document index = Document.read(REPOSITORY.resolve("docs/README.md"));
    List<Path> named = index.links().stream()
        .map(link -> index.file().resolveSibling(link.target().split("#")[0]).normalize())
        .toList();
    List<Path> pages = Documents.all().stream()
        .map(Document::file)
        .filter(file -> file.startsWith(REPOSITORY.resolve("docs")) && !file.equals(index.file()))
        .toList();

    assertThat(named).containsAll(pages);
  }

  @Test
  void theSiteNamesEveryPage() throws IOException {
    String navigation = Files.readString(REPOSITORY.resolve("distribution/site/mkdocs.yml"));
    Path docs = REPOSITORY.resolve("docs");

    assertThat(Documents.all())
        .filteredOn(document -> document.file().startsWith(docs))
        .allSatisfy(document ->
            assertThat(navigation).contains("- " + docs.relativize(document.file()) + "\n"));
  }

  @Test
  void theFrontPagesAreShort() throws IOException {
    Document readme = Document.read(REPOSITORY.resolve("README.md"));
    assertThat(readme.lines()).hasSizeLessThanOrEqualTo(120);
    assertThat(words(readme)).isLessThanOrEqualTo(1500);
    assertThat(words(Document.read(REPOSITORY.resolve("ARCHITECTURE.md"))))
        .isLessThanOrEqualTo(1000);
    assertThat(words(Document.read(REPOSITORY.resolve("CHANGELOG.md")))).isLessThanOrEqualTo(500);
  }

  @Test
  void allPagesForUsersTogetherAreShort() {
    Path docs = REPOSITORY.resolve("docs");

    assertThat(Documents.all().stream()
            .filter(document -> docs.equals(document.file().getParent()))
            .filter(document -> !document.file().endsWith("machine-keys.md")) // is generated
            .filter(document -> !document.file().endsWith("papers.md")) // a list of commands
            .mapToLong(DocumentLinksTest::words)
            .sum())
        .isBetween(10_000L, 17_000L);
  }

  /** Words of a page without the targets of its links. */
  private static long words(Document document) {
    return document.lines().stream()
        .filter(line -> !line.matches("\\[[^\\]]+\\]: \\S+"))
        .mapToLong(line ->
            Stream.of(line.split("\\s+")).filter(word -> !word.isEmpty()).count())
        .sum();
  }

  @Test
  void everyFigureOnAccuracyStandsInAFileOfMeasurements() throws IOException {
    String measured = BenchmarkFiguresTest.measured();
    List<String> without = new ArrayList<>();
    for (String line : Document.read(REPOSITORY.resolve("docs/accuracy.md")).prose()) {
      if (line.startsWith("|")) {
        FIGURE
            .matcher(line)
            .results()
            .map(MatchResult::group)
            .filter(figure -> !measured.contains(figure.replaceFirst("^[-+]", "")))
            .forEach(figure -> without.add(figure + " in " + line));
      }
    }

    assertThat(without).isEmpty();
  }
}
