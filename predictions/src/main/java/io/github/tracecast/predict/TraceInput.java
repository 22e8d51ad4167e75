package io.github.tracecast.predict;

import io.github.tracecast.imports.Importers;
import io.github.tracecast.predict.internal.OptionValues;
import io.github.tracecast.simulate.LostSources;
import io.github.tracecast.simulate.ReplayException;
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
          "Whether to find the sources of receives from any source in a trace without tags: never, auto (where several ranks send to such a"
              + " receive) or always (${DEFAULT-VALUE}).")
  private String findSources;

  /**
   * Reads a trace of any format and finds what it lost. A note in its header says what was found.
   *
   * @throws io.github.tracecast.trace.TraceException where the file is no trace
   */
  Trace read(Path file) {
    Search search = OptionValues.one("--find-sources", findSources, Search.values());
    Trace trace = Importers.read(file);
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
    return List.of("--find-sources", findSources);
  }
}
