package io.github.tracecast.predict.cli;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast man}: manual pages. */
@Command(
    name = "man",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the manual page of tracecast or of one command.",
      "tracecast man predict | man -l -"
    })
final class ManCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..1",
      description = "Prints the manual page of COMMAND (default: of tracecast itself).")
  private @Nullable String command;

  @Option(
      names = "--all",
      paramLabel = "FOLDER",
      description = "Writes all pages, such as tracecast.1 and tracecast-predict.1, into a folder.")
  private @Nullable Path folder;

  @Override
  public Integer call() throws IOException {
    CommandLine all = Main.withAllCommands();
    if (folder != null) {
      Files.createDirectories(folder);
      write(all, folder);
      for (CommandLine one : all.getSubcommands().values()) {
        write(one, folder);
        for (CommandLine below : one.getSubcommands().values()) {
          write(below, folder);
        }
      }
      return 0;
    }
    CommandLine documentedCommand = command == null ? all : all.getSubcommands().get(command);
    if (documentedCommand == null) {
      throw new UsageException(
          "man: found command " + command + "; expected one of " + Main.commandNames());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(new ManualPage(documentedCommand).text());
    return 0;
  }

  private static void write(CommandLine command, Path folder) throws IOException {
    String name = command.getCommandSpec().qualifiedName("-");
    Files.writeString(folder.resolve(name + ".1"), new ManualPage(command).text());
  }
}
