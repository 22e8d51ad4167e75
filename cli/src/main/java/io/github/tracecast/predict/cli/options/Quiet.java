package io.github.tracecast.predict.cli.options;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code --quiet}, which every command has, with one meaning. It is about the terminal: files stay whole. */
public final class Quiet {
  private static final String OPTION = "--quiet";

  @Option(
      names = {"-q", OPTION},
      description =
          "Prints only the answer: of a report its first line, no progress, no notes. Warnings stay.")
  private boolean quiet;

  public boolean asked() {
    return quiet;
  }

  /** Adds the option to a command that prints nothing but its answer. */
  public static void addTo(CommandSpec command) {
    if (command.findOption(OPTION) == null) {
      OptionSpec one = CommandSpec.forAnnotatedObject(new Quiet()).findOption(OPTION);
      command.addOption(OptionSpec.builder(one).build());
    }
  }

  /** Whether a command was given the option. */
  static boolean asked(CommandSpec command) {
    OptionSpec option = command.findOption(OPTION);
    return option != null && Boolean.TRUE.equals(option.getValue());
  }
}
