package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.cli.CommandGroup;
import io.github.tracecast.predict.cli.DocumentPage;
import io.github.tracecast.predict.cli.Examples;
import io.github.tracecast.predict.cli.Main;
import io.github.tracecast.predict.documents.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
      String help = Cli.run(command, "--help-all").expectOut();
      assertThat(help.lines().filter(line -> !line.startsWith("  tracecast ")))
          .as(command)
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
      assertThat(help).as(command).doesNotContain("${", "network.\n");
    }
    assertThat(Cli.run("predict", "--help-all").expectOut())
        .contains("network.link_bandwidth=350MBps", "(default: auto)", "Machine:\n", "Output:\n");
  }

  @Test
  void helpHasAtMostTwelveLinesOfOptionsAndNamesTheOptionForAllOfThem() {
    for (String command : commands()) {
      String help = Cli.run(command, "--help").expectOut();
      String options =
          help.substring(help.indexOf("\nOptions:\n") + 10).replaceFirst("(?s)\n\n.*", "");
      assertThat(options.lines().toList()).as(command).hasSizeLessThanOrEqualTo(12);
      assertThat(options).as(command).containsPattern("--help-all +Lists all \\d+ options");
      for (CommandLine.Model.OptionSpec option :
          Main.withAllCommands().getSubcommands().get(command).getCommandSpec().options()) {
        if (option.required() && option.group() == null) {
          assertThat(options).as(command).contains(option.longestName());
        }
      }
    }
  }

  @Test
  void everyCommandTakesQuietAndHelpOfImportAloneHasTheOptionsOfForeignTraces() {
    for (String command : commands()) {
      String help = Cli.run(command, "--help-all").expectOut();
      assertThat(help).as(command).contains("-q, --quiet ").contains("Prints only the answer");
      assertThat(help.contains("--find-sources")).as(command).isEqualTo(command.equals("import"));
    }
  }

  @Test
  void allCommandsTogetherHaveAtMost75Options() {
    Set<String> options = new TreeSet<>();
    Deque<CommandLine> left = new ArrayDeque<>(List.of(Main.withAllCommands()));
    while (!left.isEmpty()) {
      CommandLine command = left.remove();
      left.addAll(command.getSubcommands().values());
      command.getCommandSpec().options().stream()
          .filter(option -> !option.hidden())
          .forEach(option -> options.add(option.longestName()));
    }

    assertThat(options).hasSizeLessThanOrEqualTo(75);
  }

  @Test
  void helpAndManualOfEveryCommandNameAPageThatHasTheCommand() throws IOException {
    Deque<CommandLine> left = new ArrayDeque<>(List.of(Main.withAllCommands()));
    while (!left.isEmpty()) {
      CommandLine command = left.remove();
      left.addAll(command.getSubcommands().values());
      String name = command.getCommandSpec().qualifiedName();
      String page = DocumentPage.of(command.getCommandName());
      List<String> help = new ArrayList<>(List.of(name.split(" ")));
      help.set(0, "help");

      assertThat(Files.readString(Documents.repository().resolve(page)))
          .as(page)
          .containsPattern("(`|tracecast )" + name.replace("tracecast ", "") + "\\b");
      assertThat(Cli.run(help.toArray(String[]::new)).expectOut())
          .endsWith("\nExplained in " + page + "\n");
      if (help.size() == 2) {
        assertThat(Cli.run("man", help.getLast()).expectOut())
            .endsWith(".SH SEE ALSO\n" + page + "\n");
      }
    }
  }

  @Test
  void usageLinesNameWhatACommandNeeds() {
    assertThat(usage("info")).isEqualTo("Usage: tracecast info [OPTIONS] TRACE");
    assertThat(usage("expand"))
        .isEqualTo("Usage: tracecast expand (--rank=R | --all) [OPTIONS] TRACE");
    assertThat(usage("record")).isEqualTo("Usage: tracecast record [OPTIONS] [-- COMMAND...]");
    assertThat(usage("retime")).contains(" TRACE -- COMMAND...");
  }

  private static String usage(String command) {
    return Cli.run(command, "--help").expectOut().lines().findFirst().orElseThrow();
  }

  /** Of a report, the first line is left; a file stays whole. */
  @Test
  void aQuietInfoAndSensitivityAreOneLine(@TempDir Path folder) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 3");

    assertThat(Cli.run("info", trace, "-q").expectOut().lines()).hasSize(1);
    assertThat(Cli.run("sensitivity", trace, "-q", "--platform", "cluster", "--engine", "flows")
            .expectOut()
            .lines())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("On the critical path, ")
        .endsWith(" on cluster");
    assertThat(Cli.run("expand", trace, "--rank", "0", "-q").err()).isEmpty();
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
