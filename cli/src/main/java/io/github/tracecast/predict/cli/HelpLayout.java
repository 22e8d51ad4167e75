package io.github.tracecast.predict.cli;

import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Setting.Group;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.Screen;
import io.github.tracecast.trace.text.FittingText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The layout of every command's help: options in groups, examples, and line breaks between words
 * only.
 */
final class HelpLayout {
  private static final int WIDTH = Screen.USUAL_WIDTH;
  private static final int INDENT = 24;

  /** The option for the help with all options. */
  private static final String ALL = "--help-all";

  /** The largest number of lines with options that {@code --help} prints. */
  private static final int MOST_LINES = 12;

  private static final String UNGROUPED = "Options:";

  /** The options below each heading. Options without a heading come first. */
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("Machine:", options(Group.MACHINE, "--with"));
    GROUPS.put("Computation:", options(Group.COMPUTATION, "--shared-deltas"));
    GROUPS.put("Simulation:", options(Group.SIMULATION, "--find-sources"));
    GROUPS.put(
        "Output:",
        List.of(
            "--output",
            "--text",
            "--json",
            "--html",
            "--csv",
            "--sensitivity",
            "--timeline",
            "--links",
            "--rows",
            "--verbose",
            "--quiet",
            "--force"));
    GROUPS.put("General:", List.of("--help", ALL, "--version"));
  }

  /**
   * Options for new users, the most useful first. {@code --help} shows the required options, and as
   * many of these options as fit.
   */
  private static final List<String> FIRST = List.of(
      "--output",
      "--rank",
      "--all",
      "--vary",
      "--with",
      "--platform",
      "--set",
      "--mapping",
      "--compute-scale",
      "--html",
      "--json",
      "--csv",
      "--quiet",
      "--engine",
      "--counter",
      "--verify",
      "--scaling",
      "--loops",
      "--steps",
      "--bytes");

  private HelpLayout() {}

  /** Returns the options of a group of settings, followed by further options. */
  private static List<String> options(Group group, String... more) {
    return Stream.concat(Settings.of(group).stream().map(Setting::option), Stream.of(more))
        .toList();
  }

  static void addHelpAll(CommandSpec command) {
    command.addOption(OptionSpec.builder(ALL)
        .usageHelp(true)
        .type(boolean.class)
        .description("Shows this help with all options.")
        .build());
  }

  static void apply(CommandLine command) {
    command.setUsageHelpWidth(WIDTH);
    Map<String, CommandLine.IHelpSectionRenderer> sections = command.getHelpSectionMap();
    List<String> order = new ArrayList<>(command.getHelpSectionKeys());
    order.remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
    order.add(
        order.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST),
        UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
    command.setHelpSectionKeys(order);
    sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING, help -> "Usage: ");
    sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> synopsis(help) + "\n");
    sections.put(
        UsageMessageSpec.SECTION_KEY_DESCRIPTION,
        help -> String.join(
            "",
            List.of(help.commandSpec().usageMessage().description()).stream()
                .map(text -> wrapped(text, 0) + "\n")
                .toList()));
    sections.put(
        UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> parameters(help.commandSpec()));
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help.commandSpec()));
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> commands(help.commandSpec()));
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> footer(help.commandSpec()));
  }

  /** Returns a command's synopsis: required parts, and a placeholder for options. */
  private static String synopsis(Help help) {
    CommandSpec spec = help.commandSpec();
    if (spec.usageMessage().customSynopsis().length > 0) {
      return String.join("\n       ", spec.usageMessage().customSynopsis());
    }
    StringBuilder text = new StringBuilder(spec.qualifiedName());
    if (!spec.subcommands().isEmpty()) {
      return text.append(" COMMAND").toString();
    }
    for (OptionSpec option : spec.options()) {
      if (option.required() && !option.hidden() && option.group() == null) {
        text.append(' ').append(name(option));
      }
    }
    for (ArgGroupSpec group : spec.argGroups()) {
      if (group.multiplicity().min() > 0) {
        text.append(group.options().stream()
            .map(HelpLayout::name)
            .collect(Collectors.joining(group.exclusive() ? " | " : " ", " (", ")")));
      }
    }
    text.append(" [OPTIONS]");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      String label = (described(parameter).contains("after --") ? "-- " : "")
          + parameter.paramLabel()
          + (parameter.arity().max() > 1 ? "..." : "");
      text.append(' ').append(parameter.arity().min() == 0 ? "[" + label + "]" : label);
    }
    return text.toString();
  }

  private static String parameters(CommandSpec spec) {
    StringBuilder text = new StringBuilder();
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      text.append(entry("  " + parameter.paramLabel(), described(parameter), INDENT));
    }
    return text.isEmpty() ? "" : "\n" + text;
  }

  private static String options(CommandSpec spec) {
    OptionSpec all = spec.findOption(ALL);
    return all == null || Boolean.TRUE.equals(all.getValue())
        ? allOptions(spec)
        : firstOptions(spec);
  }

  /** Returns the required options, the first of {@link #FIRST} that fit, and {@code --help-all}. */
  private static String firstOptions(CommandSpec spec) {
    List<OptionSpec> shown = new ArrayList<>(
        spec.options().stream().filter(option -> !option.hidden()).toList());
    List<OptionSpec> order = new ArrayList<>(shown);
    order.removeIf(option -> heading(option).equals("General:"));
    order.sort(
        Comparator.comparing((OptionSpec option) -> !option.required() || option.group() != null)
            .thenComparingInt(option -> {
              int at = FIRST.indexOf(option.longestName());
              return at < 0 ? FIRST.size() : at;
            }));
    String last = entry("  " + ALL, "Lists all " + shown.size() + " options.", INDENT);
    StringBuilder text = new StringBuilder("\nOptions:\n");
    int left = MOST_LINES - 1;
    for (OptionSpec option : order) {
      String lines = entry("  " + names(option), brief(option), INDENT);
      int count = (int) lines.lines().count();
      if (count <= left) {
        left -= count;
        text.append(lines);
      }
    }
    return text.append(last).toString();
  }

  /** Returns an option's description up to its first full stop, colon, semicolon or bracket. */
  private static String brief(OptionSpec option) {
    String text = described(option);
    int end = text.length();
    for (String stop : List.of(". ", ": ", "; ", " (")) {
      int at = text.indexOf(stop);
      end = at < 0 ? end : Math.min(end, at);
    }
    return text.substring(0, end).replaceFirst("[.]$", "") + ".";
  }

  private static String allOptions(CommandSpec spec) {
    StringBuilder text = new StringBuilder();
    Stream.concat(Stream.of(UNGROUPED), GROUPS.keySet().stream()).forEach(heading -> {
      List<String> order = GROUPS.getOrDefault(heading, List.of());
      List<OptionSpec> options = spec.options().stream()
          .filter(option -> !option.hidden() && heading(option).equals(heading))
          .sorted(Comparator.comparingInt(option -> order.indexOf(option.longestName())))
          .toList();
      if (!options.isEmpty()) {
        text.append('\n').append(heading).append('\n');
        options.forEach(
            option -> text.append(entry("  " + names(option), described(option), INDENT)));
      }
    });
    return text.toString();
  }

  private static String heading(OptionSpec option) {
    return GROUPS.entrySet().stream()
        .filter(group -> group.getValue().contains(option.longestName()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(UNGROUPED);
  }

  private static String names(OptionSpec option) {
    String shorter = option.shortestName();
    return shorter.startsWith("--") ? name(option) : shorter + ", " + name(option);
  }

  private static String name(OptionSpec option) {
    if (option.arity().max() == 0) {
      return option.longestName();
    }
    return option.arity().min() == 0
        ? option.longestName() + "[=" + option.paramLabel() + "]"
        : option.longestName() + "=" + option.paramLabel();
  }

  private static String described(ArgSpec argument) {
    return String.join(" ", argument.description());
  }

  private static String commands(CommandSpec spec) {
    StringBuilder text = new StringBuilder();
    Set<String> left = new TreeSet<>(spec.subcommands().keySet());
    for (CommandGroup group : CommandGroup.values()) {
      List<String> names = group == CommandGroup.MORE ? List.copyOf(left) : group.names();
      List<String> present =
          names.stream().filter(spec.subcommands().keySet()::contains).toList();
      if (!present.isEmpty()) {
        text.append('\n').append(group.heading()).append('\n');
        for (String name : present) {
          text.append(entry(
              "  " + name, summary(Objects.requireNonNull(spec.subcommands().get(name))), 15));
          left.remove(name);
        }
      }
    }
    return text.toString();
  }

  /** The first sentence of a command's description. */
  static String summary(CommandLine command) {
    String text = String.join(" ", command.getCommandSpec().usageMessage().description());
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceFirst("[.:]$", "");
  }

  private static String footer(CommandSpec spec) {
    StringBuilder text = new StringBuilder();
    List<String> examples = Examples.of(spec.name());
    if (!examples.isEmpty()) {
      text.append(examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n");
      examples.forEach(example -> text.append("  ").append(example).append('\n'));
    }
    for (String line : spec.usageMessage().footer()) {
      text.append(line).append('\n');
    }
    return text.append("\nExplained in ")
        .append(DocumentPage.of(spec.name()))
        .append('\n')
        .toString();
  }

  /** Formats a term with its text beside it, or below it if the term is long. */
  private static String entry(String term, String description, int indent) {
    String text = wrapped(description, indent);
    return term.length() + 2 <= indent
        ? term + text.substring(term.length()) + "\n"
        : term + "\n" + text + "\n";
  }

  /** Breaks text into indented lines. */
  private static String wrapped(String text, int indent) {
    String margin = " ".repeat(indent);
    return margin + String.join("\n" + margin, FittingText.wrapped(text, WIDTH - indent));
  }
}
