package io.github.tracecast.predict.model;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.repair.sources.LostSources;
import io.github.tracecast.repair.times.SharedDeltas;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.system.ReadingProgress;
import java.nio.file.Path;

/**
 * The options for restoring data that a recorder lost, when a trace is read. A note in the trace's
 * header states what was restored.
 *
 * @param sources when to search for the sources of receives
 * @param times whether computation times that a recorder merged over ranks are separated again
 * @param compression how a trace that has each call is compressed; only {@code import} can change
 *     this
 */
public record TraceReading(Sources sources, Times times, CompressOptions compression) {
  /** A note in an imported trace, which keeps later commands from a search for sources. */
  private static final String SOURCES_LEFT =
      "the senders of receives from MPI_ANY_SOURCE were not searched, as asked";

  /** The options with which every command reads a trace that was not imported before. */
  public static final TraceReading USUAL =
      new TraceReading(Sources.AUTO, Times.SEPARATED, CompressOptions.DEFAULT);

  /** When to search for the senders of receives from any source. */
  public enum Sources {
    NEVER,
    /** Search only for a receive from any source to which several ranks send, in a trace without tags. */
    AUTO,
    ALWAYS
  }

  /** Whether to separate times that a recorder merged over ranks into times of each rank. */
  public enum Times {
    SEPARATED,
    AS_RECORDED
  }

  /**
   * Reads a trace of any format.
   *
   * @param progress receives how much has been read
   * @throws io.github.tracecast.trace.TraceException if the file is not a trace
   */
  public Trace read(Path file, ReadingProgress progress) {
    Trace trace = found(Importers.read(file, compression, progress));
    return times == Times.SEPARATED ? SharedDeltas.separated(trace) : shared(trace);
  }

  private Trace found(Trace trace) {
    return switch (sources) {
      case NEVER -> LostSources.open(trace) ? noted(trace, SOURCES_LEFT) : trace;
      case AUTO -> isOpen(trace) ? foundIfPossible(trace) : trace;
      case ALWAYS -> LostSources.found(trace);
    };
  }

  private static Trace shared(Trace trace) {
    return SharedDeltas.shared(trace)
        ? noted(trace, SharedDeltas.NOTE + " stay as recorded, as asked")
        : trace;
  }

  private static Trace noted(Trace trace, String note) {
    return trace.with(trace.events(), trace.header().with(note));
  }

  private static boolean isOpen(Trace trace) {
    return !trace.header().notes().contains(SOURCES_LEFT) && LostSources.open(trace);
  }

  private static Trace foundIfPossible(Trace trace) {
    try {
      return LostSources.found(trace);
    } catch (ReplayException e) {
      return noted(
          trace, "the senders of receives from MPI_ANY_SOURCE were not found: " + e.getMessage());
    }
  }
}
