package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python package on the code under test. */
class PythonPackageTest {
  private static final Path PYTHON = Documents.repository().resolve("python");

  /** The system's own comes first: Debian's packages of pytest and pandas belong to it. */
  private static final List<String> INTERPRETERS = List.of("/usr/bin/python3", "python3");

  /** It starts a dozen processes; a busy machine takes minutes for them. */
  private static final int PATIENCE_SECONDS = 3600;

  @TempDir
  Path folder;

  @Test
  void theTestsOfThePackagePass() throws Exception {
    Workbench workbench = new Workbench(folder);
    List<String> able = new ArrayList<>();
    for (String candidate : INTERPRETERS) {
      if (workbench.run(candidate + " -c 'import pytest'").exitCode() == 0) {
        able.add(candidate);
      }
    }
    Assumptions.assumeFalse(
        able.isEmpty(), "SKIPPED: no python3 with pytest (apt-get install python3-pytest)");

    Workbench.Ended ended = workbench.run(
        "PYTHONDONTWRITEBYTECODE=1 " + able.getFirst() + " -m pytest -q -rs -p no:cacheprovider '"
            + PYTHON.resolve("tests") + "'",
        PATIENCE_SECONDS);

    String report = String.join("\n", ended.output());
    assertThat(ended.exitCode()).as(report).isZero();
    ended.output().stream()
        .filter(line -> line.startsWith("SKIPPED "))
        .forEach(line -> System.err.println("python: " + line));
  }

  @Test
  void thePackageHasTheVersionOfTheProduct() throws Exception {
    String pom = Files.readString(Documents.repository().resolve("pom.xml"));
    String version = pom.substring(pom.indexOf("<version>") + "<version>".length());
    assertThat(Files.readString(PYTHON.resolve("tracecast/__init__.py")))
        .contains("__version__ = \""
            + version.substring(0, version.indexOf('<')).replace("-SNAPSHOT", ".dev0") + "\"\n");
  }
}
