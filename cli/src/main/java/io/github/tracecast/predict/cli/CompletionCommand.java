package io.github.tracecast.predict.cli;

import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.text.UsageException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast completion}: shell completion of commands, options and their values. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script for shell completion of commands, options, machines, keys of machines and call sites.",
      "bash and zsh: source <(tracecast completion)",
      "fish: tracecast completion fish | source"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "SHELL",
      arity = "0..1",
      defaultValue = "bash",
      description =
          "bash, zsh or fish; bash and zsh use the same script (default: ${DEFAULT-VALUE}).")
  private String shell;

  /** The trace whose call sites to print; completion scripts use this option. */
  @Option(names = "--sites", paramLabel = "TRACE", hidden = true)
  private @Nullable Path trace;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (trace != null) {
      Tracecast.read(trace).trace().callSites().stream()
          .map(CallSite::name)
          .flatMap(CompletionCommand::functions)
          .distinct()
          .sorted()
          .forEach(function -> out.println(function + "="));
      return 0;
    }
    switch (shell) {
      case "bash", "zsh" -> BashCompletion.print(Main.withAllCommands(), out);
      case "fish" -> FishCompletion.print(Main.withAllCommands(), out);
      default ->
        throw new UsageException(
            "completion: found shell " + shell + "; expected bash, zsh or fish");
    }
    return 0;
  }

  /** Returns the functions of a call path, without line numbers. A part of a path is enough to name a call site. */
  private static Stream<String> functions(String path) {
    return Stream.of(path.split(" < ", -1))
        .map(call -> call.substring(0, (call + " ").indexOf(' ')))
        .filter(function -> !function.isEmpty());
  }
}
