package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warnings come once, after the answer, and in at most three lines. */
class WarningsTest {
  @TempDir
  private Path folder;

  /** A trace with so many notes. */
  private String trace(int notes) throws IOException {
    Path file = folder.resolve("t.ctrace");
    Cli.generate(file, "stencil --ranks 8 --steps 3 --bytes 1000 --text");
    StringBuilder lines = new StringBuilder();
    for (int note = 1; note <= notes; note++) {
      lines.append("note \"note ").append(note).append("\"\n");
    }
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
          .contains("5 notes on this trace: tracecast info ")
          .doesNotContain("note 1");
      assertThat(many.contains("node.speed was set")).isEqualTo(!command.equals("export"));
    }
  }

  private static String run(String command) {
    Cli.Result result = Cli.run(command.split(" "));
    assertThat(result.expectOut()).doesNotContain("note 1", "has no effect");
    return result.err();
  }
}
