package io.github.tracecast.predict.cli;

import io.github.tracecast.platform.Nearest;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.trace.text.Shell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Finds the most helpful error of a command line. An unknown command comes first, then an unknown
 * option, then missing options, because an option is often missing only because it is misspelt.
 */
final class WrongUsage {
  private WrongUsage() {}

  /** Returns the error about a command line in one or more lines. */
  static String complaint(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    boolean ofMain = command.getCommand() instanceof Main;
    if (ofMain
        && failure instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()) {
      String found = unmatched.getUnmatched().getFirst();
      String question = Nearest.question(found, Main.commands().keySet());
      return "found unknown command " + found
          + (question.isEmpty() ? "; expected one of " + Main.commandNames() : question);
    }
    return unknownOption(command.getCommandSpec(), arguments)
        .or(() -> missing(failure))
        .orElseGet(
            () -> message(failure).replaceFirst("^Error: ", "").replace("option option", "option"));
  }

  private static String message(ParameterException failure) {
    return String.valueOf(failure.getMessage());
  }

  /**
   * Returns the missing options and arguments of a command, with their legal values. For a missing
   * machine, it lists the catalogue.
   */
  private static Optional<String> missing(ParameterException failure) {
    if (!(failure instanceof MissingParameterException)) {
      return Optional.empty();
    }
    String listed = message(failure).replaceFirst("^(Error: )?[^:]*: ", "").replaceAll("['()]", "");
    List<String> names = Arrays.stream(listed.split(", | and | \\| "))
        .map(name -> name.replaceFirst("=.*", ""))
        .toList();
    boolean anyOf = message(failure).contains("specify one of these");
    return Optional.of((anyOf ? "one of " : "") + String.join(" and ", names)
        + (anyOf || names.size() == 1 ? " is" : " are") + " missing"
        + (names.contains("--platform") ? "; " + PlatformCatalogue.expected() : ""));
  }

  /** The first option that the command does not have. */
  private static Optional<String> unknownOption(CommandSpec command, String[] arguments) {
    return unmatched(arguments).stream()
        .filter(word -> word.length() > 1 && word.startsWith("-") && !word.matches("-[0-9.].*"))
        .findFirst()
        .map(word -> word.replaceFirst("=.*", ""))
        .filter(option -> !command.optionsMap().containsKey(option))
        .map(option -> separator(command, arguments)
            .map(line -> "found option " + option
                + ", which belongs to the program to start; expected -- before this program, as in: "
                + line)
            .orElseGet(
                () -> "unknown option " + option + Nearest.question(option, visible(command))));
  }

  /**
   * Returns the command line with -- added before the program to start; empty if the command starts
   * no program or the line already has --.
   */
  private static Optional<String> separator(CommandSpec command, String[] arguments) {
    List<PositionalParamSpec> parameters = command.positionalParameters();
    if (parameters.isEmpty()
        || !parameters.getLast().paramLabel().equals("COMMAND")
        || parameters.getLast().arity().max() == 1
        || List.of(arguments).contains("--")) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>(List.of("tracecast"));
    words.addAll(List.of(arguments));
    int before = parameters.size() - 1; // number of words before the program
    for (int at = 2; at < words.size(); at++) {
      String word = words.get(at);
      OptionSpec option = command.optionsMap().get(word.replaceFirst("=.*", ""));
      if (option != null) {
        at += option.arity().max() > 0 && !word.contains("=") ? 1 : 0;
      } else if (word.startsWith("-")) {
        return Optional.empty(); // unknown options are reported first
      } else if (before-- == 0) {
        words.add(at, "--");
        return Optional.of(Shell.command(words));
      }
    }
    return Optional.empty();
  }

  private static List<String> visible(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .map(OptionSpec::longestName)
        .toList();
  }

  /**
   * Returns the words that no option and no parameter takes. It parses the line again and collects
   * every error.
   */
  private static List<String> unmatched(String[] arguments) {
    CommandLine again = Main.withAllCommands();
    collectErrors(again);
    List<String> words = new ArrayList<>();
    for (ParseResult parsed = again.parseArgs(arguments);
        parsed != null;
        parsed = parsed.subcommand()) {
      words.addAll(parsed.unmatched());
      for (Exception error : parsed.errors()) {
        if (error instanceof UnmatchedArgumentException unmatched) {
          words.addAll(unmatched.getUnmatched());
        }
      }
      if (!parsed.hasSubcommand()) {
        break;
      }
    }
    return words;
  }

  private static void collectErrors(CommandLine command) {
    command.getCommandSpec().parser().collectErrors(true);
    command.getSubcommands().values().forEach(WrongUsage::collectErrors);
  }
}
