package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of docs/library.md with the commands of that page. */
class LibraryExampleTest {
  private static final String CLASSES_OF_THE_PAGE = "'cli/target/lib/*'";

  @Test
  void theExampleOfThePagePrintsWhatThePageShows(@TempDir Path folder) throws Exception {
    Document page = Document.read(Documents.repository().resolve("docs/library.md"));
    String commands = text(page, "sh");
    assertThat(commands).contains("\njava ").contains(CLASSES_OF_THE_PAGE);
    Workbench workbench = new Workbench(folder);
    workbench.write(page);
    Workbench.Ended ended = workbench.run("set -e\n"
        + commands
            .replace("\njava ", "\n'" + Path.of(System.getProperty("java.home"), "bin/java") + "' ")
            .replace(CLASSES_OF_THE_PAGE, "'" + System.getProperty("java.class.path") + "'"));
    assertThat(String.join("\n", ended.output())).isEqualTo(text(page, "text"));
    assertThat(ended.exitCode()).isZero();
  }

  private static String text(Document page, String language) {
    List<Document.Block> found = page.blocks().stream()
        .filter(block -> block.language().equals(language))
        .toList();
    assertThat(found).as("blocks of " + language).hasSize(1);
    Document.Block block = found.getFirst();
    return String.join("\n", page.lines().subList(block.first(), block.end()));
  }
}
