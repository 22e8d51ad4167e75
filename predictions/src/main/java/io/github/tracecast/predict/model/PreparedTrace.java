package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.repair.sources.RecordedSources;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.tools.extrapolate.NamedPrograms;
import io.github.tracecast.trace.BinaryCodec;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Sha256;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A trace for any number of predictions. The ranks' programs, the event table, the counts and the
 * warnings are each computed once, when first needed. Thread-safe.
 */
public final class PreparedTrace {
  private final String name;
  private final Trace trace;
  private final Optional<TraceOrigin> source;
  private @Nullable String digest;
  private @Nullable Programs programs;
  private @Nullable EventCounts counts;
  private @Nullable List<String> warnings;
  private @Nullable List<WithSources> withSources;

  /**
   * The same trace, where receives from any source name their senders.
   *
   * @param note what the receives take, as the end of a sentence
   */
  record WithSources(PreparedTrace trace, String note) {}

  private PreparedTrace(String name, Trace trace, Optional<TraceOrigin> source) {
    this.name = name;
    this.trace = trace;
    this.source = source;
  }

  /**
   * Reads a trace of any format that {@code tracecast import} reads.
   *
   * @throws io.github.tracecast.trace.TraceException if the file is not a trace
   */
  public static PreparedTrace read(Path file) {
    return new TraceOrigin(file, TraceReading.USUAL).read(done -> {});
  }

  static PreparedTrace of(TraceOrigin source, Trace trace) {
    return new PreparedTrace(source.file().toString(), trace, Optional.of(source));
  }

  /** A trace that is not in a file, with its name in results. */
  public static PreparedTrace of(String name, Trace trace) {
    return new PreparedTrace(name, trace, Optional.empty());
  }

  /** The programs of its ranks, with the trace's name. */
  public NamedPrograms named() {
    return new NamedPrograms(name, programs());
  }

  /** The trace's name in results. */
  public String name() {
    return name;
  }

  public Trace trace() {
    return trace;
  }

  /** Returns a digest of the trace's content, independent of its file and format. */
  public synchronized String digest() {
    if (digest == null) {
      try {
        digest = Sha256.of(out -> BinaryCodec.write(trace, out));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return digest;
  }

  public synchronized Programs programs() {
    if (programs == null) {
      programs = Programs.of(trace);
    }
    return programs;
  }

  public EventTable table() {
    return programs().table();
  }

  public synchronized EventCounts counts() {
    if (counts == null) {
      counts = EventCounts.of(programs(), table());
    }
    return counts;
  }

  /**
   * Returns the warnings that hold on every machine: notes in the trace, substitutes for lost tags,
   * and calls that are not modelled.
   */
  public synchronized List<String> warnings() {
    if (warnings == null) {
      List<String> all = new ArrayList<>(trace.header().warnings());
      all.addAll(RecordingNoise.of(trace.header()));
      all.addAll(TagsBySize.of(programs()).notes());
      all.addAll(UnmodelledWarnings.of(trace, table()));
      warnings = List.copyOf(all);
    }
    return warnings;
  }

  /**
   * Returns the file that this trace was read from, for another process.
   *
   * @throws UsageException if there is none
   */
  public TraceOrigin source() {
    return source.orElseThrow(
        () -> new UsageException(
            "found a trace in memory (" + name
                + "); expected one that was read from a file, because engine simgrid needs a process for each replay"));
  }

  /** Returns the traces with recorded sources to try where a replay of this one is stuck. */
  synchronized List<WithSources> withSources() {
    if (withSources == null) {
      withSources = RecordedSources.of(trace).stream()
          .map(other -> new WithSources(of(name, other.trace()), other.note()))
          .toList();
    }
    return withSources;
  }
}
