package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Rules for every workflow of the forge. */
class WorkflowFilesTest {
  private static final Pattern PINNED = Pattern.compile("[\\w-]+/[\\w-]+@[0-9a-f]{40} # v[0-9.]+");
  private static final String OWN = "./.github/workflows/";

  private static TreeMap<String, List<String>> workflows() throws IOException {
    TreeMap<String, List<String>> workflows = new TreeMap<>();
    try (Stream<Path> files = Files.list(Documents.repository().resolve(".github/workflows"))) {
      for (Path file : files.toList()) {
        workflows.put(file.getFileName().toString(), Files.readAllLines(file));
      }
    }
    return workflows;
  }

  private static List<String> values(List<String> workflow, String key) {
    return workflow.stream()
        .map(line -> line.strip().replaceFirst("^- ", ""))
        .filter(line -> line.startsWith(key + ": "))
        .map(line -> line.substring(key.length() + 2))
        .toList();
  }

  /** A colon and a blank inside a command make a mapping of it. */
  @Test
  void everyWorkflowIsYaml() throws IOException {
    for (List<String> workflow : workflows().values()) {
      JsonNode read = new YAMLMapper().readTree(String.join("\n", workflow));
      assertThat(read.has("jobs")).isTrue();
    }
  }

  /** A tag can be moved to other code, a commit cannot. */
  @Test
  void everyActionIsPinnedByItsCommit() throws IOException {
    assertThat(workflows().values())
        .flatMap(workflow -> values(workflow, "uses"))
        .isNotEmpty()
        .allMatch(used -> used.startsWith(OWN)
            ? Files.exists(Documents.repository().resolve(used))
            : PINNED.matcher(used).matches());
  }

  @Test
  void everyJobOnAMachineEndsInTime() throws IOException {
    assertThat(workflows().values())
        .allSatisfy(workflow -> assertThat(values(workflow, "timeout-minutes"))
            .hasSameSizeAs(values(workflow, "runs-on")));
  }

  @Test
  void aNewerChangeEndsTheRunOfAnOlderOneAfterTenMinutesAtMost() throws IOException {
    List<String> change = workflows().get("change.yml");

    assertThat(values(change, "cancel-in-progress")).containsExactly("true");
    assertThat(values(change, "timeout-minutes")).containsExactly("10");
  }

  @Test
  void everyWorkflowMayOnlyReadUnlessAJobSaysOtherwise() throws IOException {
    assertThat(workflows().values())
        .allSatisfy(
            workflow -> assertThat(workflow).containsSequence("permissions:", "  contents: read"));
  }
}
