package io.github.tracecast.predict.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish. */
record FishCompletion(PrintWriter out, Map<String, List<String>> values) {
  private static final String SITES = """
      function __tracecast_sites
        set -l words (commandline -opc)
        for word in (string replace -r '^~/' $HOME/ -- $words | string unescape)
          string match -q '*.ctrace' -- $word; and test -f $word; and $words[1] completion --sites $word 2>/dev/null
        end
      end
      """;

  static void print(CommandLine all, PrintWriter out) {
    new FishCompletion(out, ValueCandidates.byWord()).print(all);
  }

  private void print(CommandLine all) {
    Map<String, CommandLine> commands = all.getSubcommands();
    String none = "not __fish_seen_subcommand_from " + String.join(" ", commands.keySet());
    out.print(SITES);
    commands.forEach((name, command) -> {
      String here = "__fish_seen_subcommand_from " + name;
      line(none, "-f -a " + name, command.getCommandSpec().usageMessage().description());
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (!option.hidden()) {
          line(here, words(option), option.description());
        }
      }
      if (values.containsKey(name)) {
        out.println("complete -c tracecast -n " + quoted(here) + candidates(name));
      }
    });
  }

  private void line(String condition, String words, String[] description) {
    out.println("complete -c tracecast -n " + quoted(condition) + " " + words + " -d "
        + quoted(sentence(description)));
  }

  private String words(OptionSpec option) {
    StringBuilder words = new StringBuilder();
    for (String name : option.names()) {
      words.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
      words.append(' ');
    }
    if (option.arity().max() > 0) {
      words.append("-r");
    }
    return words + candidates(option.longestName());
  }

  /** The candidates that fish offers after a word; if there are none, fish offers files. */
  private String candidates(String word) {
    if (word.equals(ValueCandidates.AT_SITE)) {
      return " -f -a '(__tracecast_sites)'";
    }
    List<String> all = values.get(word);
    return all == null ? "" : " -a " + quoted(String.join(" ", all));
  }

  private static String sentence(String[] description) {
    String text = description.length == 0 ? "" : description[0].replace("%%", "%");
    return text.substring(0, (text + ". ").indexOf(". "));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
