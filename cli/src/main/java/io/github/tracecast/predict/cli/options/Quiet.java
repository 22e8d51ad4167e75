package io.github.tracecast.predict.cli.options;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code --quiet}, with one meaning in all commands. It shortens the output on the terminal, never files. */
public final class Quiet {
  private static final String OPTION = "--quiet";

  @Option(
      names = {"-q", OPTION},
      description =
          "Prints only the answer and warnings, without the rest of the report, progress and notes.")
  private boolean quiet;

  public boolean isSet() {
    return quiet;
  }

  /** Returns the first line of a report, which is its answer. */
  public static String firstLine(Consumer<PrintWriter> report) {
    StringWriter whole = new StringWriter();
    report.accept(new PrintWriter(whole));
    return whole.toString().lines().findFirst().orElse("");
  }

  /** Adds the option to a command that prints nothing but its answer. */
  public static void addTo(CommandSpec command) {
    if (command.findOption(OPTION) == null) {
      OptionSpec one = CommandSpec.forAnnotatedObject(new Quiet()).findOption(OPTION);
      command.addOption(OptionSpec.builder(one).build());
    }
  }

  static boolean isSet(CommandSpec command) {
    return OptionValues.isSet(command, OPTION);
  }
}
