package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The packages have what the product needs when it runs. */
class PackagesTest {
  private static String text(String file) throws IOException {
    return Files.readString(Documents.repository().resolve(file));
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Recorders are built on first use, so a package without one of their folders fails only then. */
  @Test
  void theArchiveAndTheDebianPackageHaveEachFolderFromWhichRecordersAreBuilt() throws IOException {
    Set<String> folders = found(Pattern.compile("\\$here\"?/(\\w+)/"), text("recorder/build.sh"));
    assertThat(folders).contains("src", "payload", "run");

    Pattern folder = Pattern.compile("recorder/(\\w+)(?=[/ \"\\\\])");
    assertThat(found(folder, text("distribution/archive.sh"))).containsAll(folders);
    assertThat(found(folder, text("distribution/debian/tracecast.install"))).containsAll(folders);
  }

  @Test
  void theArchiveAndTheDebianPackageHaveTheScriptsThatTheLauncherStarts() throws IOException {
    Pattern script = Pattern.compile("cli/src/main/shell/(\\w+\\.sh)");
    Set<String> scripts = found(script, text("tracecast"));
    assertThat(scripts).contains("jdk.sh", "cache.sh");
    scripts.remove("setup.sh"); // builds a clone

    assertThat(found(script, text("distribution/archive.sh"))).containsAll(scripts);
    assertThat(found(script, text("distribution/debian/tracecast.install"))).containsAll(scripts);
  }

  /** The systems that make a release have only Debian's essential packages. */
  @Test
  void theJobOfTheReleaseInstallsWhatTheArchiveNeeds() throws IOException {
    String programs = found(
            Pattern.compile("(?m)^for program in (.*); do$"), text("distribution/archive.sh"))
        .iterator()
        .next();
    Set<String> packages = found(Pattern.compile("\\w:([a-z0-9]+)"), programs);
    assertThat(packages).contains("binutils", "git");
    packages.removeAll(Set.of("coreutils", "gzip", "tar"));

    assertThat(found(
            Pattern.compile("(?m) --no-install-recommends (.*)$"),
            text(".github/workflows/archive.yml")))
        .singleElement()
        .satisfies(installed -> assertThat(installed.split(" "))
            .containsAll(packages)
            .contains("python3", "python3-pip"));
  }

  @Test
  void theDebianPackageIsTestedByTheFirstPredictionOfReadme() throws IOException {
    assertThat(found(
            Pattern.compile("(Predicted: [\\d.]+ ms)"), text("distribution/debian/tests/control")))
        .singleElement()
        .satisfies(answer -> assertThat(text("README.md")).contains(answer + " on cluster"));
  }
}
