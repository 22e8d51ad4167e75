package io.github.tracecast.predict.cli.options;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.record.Payload;
import io.github.tracecast.record.retime.SoloRuns;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.text.Names;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the ranks that run alone, and for their measurement. */
public final class SoloRunOptions {
  @Option(
      names = "--payload",
      paramLabel = "FOLDER",
      required = true,
      description = "The folder that record --payload wrote.")
  private Path folder;

  @Option(
      names = "--rank",
      paramLabel = "RANK",
      description =
          "The rank to measure; repeatable (default: one rank with a payload for each group of ranks that make"
              + " the same calls).")
  private List<Integer> ranks = List.of();

  @Option(
      names = "--counter",
      paramLabel = "COUNTER",
      description =
          "How to measure computation: time, cpu-time or instructions (default: as in the recorded run; time if the trace does not name"
              + " its counter). On a busy machine, choose cpu-time, because time includes waiting for a core.")
  private @Nullable String counter;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description =
          "The mpicc of the program's MPI, which builds the recorder (default: the mpicc of the MPI that the program uses).")
  private @Nullable String compiler;

  /** Refuses invalid options before the trace is read. */
  public void check() {
    if (counter != null) {
      Names.one("--counter", counter, Provenance.Counter.values());
    }
  }

  /** Returns the ranks that the user named; if it is empty, all ranks with a payload are measured. */
  public List<Integer> ranks() {
    return List.copyOf(ranks);
  }

  /**
   * Returns the runs of a recorded program.
   *
   * @param command the program and its arguments
   * @param printNote receives lines about the preparation
   */
  public SoloRuns runs(PreparedTrace trace, List<String> command, Consumer<String> printNote) {
    return new SoloRuns(
        trace.programs(),
        trace.name(),
        new Payload(folder),
        command,
        compiler,
        counter(trace),
        printNote);
  }

  /** Returns the counter that the user names, or else the counter of the recorded run. */
  public String counter(PreparedTrace trace) {
    return counter != null
        ? counter
        : trace
            .trace()
            .header()
            .provenance()
            .map(Provenance::counter)
            .orElse(Provenance.Counter.TIME)
            .textName();
  }
}
