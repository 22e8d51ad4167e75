package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.series.AddedCalls;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;

/**
 * Converts an OTF2 archive to a comprehensive trace in this process. Several threads read the
 * ranks, each thread with its own objects of the library. Memory is O(definitions + compressed
 * trace).
 */
public final class Otf2Importer {
  private static final String INCOMPLETE = "OTF2::MPI_COMMUNICATION_COMPLETE";

  private final Otf2Library library;
  private final Path anchor;
  private final LongConsumer progress;
  private final ImportNotes notes = new ImportNotes();

  /** The callbacks that are not in use. */
  private final Queue<EventCallbacks> idle = new ConcurrentLinkedQueue<>();

  private final ArchiveDefinitions definitions;
  private final Regions regions;
  private final ArchiveRanks ranks;
  private final ArchiveCommunicators communicators;
  private final Compressor compressor;
  private final CompressOptions options;
  private final boolean incomplete;

  /** Reads the definitions of an archive. */
  private Otf2Importer(Path anchor, CompressOptions options, LongConsumer progress) {
    this.library = Otf2Library.load();
    this.anchor = anchor;
    this.progress = progress;
    String file = anchor.toString();
    AnchorFile.check(anchor);
    try (Archive archive = new Archive(library, anchor)) {
      definitions = new DefinitionReader().read(library, archive);
      incomplete = archive.property(INCOMPLETE).equalsIgnoreCase("false");
    }
    if (definitions.ticksPerSecond <= 0) {
      throw TraceException.inFile(
          file,
          "a clock of " + Long.toUnsignedString(definitions.ticksPerSecond) + " ticks a second",
          "at least 1");
    }
    regions = new Regions(definitions);
    ranks = ArchiveRanks.of(definitions, file);
    communicators = new ArchiveCommunicators(definitions, ranks.count(), file);
    definitions.strings.clear();
    compressor = new Compressor(ranks.count(), options);
    this.options = options;
  }

  /** Reads and compresses an archive, as {@link Otf2Process#read} does in another process. */
  public static Trace read(Path anchor, CompressOptions options, LongConsumer progress) {
    return new Otf2Importer(anchor, options, progress).read();
  }

  private Trace read() {
    readRanks();
    List<String> all = new ArrayList<>();
    if (incomplete) {
      all.add("partial: according to the archive, some messages lack their send or their receive");
    }
    all.addAll(notes.sentences());
    all.addAll(ranks.unread());
    try {
      Trace trace = compressor.trace("OTF2: " + anchor.getFileName(), all);
      return trace.with(trace.events(), trace.header().withThreadsOf(ranks.threadsWithEvents()));
    } catch (TraceException e) {
      throw e.in(anchor.toString());
    }
  }

  private void readRanks() {
    try {
      ParallelParts.run(ranks.count(), options.threads(), progress, this::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      idle.forEach(EventCallbacks::close);
    }
  }

  private void read(int rank, LongConsumer report) {
    AddedCalls sink = AddedCalls.ofCompleted(compressor.task(rank), options.completions());
    EventCallbacks free = idle.poll();
    EventCallbacks callbacks = free == null ? new EventCallbacks(library) : free;
    try (Archive archive = new Archive(library, anchor)) {
      RankReader reader = new RankReader(
          regions,
          communicators.new OfRank(rank, sink),
          sink,
          definitions.ticksPerSecond,
          notes,
          report);
      reader.read(archive, ranks.threads(rank), callbacks);
    } catch (TraceException e) {
      throw e.in(anchor.toString());
    } finally {
      idle.add(callbacks);
    }
    compressor.finish(rank);
  }
}
