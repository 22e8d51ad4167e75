package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Location;
import io.github.tracecast.imports.internal.series.AddedCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Reads the events of one rank. The calls of its threads are ordered by their start. Each instance
 * is used once. Not thread-safe.
 */
final class RankReader {
  /**
   * The number of events that are read in one batch. When the calls of threads are merged, it also
   * limits how many calls wait for the calls of other threads.
   */
  private static final int BATCH = 1 << 14;

  private final Regions regions;
  private final RegionPaths paths;
  private final CallWriter writer;
  private final RankCalls calls;
  private final ImportNotes notes;
  private final LongConsumer progress;
  private final Surroundings surroundings = new Surroundings();

  RankReader(
      Regions regions,
      ArchiveCommunicators.OfRank communicators,
      AddedCalls sink,
      double ticksPerSecond,
      ImportNotes notes,
      LongConsumer progress) {
    this.regions = regions;
    this.paths = new RegionPaths(regions);
    this.writer = new CallWriter(sink, paths, communicators, ticksPerSecond, surroundings, notes);
    this.calls = new RankCalls(writer);
    this.notes = notes;
    this.progress = progress;
  }

  void read(Archive archive, List<Location> threads, EventCallbacks callbacks) {
    archive.select(threads.stream().mapToLong(Location::id).toArray());
    if (threads.size() == 1) {
      readOneThread(archive, threads.getFirst(), callbacks);
    } else {
      readMerged(archive, threads, callbacks);
    }
    calls.finish();
    writer.finish(surroundings.last());
    notes.add(surroundings);
  }

  private void readOneThread(Archive archive, Location thread, EventCallbacks callbacks) {
    LocationCalls itsCalls = new LocationCalls(regions, paths, calls, surroundings);
    try (Archive.Events events = archive.events(thread.id(), callbacks.address())) {
      boolean more = true;
      while (more) {
        more = readBatch(events, itsCalls, callbacks);
      }
    }
    itsCalls.finish(surroundings.last());
  }

  /** Reads a batch of events. Returns false at the end of the events. */
  private boolean readBatch(Archive.Events events, LocationCalls into, EventCallbacks callbacks) {
    callbacks.direct(into, surroundings);
    long read = events.read(BATCH, callbacks::failed);
    callbacks.rethrow();
    progress.accept(read);
    return read == BATCH;
  }

  /** The calls of one thread that wait for earlier calls of other threads. */
  private final class Waiting implements LocationCalls.Taker {
    private final ArrayDeque<Call> queue = new ArrayDeque<>();
    private final Archive.Events events;
    private final LocationCalls itsCalls;
    private boolean ended;

    Waiting(Archive.Events events) {
      this.events = events;
      this.itsCalls = new LocationCalls(regions, paths, this, surroundings);
    }

    @Override
    public void take(Call call) {
      queue.add(call);
    }

    @Override
    public Call spare() {
      return calls.spare();
    }

    /** Reads until a call is complete. Returns false if no call is left. */
    boolean fill(EventCallbacks callbacks) {
      while (queue.isEmpty() && !ended) {
        ended = !readBatch(events, itsCalls, callbacks);
        if (ended) {
          itsCalls.finish(surroundings.last());
        }
      }
      return !queue.isEmpty();
    }
  }

  private void readMerged(Archive archive, List<Location> threads, EventCallbacks callbacks) {
    List<Waiting> all = new ArrayList<>();
    try {
      for (Location thread : threads) {
        all.add(new Waiting(archive.events(thread.id(), callbacks.address())));
      }
      List<Waiting> left = new ArrayList<>(all);
      left.removeIf(one -> !one.fill(callbacks));
      while (!left.isEmpty()) {
        Waiting earliest =
            Collections.min(left, Comparator.comparingLong(one -> one.queue.peek().begin));
        calls.take(earliest.queue.poll());
        if (!earliest.fill(callbacks)) {
          left.remove(earliest);
        }
      }
    } finally {
      all.forEach(one -> one.events.close());
    }
  }
}
