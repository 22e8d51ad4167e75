package io.github.tracecast.predict.cli;

import io.github.tracecast.trace.text.Version;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A command's manual page in roff, created from its help. */
final class ManualPage {
  private final CommandSpec spec;
  private final UsageMessageSpec usage;
  private final Help help;
  private final StringBuilder page = new StringBuilder();

  ManualPage(CommandLine command) {
    this.spec = command.getCommandSpec();
    this.usage = spec.usageMessage();
    this.help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
  }

  String text() {
    String name = spec.qualifiedName("-");
    page.append(".TH ")
        .append(name.toUpperCase(Locale.ROOT))
        .append(" 1 \"\" \"tracecast ")
        .append(Version.number())
        .append("\" \"Tracecast\"\n");
    section("NAME");
    String[] description = usage.description();
    line(name + " - " + (description.length == 0 ? "" : description[0]).replaceFirst("[.:]$", ""));
    section("SYNOPSIS");
    page.append(".nf\n");
    line(
        usage.customSynopsis().length > 0
            ? String.join("\n", usage.customSynopsis())
            : help.synopsis(0).strip().replaceAll("\\s+", " "));
    page.append(".fi\n");
    section("DESCRIPTION");
    for (String sentence : description) {
      line(sentence);
    }
    arguments();
    commands();
    exitCodes();
    section("ENVIRONMENT");
    entry("TRACECAST_JAVA_OPTS", "further options of the JVM, such as -Xmx8g");
    entry("NO_COLOR", "if it is set, output has no colours");
    section("SEE ALSO");
    line(DocumentPage.of(spec.name()));
    return page.toString();
  }

  private void arguments() {
    if (spec.positionalParameters().isEmpty() && spec.options().isEmpty()) {
      return;
    }
    section("OPTIONS");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      entry(parameter.paramLabel(), described(parameter));
    }
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        entry(
            String.join(", ", option.names())
                + (option.arity().max() == 0 ? "" : " " + option.paramLabel()),
            described(option));
      }
    }
  }

  private static String described(ArgSpec argument) {
    String given = argument.defaultValueString();
    return String.join(" ", argument.description())
        .replace("${DEFAULT-VALUE}", given == null ? "none" : given);
  }

  private void commands() {
    if (spec.subcommands().isEmpty()) {
      return;
    }
    section("COMMANDS");
    spec.subcommands().forEach((name, command) -> {
      String[] described = command.getCommandSpec().usageMessage().description();
      entry(
          spec.qualifiedName("-") + "-" + name + "(1)", described.length == 0 ? "" : described[0]);
    });
  }

  /** Writes the section on exit codes, which is the same for all commands. */
  private void exitCodes() {
    section("EXIT STATUS");
    UsageMessageSpec all = new CommandLine(new Main()).getCommandSpec().usageMessage();
    all.exitCodeList().forEach(this::entry);
  }

  private void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  private void entry(String term, String text) {
    page.append(".TP\n.B ").append(escaped(term)).append('\n');
    line(text);
  }

  private void line(String text) {
    for (String one : List.of(text.split("\n"))) {
      String safe = escaped(one);
      page.append(safe.startsWith(".") || safe.startsWith("'") ? "\\&" : "")
          .append(safe)
          .append('\n');
    }
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
