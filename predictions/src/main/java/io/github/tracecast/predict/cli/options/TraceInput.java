package io.github.tracecast.predict.cli.options;

import io.github.tracecast.imports.Importers;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.simulate.LostSources;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.modes.SharedDeltas;
import io.github.tracecast.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import picocli.CommandLine.Option;

/**
 * Reads a trace for a command. Data that the recorder lost are restored in the same way for every
 * command.
 */
public final class TraceInput {
  /** When to search the sources of receives. */
  private enum Search {
    NEVER,
    AUTO,
    ALWAYS
  }

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

  /** Whether to distribute times that a recorder merged over ranks back to the ranks. */
  private enum Shared {
    SEPARATED,
    AS_RECORDED
  }

  @Option(
      names = "--shared-deltas",
      paramLabel = "HOW",
      defaultValue = "separated",
      description =
          "Computation times of a recorder that keeps one histogram for all ranks, as ScalaTrace does: separated (given back to ranks and loop"
              + " positions) or as-recorded (default: ${DEFAULT-VALUE}).")
  private String sharedDeltas;

  /**
   * Reads a trace of any format and restores lost data. A note in its header tells what was
   * restored.
   *
   * @throws io.github.tracecast.trace.TraceException if the file is not a trace
   */
  public Trace read(Path file) {
    return read(file, done -> {});
  }

  /**
   * Reads a trace as {@link #read(Path)} does.
   *
   * @param progress receives the number of lines, events or calls read from time to time
   */
  public Trace read(Path file, LongConsumer progress) {
    Search search = OptionValues.one("--find-sources", findSources, Search.values());
    Shared shared = OptionValues.one("--shared-deltas", sharedDeltas, Shared.values());
    Trace trace = found(Importers.read(file, progress), search);
    return shared == Shared.SEPARATED ? SharedDeltas.separated(trace) : trace;
  }

  private static Trace found(Trace trace, Search search) {
    return switch (search) {
      case NEVER -> trace;
      case AUTO -> LostSources.open(trace) ? foundIfPossible(trace) : trace;
      case ALWAYS -> LostSources.found(trace);
    };
  }

  private static Trace foundIfPossible(Trace trace) {
    try {
      return LostSources.found(trace);
    } catch (ReplayException e) {
      return trace.with(
          trace.events(),
          trace
              .header()
              .with("the sources of receives from any source were not found: " + e.getMessage()));
    }
  }

  /** Returns the options for a process that reads the same trace. */
  public List<String> arguments() {
    return List.of("--find-sources", findSources, "--shared-deltas", sharedDeltas);
  }
}
