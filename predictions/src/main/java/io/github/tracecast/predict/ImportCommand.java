package io.github.tracecast.predict;

import io.github.tracecast.imports.Importers;
import io.github.tracecast.trace.Encoding;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast import}: a foreign trace to Tracecast's own format. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description =
        "Reads a trace of another tool and writes it as Tracecast's own; what it is, is told by content.")
final class ImportCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description =
          "A trace of Tracecast (text or binary), of ScalaTrace 2 (text), of SimGrid (time-independent) or of Paraver (.prv), plain or gzipped.")
  private Path file;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the trace.")
  private Path output;

  @Option(names = "--text", description = "Writes text for people instead of the binary form.")
  private boolean text;

  @Override
  public Integer call() {
    Trace trace = Importers.read(file);
    PrintWriter err = spec.commandLine().getErr();
    trace.header().notes().forEach(note -> err.println("warning: " + note));
    TraceFiles.write(trace, output, text ? Encoding.TEXT : Encoding.BINARY);
    return 0;
  }
}
