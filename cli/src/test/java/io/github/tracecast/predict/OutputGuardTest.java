package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.Main;
import io.github.tracecast.predict.cli.options.OutputGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class OutputGuardTest {
  /** The options that name a file to read and also have the label FILE in their help. */
  private static final Set<String> INPUTS = Set.of("--patterns", "--nodes", "--hosts");

  @TempDir
  private Path folder;

  private Path trace;
  private byte[] before;

  @BeforeEach
  void aTrace() throws IOException {
    trace = Path.of(Cli.generate(folder.resolve("t.ctrace"), "ring --ranks 4"));
    before = Files.readAllBytes(trace);
    Files.writeString(folder.resolve("m.yaml"), PlatformCatalogue.source("cluster"));
    Files.writeString(folder.resolve("map"), "0\n1\n2\n3\n");
    Files.createSymbolicLink(folder.resolve("link"), trace);
    Files.createLink(folder.resolve("hard"), trace);
    Files.writeString(folder.resolve("raw"), "0 init\n0 finalize\n");
    Files.writeString(folder.resolve("a.json"), "{}");
    Files.writeString(folder.resolve("own.yaml"), "extends: m.yaml\nnode.cores: 2\n");
    Files.writeString(
        folder.resolve("graph.yaml"),
        "extends: cluster\nnode.cores: 1\nnode.ranks_per_node: 1\nnetwork: {topology: graph, edges: cables.csv}\n");
    Files.writeString(folder.resolve("cables.csv"), "from,to,bandwidth,latency\n");
  }

  private Cli.Result run(String command) {
    return Cli.run(command.replace("@", folder + "/").split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "predict @t.ctrace --engine loggp --platform cluster --json @t.ctrace",
        "predict @t.ctrace --engine loggp --platform cluster --html @t.ctrace",
        "predict @t.ctrace --engine loggp --platform cluster --json @link",
        "predict @link --engine loggp --platform cluster --json @t.ctrace",
        "predict @t.ctrace --engine loggp --platform cluster --json @hard",
        "predict @t.ctrace --engine loggp --platform cluster --json @./x/../t.ctrace",
        "predict @t.ctrace --engine loggp --platform @m.yaml --json @m.yaml",
        "predict @t.ctrace --engine loggp --platform cluster --mapping file:@map --json @map",
        "sweep @t.ctrace --engine loggp --vary platform=cluster,@m.yaml --csv @m.yaml",
        "sweep @t.ctrace --engine loggp --platform cluster --vary mapping=file:@map,blocked --csv @map",
        "sweep @t.ctrace --engine loggp --platform cluster --vary seed=1,2 --json @t.ctrace",
        "sweep @t.ctrace --engine loggp --platform cluster --vary seed=1,2 --journal @t.ctrace",
        "sensitivity @t.ctrace --engine loggp --platform cluster --json @t.ctrace",
        "map @t.ctrace --engine loggp --platform cluster --json @t.ctrace",
        "compare @t.ctrace --engine loggp --platform cluster --with @m.yaml --json @m.yaml",
        "compare @a.json @a.json --html @a.json",
        "info @t.ctrace --json @t.ctrace",
        "import @t.ctrace -o @t.ctrace",
        "import @t.ctrace -o @t.ctrace --force",
        "compress @raw -o @raw",
        "platforms @m.yaml --json @m.yaml",
        "export @t.ctrace --to tit -o @t.ctrace",
        "predict @t.ctrace --engine loggp --platform @own.yaml --json @m.yaml",
        "predict @t.ctrace --engine loggp --platform @graph.yaml --json @cables.csv",
        "map @t.ctrace --engine loggp --platform @graph.yaml --json @cables.csv",
        "sweep @t.ctrace --engine loggp --platform @m.yaml --vary network.edges=cables.csv,x --csv @cables.csv",
        "platforms @own.yaml --json @m.yaml",
        "fit @a.json --platform @own.yaml -o @m.yaml",
        "record -o @m.yaml -- @m.yaml"
      })
  void anOutputThatIsAnInputIsRefused(String command) throws IOException {
    Cli.Result result = run(command);

    assertThat(result.err()).contains("which is also an input");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(Files.readAllBytes(trace)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "predict @t.ctrace --engine loggp --platform cluster --json @x --html @x",
        "predict @t.ctrace --engine loggp --platform cluster --json @x --html @./x",
        "predict @t.ctrace --engine loggp --platform cluster --json @x --html @dangling",
        "sweep @t.ctrace --engine loggp --platform cluster --vary seed=1,2 --csv @x --journal @x"
      })
  void severalOutputsOfOneNameAreRefused(String command) throws IOException {
    Files.createSymbolicLink(folder.resolve("dangling"), Path.of("x"));

    Cli.Result result = run(command);

    assertThat(result.err()).contains("names too; expected two different files");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "export @t.ctrace --to otf2 --output -",
        "record -o - -- true",
        "sweep @t.ctrace --engine loggp --platform cluster --vary seed=1,2 --journal -"
      })
  void whatIsNeverWrittenToStandardOutputIsNoFileOfThatName(String command) {
    Cli.Result result = run(command);

    assertThat(result.err())
        .matches(
            "error: --(output|journal): found -, but this output cannot go to standard output; expected a file\\R");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(Path.of("-")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "info @raw --json @t.ctrace | --json: found @t.ctrace, which holds a trace of Tracecast",
        "generate ring -o @raw | --output: found @raw, which holds a trace of SimGrid",
        "export @t.ctrace --to tit -o @hard2 | --output: found @hard2, which holds a trace of Tracecast"
      })
  void aTraceIsReplacedBySomethingElseOnlyByForce(String command, String complaint)
      throws IOException {
    Files.write(folder.resolve("hard2"), before);

    Cli.Result refused = run(command);
    assertThat(refused.err())
        .startsWith("error: " + complaint.replace("@", folder + "/"))
        .endsWith("; expected another file, or --force to replace it\n");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(Files.readAllBytes(trace)).isEqualTo(before);

    assertThat(run(command + " --force").exitCode()).isZero();
  }

  @Test
  void aTraceReplacesAnEarlierOne() {
    run("generate ring --ranks 5 -o @t.ctrace").expectOut();
    assertThat(run("info @t.ctrace").expectOut()).contains("5");
    run("export @t.ctrace --to tit -o @tit").expectOut();
    run("export @t.ctrace --to tit -o @tit").expectOut();
  }

  @Test
  void devicesMayBeNamedTwice() {
    run("predict @t.ctrace --engine loggp --platform cluster --json /dev/null --html /dev/null")
        .expectOut();
  }

  @Test
  void everyOptionThatNamesAFileToWriteIsGuarded() {
    List<String> unknown = new ArrayList<>();
    for (CommandLine command : Main.withAllCommands().getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (option.paramLabel().equals("FILE")
            && !OutputGuard.OUTPUTS.contains(option.longestName())
            && !INPUTS.contains(option.longestName())) {
          unknown.add(command.getCommandName() + " " + option.longestName());
        }
      }
    }
    assertThat(unknown).as("options to list in OutputGuard.OUTPUTS or INPUTS").isEmpty();
  }
}
