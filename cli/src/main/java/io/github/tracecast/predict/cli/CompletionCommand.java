package io.github.tracecast.predict.cli;

import io.github.tracecast.trace.text.UsageException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast completion}: shell completion of commands and options. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script that makes bash or zsh complete commands and options.",
      "source <(tracecast completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "SHELL",
      arity = "0..1",
      defaultValue = "bash",
      description = "bash or zsh; both use the same script (default: ${DEFAULT-VALUE}).")
  private String shell;

  @Override
  public Integer call() {
    if (!shell.equals("bash") && !shell.equals("zsh")) {
      throw new UsageException("completion: found shell " + shell + "; expected bash or zsh");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("tracecast", Main.withAllCommands()));
    out.println("complete -F _complete_tracecast -o default ./tracecast");
    return 0;
  }
}
