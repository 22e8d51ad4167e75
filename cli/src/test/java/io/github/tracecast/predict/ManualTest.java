package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManualTest {
  @TempDir
  private Path folder;

  private static List<String> commands() {
    return List.of(Main.commandNames().split(", "));
  }

  @Test
  void everyCommandHasAPageWithItsOptionsAndExitCodes() throws IOException {
    Cli.run("man", "--all", folder.toString()).expectOut();

    assertThat(Files.readString(folder.resolve("tracecast.1"))).contains("tracecast\\-predict(1)");
    for (String command : commands()) {
      String page = Files.readString(folder.resolve("tracecast-" + command + ".1"));
      assertThat(page)
          .startsWith(".TH TRACECAST-" + command.toUpperCase(java.util.Locale.ROOT) + " 1 ")
          .contains(".SH EXIT STATUS", "a bug in tracecast", "NO_COLOR")
          .doesNotContain("${");
    }
    assertThat(Cli.run("man", "predict").expectOut())
        .isEqualTo(Files.readString(folder.resolve("tracecast-predict.1")))
        .contains("\\-\\-compute\\-scale\\-at");
  }

  @Test
  void aPageOfNoCommandIsRefused() {
    Cli.Result result = Cli.run("man", "predikt");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: man: found command predikt; expected one of ");
  }

  @Test
  void completionKnowsEveryCommandAndLongOptions() throws Exception {
    String script = Cli.run("completion").expectOut();
    Path file = folder.resolve("completion.sh");
    Files.writeString(file, script);

    assertThat(script).contains(commands()).contains("--fast-forward", "--timeline");
    Process bash = new ProcessBuilder("bash", "-n", file.toString())
        .redirectErrorStream(true)
        .start();
    assertThat(new String(
            bash.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(bash.waitFor()).isZero();
    assertThat(Cli.run("completion", "tcsh").err())
        .isEqualTo("error: completion: found shell tcsh; expected bash, zsh or fish\n");
  }

  @Test
  void nothingIsWrittenInColour() {
    for (String command :
        List.of("--help", "predict --help", "platforms bluegene-l", "frobnicate")) {
      Cli.Result result = Cli.run(command.split(" "));
      assertThat(result.out() + result.err()).doesNotContain("\u001b");
    }
  }
}
