package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.cli.CommandGroup;
import io.github.tracecast.predict.cli.Examples;
import io.github.tracecast.predict.cli.Main;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HelpTest {
  private static List<String> commands() {
    return List.copyOf(Main.commands().keySet());
  }

  @Test
  void tracecastAloneAndItsHelpListEveryCommandInAGroup() {
    String help = Cli.run("--help").expectOut();

    assertThat(Cli.run().expectOut()).isEqualTo(help);
    assertThat(help).contains("Predict:\n", "Get a trace:\n", "Machines:\n", "Exit codes:\n");
    for (String command : commands()) {
      assertThat(help).containsPattern("(?m)^  " + command + " +\\S");
    }
  }

  @Test
  void noLineIsTooLongAndNoWordIsBroken() {
    for (String command : commands()) {
      String help = Cli.run(command, "--help").expectOut();
      assertThat(help.lines().filter(line -> !line.startsWith("  tracecast ")))
          .as(command)
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
      assertThat(help).as(command).doesNotContain("${", "network.\n");
    }
    assertThat(Cli.run("predict", "--help").expectOut())
        .contains("network.link_bandwidth=350MBps", "(default: auto)", "Machine:\n", "Output:\n");
  }

  @Test
  void everyExampleCanBeParsed() {
    for (String command : commands()) {
      for (String example : Examples.of(command)) {
        String[] words = example.replaceFirst(" [|>] .*", "").split(" ");
        if (words[0].equals("tracecast")) {
          CommandLine all = Main.withAllCommands();
          all.parseArgs(Arrays.copyOfRange(words, 1, words.length));
          assertThat(all.getParseResult().hasSubcommand()).as(example).isTrue();
        }
      }
    }
  }

  @Test
  void commandsOfAGroupHaveAnExample() {
    for (CommandGroup group : CommandGroup.values()) {
      assertThat(group.names())
          .filteredOn(commands()::contains)
          .allSatisfy(command -> assertThat(Examples.of(command)).isNotEmpty());
    }
  }
}
