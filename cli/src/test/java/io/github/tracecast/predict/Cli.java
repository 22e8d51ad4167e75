package io.github.tracecast.predict;

import io.github.tracecast.predict.cli.Main;
import io.github.tracecast.predict.text.Screen;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Runs the command line in this JVM. */
public final class Cli {
  /** The results of a command. */
  public record Result(int exitCode, String out, String err) {
    /** Standard output, after making sure that all went well. */
    public String expectOut() {
      if (exitCode != 0) {
        throw new AssertionError("exit code " + exitCode + ": " + err);
      }
      return out;
    }
  }

  /** A note or warning is one line of standard error. */
  private static final Screen WIDE = new Screen(false, 10_000, false);

  private Cli() {}

  public static Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintWriter outWriter = new PrintWriter(out);
    PrintWriter errWriter = new TerminalWriter(new PrintWriter(err), () -> WIDE);
    int exitCode = Main.run(outWriter, errWriter, arguments);
    outWriter.flush();
    errWriter.flush();
    return new Result(exitCode, out.toString(), err.toString());
  }

  /** Generates a trace, as in {@code generate(file, "stencil --ranks 8")}. */
  public static String generate(Path file, String pattern) {
    String[] words = ("generate " + pattern + " -o").split(" ");
    String[] arguments = java.util.Arrays.copyOf(words, words.length + 1);
    arguments[words.length] = file.toString();
    run(arguments).expectOut();
    return file.toString();
  }

  /** Generates a trace that names the MPI of its run, such as {@code Open MPI 4.1.4}. */
  static String generatedUnder(String mpi, Path file, String pattern) throws IOException {
    Trace trace = TraceFiles.read(Path.of(generate(file, pattern)));
    Provenance of = new Provenance(Instant.EPOCH, "", mpi, Provenance.Counter.TIME, "", List.of());
    TraceFiles.write(
        trace.with(trace.events(), trace.header().withProvenance(of)), file, Encoding.BINARY);
    return file.toString();
  }
}
