package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.exports.program.CProgram;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.ProgramSettings;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tracecast program}: a C program that makes the calls of a trace. */
@Command(
    name = "program",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a C program that makes the MPI calls of a trace, with the recorded computation between them.",
      "It needs only MPI and a C compiler. At its end the program prints each rank's time and a table by call site, and checks the sizes of received messages."
    })
public final class ProgramCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the C file. FILE - means standard output.")
  private String output;

  @Mixin
  private ProgramSettings settings;

  @Override
  public Integer call() throws IOException {
    ReportFile.check("--output", output);
    Trace read = input.read().trace();
    Needs.replay(spec, read.header().ranks());
    CProgram program = settings.program(input.path(), read, line -> ErrorLines.note(spec, line));
    ReportFile.write(
        "--output", output, spec.commandLine().getOut(), writer -> writer.write(program.text()));
    return 0;
  }
}
