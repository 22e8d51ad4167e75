package io.github.tracecast.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The recorder's C files depend on each other in one direction. */
class RecorderFilesTest {
  private static final Pattern NAME = Pattern.compile("\\bt[cp]_\\w+");

  /** A line that declares a function or variable with external linkage. */
  private static final Pattern DEFINITION = Pattern.compile(
      "(?:const |volatile |unsigned |struct |__thread )*+\\w++[ *]++(t[cp]_\\w++(?:\\(.*\\{.*|[^(;]*+;?.*))");

  private static Map<String, List<String>> files(String folder) throws IOException {
    Map<String, List<String>> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(Path.of(folder))) {
      for (Path file : all.filter(path -> path.toString().endsWith(".c")).toList()) {
        files.put(file.getFileName().toString(), Files.readAllLines(file));
      }
    }
    return files;
  }

  private static Map<String, String> definitions(Map<String, List<String>> files) {
    Map<String, String> owners = new HashMap<>();
    files.forEach((file, lines) -> lines.stream()
        .filter(line -> !line.startsWith("static ") && !line.startsWith("extern "))
        .map(DEFINITION::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1).split("\\(", 2)[0])
        .flatMap(names -> NAME.matcher(names).results())
        .forEach(name -> owners.put(name.group(), file)));
    return owners;
  }

  @Test
  void theRecordersFilesDependOnEachOtherInOneDirection() throws IOException {
    Map<String, List<String>> files = files("src");
    Map<String, String> owners = definitions(files);
    assertThat(owners)
        .containsEntry("tc_stop", "log.c")
        .containsEntry("tc_rank", "state.c")
        .containsEntry("tc_size", "state.c")
        .containsEntry("tc_merge", "merge.c");
    Map<String, Set<String>> uses = uses(files, owners);
    assertThat(uses.get("fold.c")).contains("nodes.c", "tree.c");
    assertNoCircle(uses);
  }

  @Test
  void thePayloadsFilesDependOnEachOtherInOneDirection() throws IOException {
    Map<String, List<String>> files = files("payload");
    Map<String, String> owners = definitions(files);
    assertThat(owners)
        .containsEntry("tp_fail", "state.c")
        .containsEntry("tp_calls", "state.c")
        .containsEntry("tp_comm_find", "communicators.c");
    Map<String, Set<String>> uses = uses(files, owners);
    assertThat(uses.get("transfer.c")).contains("requests.c", "tape.c");
    assertNoCircle(uses);
  }

  private static Map<String, Set<String>> uses(
      Map<String, List<String>> files, Map<String, String> owners) {
    Map<String, Set<String>> uses = new TreeMap<>();
    files.forEach((file, lines) -> {
      Set<String> used = new TreeSet<>();
      lines.forEach(line -> NAME.matcher(line)
          .results()
          .map(match -> owners.getOrDefault(match.group(), file))
          .forEach(used::add));
      used.remove(file);
      uses.put(file, used);
    });
    return uses;
  }

  /** Removes files that use no remaining file, until only those in a circle are left. */
  private static void assertNoCircle(Map<String, Set<String>> uses) {
    while (uses.values().removeIf(Set::isEmpty)) {
      uses.values().forEach(used -> used.retainAll(uses.keySet()));
    }
    assertThat(uses).as("files in a circle, or files that use one").isEmpty();
  }
}
