package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message --ranks 2 --compute 1e-3",
        "stencil --ranks 8 --steps 3",
        "stencil --ranks 8 --periodic --compute 2.5e-6",
        "ring --ranks 5 --steps 4",
        "allreduce --ranks 6 --datatype double",
        "gather --ranks 6",
        "scatter --ranks 6",
        "alltoall --ranks 4",
        "barrier --ranks 4"
      })
  void aTraceForSmpiComesBackTheSame(String pattern) throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), pattern);
    assertThat(calls(again(trace))).isEqualTo(calls(trace));
  }

  /** What all ranks call, without what the format does not have: names of call sites and of unused datatypes, operations of reductions. */
  private static String calls(String trace) {
    return Cli.run("expand", trace, "--all")
        .expectOut()
        .replaceAll("datatype .*\n", "")
        .replaceAll(" site=.*", "")
        .replaceAll(" reduction=[A-Z]+", "")
        .replace(" compute=0 instructions", "");
  }

  /** Exports a trace for SMPI and imports it. */
  private String again(String trace, String... options) {
    String exported = folder.resolve("exported.tit").toString();
    String[] export = Stream.concat(
            Stream.of("export", trace, "--to", "tit", "-o", exported), Stream.of(options))
        .toArray(String[]::new);
    Cli.run(export).expectOut();
    String imported = folder.resolve("imported.ctrace").toString();
    Cli.run("import", exported, "-o", imported).expectOut();
    return imported;
  }

  @ParameterizedTest
  @ValueSource(strings = {"collectives32", "luS.16.tar.gz", "st2d9.16.tar.gz"})
  void aRealTraceOfSimGridComesBackTheSame(String name) {
    Path real = SharedTracesTest.shared("tit/" + name);
    String trace = folder.resolve("trace").toString();
    Cli.run("import", real.toString(), "-o", trace).expectOut();
    assertThat(Cli.run("expand", again(trace), "--all").expectOut())
        .isEqualTo(Cli.run("expand", trace, "--all").expectOut());
  }

  @Test
  void onAMachineTimeBecomesItsInstructions() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "message --ranks 2 --compute 1e-3");
    again(trace, "--platform", "loggp-default", "--set", "node.instruction_rate=2Gips");
    assertThat(folder.resolve("exported.tit_files/rank-0.txt"))
        .content()
        .contains("0 compute 2000000\n");
    again(trace);
    assertThat(folder.resolve("exported.tit_files/rank-0.txt"))
        .content()
        .contains("0 sleep 0.001\n");
  }

  @Test
  void onlyTheFilesOfAnEarlierExportAreReplaced() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    again(trace);
    again(trace);
    Files.writeString(folder.resolve("exported.tit_files/thesis.tex"), "precious");
    Cli.Result result = Cli.run(
        "export", trace, "--to", "tit", "-o", folder.resolve("exported.tit").toString());
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("found", "thesis.tex", "choose another name");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "trace", "exported.tit", "exported.tit_files", "imported.ctrace");
    }
  }

  @Test
  void aFormatThatIsNotThereIsRefused() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    Cli.Result result = Cli.run("export", trace, "--to", "dumpi", "-o", folder + "/out");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--to: found dumpi; expected one of tit");
  }
}
