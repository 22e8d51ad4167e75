package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every {@code console} block of the documents and compares what its commands print;
 * CONTRIBUTING.md has the conventions. {@code -Dtracecast.docs.update=true} rewrites the figures of
 * the documents instead, and {@code -Dtracecast.docs.only=predict} runs those documents alone whose
 * path contains this.
 */
abstract class DocumentedCommands {
  private static final boolean UPDATE = Boolean.getBoolean("tracecast.docs.update");
  private static final String ONLY = System.getProperty("tracecast.docs.only", "");

  @TempDir
  Path folder;

  private final List<String> skipped = new ArrayList<>();
  private final List<DocumentUpdate> updates = new ArrayList<>();
  private final boolean recording;

  /** @param recording whether documents that start MPI programs are run, or the others */
  DocumentedCommands(boolean recording) {
    this.recording = recording;
  }

  @TestFactory
  Stream<DynamicContainer> everyCommandPrintsWhatItsDocumentShows() {
    return Documents.all().stream()
        .filter(document -> document.name().contains(ONLY))
        .filter(document -> !ConsoleExample.of(document).isEmpty())
        .filter(document -> recording
            == ConsoleExample.of(document).stream()
                .anyMatch(example -> example.block().remark().matches("needs:.*\\bmpi\\b.*")))
        .map(this::examples)
        .onClose(this::nameSkippedExamples);
  }

  private DynamicContainer examples(Document document) {
    try {
      Workbench workbench = new Workbench(Files.createTempDirectory(folder, "document"));
      workbench.write(document);
      DocumentUpdate update = new DocumentUpdate(document);
      updates.add(update);
      return DynamicContainer.dynamicContainer(
          document.name(),
          ConsoleExample.of(document).stream()
              .map(example -> DynamicTest.dynamicTest(
                  example.place() + " " + example.command().lines().findFirst().orElse(""),
                  () -> check(example, workbench, update))));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void check(ConsoleExample example, Workbench workbench, DocumentUpdate update)
      throws Exception {
    Optional<String> missing = Requirement.missing(example);
    if (missing.isPresent()) {
      skipped.add(example.place() + ": " + missing.get());
      Assumptions.abort("SKIPPED: " + missing.get());
    }
    Workbench.Ended ended = workbench.run(example.command());
    List<String> output = example.output();
    ExpectedOutput expected = new ExpectedOutput(output);
    boolean shown = !output.isEmpty();
    boolean refused = output.stream().anyMatch(line -> line.startsWith("error: "));
    assertThat(ended.exitCode() != 0)
        .as("%s: exit code %s:%n%s", example.place(), ended.exitCode(), text(ended.output()))
        .isEqualTo(refused);
    if (UPDATE && shown && !expected.matches(ended.output())) {
      update.replace(example, expected.updated(ended.output()), ended.output());
      return;
    }
    if (shown && !expected.matches(ended.output())) {
      assertThat(text(ended.output())).as(example.place()).isEqualTo(text(output));
    }
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines);
  }

  private void nameSkippedExamples() {
    if (!skipped.isEmpty()) {
      System.out.println("Examples of the documents that were not run: " + skipped.size());
      skipped.forEach(example -> System.out.println("  " + example));
    }
  }
}
