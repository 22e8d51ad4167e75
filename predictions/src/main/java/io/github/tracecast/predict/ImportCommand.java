package io.github.tracecast.predict;

import io.github.tracecast.trace.Trace;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast import}: a foreign trace to Tracecast's own format. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description =
        "Converts a trace of another tool to a Tracecast trace. The format is detected automatically.")
final class ImportCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description =
          "A trace of Tracecast (text or binary), of ScalaTrace 2 (text), of SimGrid (time-independent) or of Paraver (.prv), plain or gzipped.")
  private Path file;

  @Mixin
  private TraceInput input;

  @Mixin
  private TraceOutput output;

  @Override
  public Integer call() {
    Trace trace = input.read(file);
    PrintWriter err = spec.commandLine().getErr();
    trace.header().notes().forEach(note -> err.println("warning: " + note));
    output.write(trace);
    return 0;
  }
}
