package io.github.tracecast.predict;

import io.github.tracecast.imports.Importers;
import io.github.tracecast.predict.internal.OptionValues;
import io.github.tracecast.simulate.LostSources;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.modes.SharedDeltas;
import io.github.tracecast.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** How commands read a trace: what its recorder lost is found again, the same way in every command. */
final class TraceInput {
  /** When the sources of receives are searched. */
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
          "When to assign sources to receives from any source in a trace without tags: never, always, or auto, which does so where several"
              + " ranks send to such a receive (default: ${DEFAULT-VALUE}).")
  private String findSources;

  /** Whether times that a recorder merged over ranks are given back to them. */
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
              + " positions) or as-recorded (${DEFAULT-VALUE}).")
  private String sharedDeltas;

  /**
   * Reads a trace of any format and finds what it lost. A note in its header says what was found.
   *
   * @throws io.github.tracecast.trace.TraceException where the file is no trace
   */
  Trace read(Path file) {
    Search search = OptionValues.one("--find-sources", findSources, Search.values());
    Shared shared = OptionValues.one("--shared-deltas", sharedDeltas, Shared.values());
    Trace trace = found(Importers.read(file), search);
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

  /** The options again, for a process that reads the same trace. */
  List<String> arguments() {
    return List.of("--find-sources", findSources, "--shared-deltas", sharedDeltas);
  }
}
