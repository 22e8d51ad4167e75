package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.settings.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code -o -} writes to standard output is the trace that a file gets, and nothing else. */
class StreamedOutputTest {
  @TempDir
  Path folder;

  private Path trace;

  @BeforeEach
  void aTrace() {
    trace = folder.resolve("t.ctrace");
    Cli.generate(trace, "ring --ranks 4 --steps 3 --compute 1ms");
  }

  private Path streamed(String... command) throws IOException, InterruptedException {
    Path out = folder.resolve("streamed");
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("-o", "-"));
    Process process = new ProcessBuilder(JavaCommand.following(JavaCommand.TRACECAST, words))
        .redirectOutput(out.toFile())
        .redirectError(folder.resolve("errors").toFile())
        .start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("errors"))).isZero();
    return out;
  }

  private double predicted(Path file) {
    return Replayed.byLogGp(file.toString(), "--platform cluster").seconds();
  }

  @ParameterizedTest
  @ValueSource(strings = {"generate ring --ranks 4", "import @", "compress @", "import --text @"})
  void aTraceIsTheSameBytesAsInAFile(String command) throws Exception {
    String[] words = command.replace("@", trace.toString()).split(" ");
    Path file = folder.resolve("file.ctrace");
    List<String> toFile = new ArrayList<>(List.of(words));
    toFile.addAll(List.of("-o", file.toString()));
    Cli.run(toFile.toArray(String[]::new)).expectOut();

    assertThat(streamed(words)).hasSameBinaryContentAs(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tit", "goal"})
  void anExportIsReadAgain(String format) throws Exception {
    Path file = folder.resolve("file." + format);
    Cli.run("export", trace.toString(), "--to", format, "-o", file.toString()).expectOut();

    Path streamed = streamed("export", trace.toString(), "--to", format);

    assertThat(predicted(streamed)).isEqualTo(predicted(file));
  }

  @Test
  void whatACommandSaysOfItsTraceGoesToStandardError() throws Exception {
    Path larger = folder.resolve("larger.ctrace");
    Cli.generate(larger, "ring --ranks 8 --steps 3 --compute 1ms");

    Path streamed = streamed("extrapolate", trace.toString(), larger.toString(), "--ranks", "16");

    assertThat(Cli.run("info", streamed.toString()).expectOut()).contains("16");
    assertThat(Files.readString(folder.resolve("errors"))).contains("16 ranks");
  }
}
