package io.github.tracecast.predict.cli.options;

import io.github.tracecast.compress.CompressOptions.Completions;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.TraceOrigin;
import io.github.tracecast.predict.model.TraceReading;
import io.github.tracecast.trace.text.Names;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * Reads a trace for a command. Data that the recorder lost are restored in the same way for every
 * command.
 */
public final class TraceInput {
  @Option(
      names = "--find-sources",
      paramLabel = "WHEN",
      arity = "0..1",
      defaultValue = "auto",
      fallbackValue = "always",
      description =
          "When to assign sources to receives from any source in a trace without tags: never, always, or auto, which does so if several"
              + " ranks send to such a receive (default: ${DEFAULT-VALUE}).")
  private String findSources;

  @Option(
      names = "--shared-deltas",
      paramLabel = "HOW",
      defaultValue = "separated",
      description =
          "Computation times of a recorder that keeps one histogram for all ranks, as ScalaTrace does: separated (given back to ranks and loop"
              + " positions) or as-recorded (default: ${DEFAULT-VALUE}).")
  private String sharedDeltas;

  /** Returns how the options ask to read a trace. */
  public TraceOrigin source(Path file) {
    return source(file, Completions.COUNTED);
  }

  /** Returns the file with the options for reading it, and a form of completions. */
  public TraceOrigin source(Path file, Completions completions) {
    return new TraceOrigin(
        file,
        new TraceReading(
            Names.one("--find-sources", findSources, TraceReading.Sources.values()),
            Names.one("--shared-deltas", sharedDeltas, TraceReading.Times.values()),
            completions));
  }

  /**
   * Reads a trace of any format and restores lost data. A note in its header names what was
   * restored.
   *
   * @throws io.github.tracecast.trace.TraceException if the file is not a trace
   */
  public PreparedTrace read(Path file) {
    return source(file).read(done -> {});
  }
}
