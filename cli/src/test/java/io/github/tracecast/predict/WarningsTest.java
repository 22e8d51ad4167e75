package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Warnings come once, after the answer, and in at most three lines. */
class WarningsTest {
  @TempDir
  private Path folder;

  /** A trace with so many notes. */
  private String trace(int notes) throws IOException {
    return trace(
        IntStream.rangeClosed(1, notes).mapToObj(note -> "note " + note).toList());
  }

  private String trace(List<String> notes) throws IOException {
    Path file = folder.resolve("t.ctrace");
    Cli.generate(file, "stencil --ranks 8 --steps 3 --bytes 1000 --text");
    StringBuilder lines = new StringBuilder();
    notes.forEach(note -> lines.append("note \"").append(note).append("\"\n"));
    Files.writeString(file, Files.readString(file).replaceFirst("(origin .*\n)", "$1" + lines));
    return file.toString();
  }

  @Test
  void fewWarningsAreAllShownAndMoreNotesOnTheTraceAreCounted() throws IOException {
    String set = " --platform cluster --engine loggp --set node.speed=5Gf";
    for (String command : List.of("predict", "map", "sensitivity", "export")) {
      String options = command.equals("export") ? " --to goal -o " + folder + "/x.goal" : set;
      String few = run(command + " " + trace(2) + options);
      assertThat(few).as(command).contains("note 1", "note 2").doesNotContain("tracecast info");
      String many = run(
          command + " " + trace(5) + options + " --force".repeat(command.equals("export") ? 1 : 0));
      assertThat(many.lines().count()).as(many).isLessThanOrEqualTo(3);
      assertThat(many)
          .as(command)
          .contains("5 notes on this trace (shown by tracecast info ")
          .doesNotContain("note 1");
      assertThat(many.contains("node.speed was set")).isEqualTo(!command.equals("export"));
    }
  }

  /** An extrapolation and crowded processors, before what is only inexact; everywhere in one order. */
  @Test
  void warningsThatMayChangeADecisionComeFirst() throws IOException {
    String extrapolated = "extrapolated to 8 ranks (2 x 2 x 2) from recordings on 2, 4";
    String crowded = "the recorded computation includes time in which ranks waited for a processor";
    String trace = trace(List.of("note 1", "note 2", extrapolated, "note 3", crowded));
    String set = " --platform cluster --engine loggp --set node.speed=5Gf";

    for (String command : List.of("predict", "map", "sensitivity")) {
      String err = Cli.run((command + " " + trace + set).split(" ")).err();
      assertThat(err).as(command).startsWith("warning: " + crowded + "\n");
      assertThat(err).doesNotContain("note 1");
    }
    String json = folder.resolve("p.json").toString();
    Cli.run(("predict " + trace + set + " --json " + json).split(" ")).expectOut();
    assertThat(
            JsonMapper.shared().readTree(Path.of(json).toFile()).get("warnings").valueStream())
        .extracting(JsonNode::stringValue)
        .startsWith(crowded, extrapolated, "note 1", "note 2", "note 3")
        .hasSize(6);
    Cli.run(("sweep " + trace + set + " --vary seed=1,2 --json " + json).split(" "))
        .expectOut();
    assertThat(JsonMapper.shared()
            .readTree(Path.of(json).toFile())
            .get("warnings")
            .get(0)
            .toString())
        .contains(crowded);
  }

  /** A prediction from an incomplete trace says so, however many notes the trace has. */
  @Test
  void callsThatTheTraceLacksAreNamedFirst() throws IOException {
    for (String lack : List.of(
        "1 call of 1 rank was not recorded: 1 MPI_Send",
        "5297156 calls of 27 ranks were not recorded: 2525848 MPI_Iprobe and others",
        "partial: ended without MPI_Finalize on rank 3")) {
      String trace = trace(List.of("note 1", "note 2", "note 3", lack));
      for (String command : List.of("predict", "map", "sensitivity")) {
        String err = run(command + " " + trace + " --platform cluster --engine loggp");
        assertThat(err.replaceAll("\\s+", " ")).as(command).startsWith("warning: " + lack);
        assertThat(err).contains("3 notes on this trace (shown by tracecast info ");
      }
    }
  }

  @Test
  void longNotesOfAFileAreShortened() throws IOException {
    String set = " --platform cluster --engine loggp";
    String trace = trace(List.of("x".repeat(100_000)));
    Path with = folder.resolve("with.json");
    Path without = folder.resolve("without.json");
    Cli.run(("predict " + trace + set + " --json " + with).split(" ")).expectOut();
    Cli.run(("predict " + trace(0) + set + " --json " + without).split(" ")).expectOut();
    trace(List.of("x".repeat(100_000)));

    for (String command :
        List.of("predict " + trace + set, "info " + trace, "compare " + with + " " + without)) {
      Cli.Result result = Cli.run(command.split(" "));
      assertThat(result.expectOut() + result.err())
          .as(command)
          .containsPattern("xxx\\s+\\.\\.\\. \\(9\\d,\\d+ bytes left out\\) \\.\\.\\.\\s+xxx")
          .doesNotContainPattern("x{1000}");
    }
  }

  private static String run(String command) {
    Cli.Result result = Cli.run(command.split(" "));
    assertThat(result.expectOut()).doesNotContain("note 1", "has no effect");
    return result.err();
  }
}
