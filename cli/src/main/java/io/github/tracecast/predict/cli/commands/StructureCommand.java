package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.record.Commands;
import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.record.SupervisedRun;
import io.github.tracecast.record.structure.StaticStructure;
import io.github.tracecast.record.structure.StructurePlugin;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast structure}: a program's loops, branches and calls as its compiler saw them. */
@Command(
    name = "structure",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the loops and branches of a program that contain MPI calls, and its function calls that lead to"
          + " MPI, as its compiler saw them.",
      "The program must be compiled with a plugin for clang or flang: --build runs a build with the plugin; --flags prints the"
          + " options of the plugin.",
      "The plugin is built on first use."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "2:the compiler does not exist, or the program was not built with the plugin",
      "N:exit code of the command after --build"
    })
public final class StructureCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--build",
      paramLabel = "CLANG",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Runs the command after --, in which the compilers mpicc, mpicxx and mpifort use clang and flang with the"
              + " plugin. CLANG is a compiler such as clang-16 (default: the newest clang on the PATH that has"
              + " a flang, otherwise the newest clang).")
  private @Nullable String build;

  @Option(
      names = "--flags",
      paramLabel = "CLANG",
      arity = "0..1",
      fallbackValue = "",
      description = "Prints the compiler options that load the plugin.")
  private @Nullable String flags;

  @Parameters(
      arity = "0..*",
      paramLabel = "PROGRAM",
      description = "The program whose structure is printed; with --build, the command, after --.")
  private List<String> words = List.of();

  @Override
  public Integer call() throws InterruptedException {
    check();
    TerminalWriter out = TerminalWriter.of(spec.commandLine().getOut());
    if (build == null && flags == null) {
      printStructure(Path.of(words.getFirst()), out);
      return 0;
    }
    RecorderLibrary recorder = new RecorderLibrary(line -> ErrorLines.note(spec, line));
    StructurePlugin plugin = StructurePlugin.of(build == null ? flags : build, recorder);
    if (flags != null) {
      out.println(plugin.flags());
      return 0;
    }
    try (SupervisedRun run = SupervisedRun.start(words, plugin.environment(), recorder)) {
      return run.await();
    }
  }

  /**
   * Prints the lines of a program's structure. A line that is too long continues on the next line,
   * indented by two more columns.
   */
  private static void printStructure(Path program, TerminalWriter out) {
    StaticStructure.of(program).lines().forEach(line -> {
      int indent = line.indexOf(line.strip());
      out.folded(line, " ".repeat(indent + 2));
    });
  }

  /** Refuses options of more than one of the three uses: a program, the flags, or a build with its command. */
  private void check() {
    if (build != null && flags != null) {
      throw new UsageException("found --build and --flags; expected only one of the two");
    }
    if (flags != null && !words.isEmpty()) {
      throw new UsageException(
          "--flags: found the program " + words.getFirst() + "; expected no program");
    }
    if (build != null) {
      Commands.require(words, "--build: found no command", "make MPICC=mpicc");
    }
    if (build == null && flags == null && words.size() != 1) {
      throw new UsageException("found " + words.size() + " programs; expected one program");
    }
  }
}
