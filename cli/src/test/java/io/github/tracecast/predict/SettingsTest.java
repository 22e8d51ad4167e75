package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Each setting is taken, shown and passed on by every command that predicts. */
class SettingsTest {
  /**
   * A value of a setting that is not the usual one.
   *
   * @param text of its option
   * @param json the value of its member in JSON
   * @param line a part of its line in texts and on pages; empty if it is not there
   */
  private record Sample(String text, String json, String line) {}

  private static final Map<String, Sample> SAMPLES = Map.ofEntries(
      Map.entry("platform", new Sample("bluegene-l", "\"bluegene-l\"", "bluegene-l")),
      Map.entry(
          "set",
          new Sample(
              "mpi.eager_limit=8kB", "{\"mpi.eager_limit\":\"8kB\"}", "mpi.eager_limit = 8kB")),
      Map.entry("mapping", new Sample("round-robin", "\"round-robin\"", "round-robin")),
      Map.entry("engine", new Sample("loggp", "\"loggp\"", "loggp")),
      Map.entry("deltas", new Sample("max", "\"max\"", "maxima of the trace")),
      Map.entry("seed", new Sample("7", "7", "seed 7")),
      Map.entry("compute-scale", new Sample("3.0", "3.0", "times 3")),
      Map.entry(
          "compute-scale-at", new Sample("0=2.0", "{\"0\":2.0}", "before call site 0 times 2")),
      Map.entry(
          "fast-forward", new Sample("0.02:confidence=0.9", "\"auto\"", "0.02:confidence=0.9")));

  private static final List<String> COMMANDS =
      List.of("predict", "sweep", "map", "sensitivity", "compare");

  @TempDir
  static Path folder;

  private static String trace;

  @BeforeAll
  static void aTrace() {
    trace = folder.resolve("ring.ctrace").toString();
    Cli.run("generate", "ring", "--ranks", "4", "--steps", "3", "--compute", "1ms", "-o", trace)
        .expectOut();
  }

  @Test
  void everySettingIsTried() {
    assertThat(SAMPLES.keySet())
        .containsExactlyInAnyOrderElementsOf(Settings.all().stream()
            .map(Setting::key)
            .filter(key -> !key.equals("nodes")) // another way to say --mapping
            .toList());
  }

  @TestFactory
  Stream<DynamicTest> everyCommandShowsAndPassesOnEverySetting() {
    return SAMPLES.keySet().stream()
        .sorted()
        .flatMap(key -> COMMANDS.stream()
            .map(command -> DynamicTest.dynamicTest(
                command + " --" + key, () -> isShown(command, Settings.of(key)))));
  }

  private void isShown(String command, Setting<?> setting) throws IOException {
    Sample sample = Objects.requireNonNull(SAMPLES.get(setting.key()));
    Path json = folder.resolve("result.json");
    Path page = folder.resolve("result.html");
    List<String> words = new ArrayList<>(List.of(command, trace, setting.option(), sample.text()));
    if (!setting.key().equals("platform")) {
      words.addAll(List.of("--platform", "cluster"));
    }
    if (!setting.key().equals("engine")) {
      words.addAll(List.of("--engine", "flows")); // SimGrid runs once in a process
    }
    if (setting.key().equals("seed")) {
      words.addAll(List.of("--deltas", "histogram"));
    }
    switch (command) {
      case "sweep" -> words.addAll(List.of("--vary", "mpi.send_overhead=1us,2us"));
      case "compare" -> words.addAll(List.of("--with", "node.speed=2Gf"));
      default -> {}
    }

    String next = Cli.run(words.toArray(String[]::new)).expectOut();
    words.addAll(List.of("--json", json.toString(), "--html", page.toString()));
    String text = Cli.run(words.toArray(String[]::new)).expectOut();

    String unwrapped = text.replaceAll("\\s+", " ").replace("\\ ", "");
    if (!command.equals("compare")) { // which shows what differs
      assertThat(member(command, json, setting)).isEqualTo(sample.json());
      assertThat(unwrapped).contains(sample.line());
      assertThat(Files.readString(page)).contains(sample.line());
    }
    next = next.replaceAll("\\s+", " ").replace("\\ ", "");
    assertThat(next.substring(next.indexOf("Next: ")))
        .contains(setting.option() + " " + sample.text());
  }

  private static String member(String command, Path json, Setting<?> setting) {
    String name = Objects.requireNonNull(setting.json());
    boolean varied = command.equals("map") && setting.key().equals("mapping");
    return String.valueOf(
        JsonMapper.shared().readTree(json.toFile()).get(varied ? "mapping_asked" : name));
  }
}
