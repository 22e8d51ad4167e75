package io.github.tracecast.predict.sweep;

import io.github.tracecast.trace.system.AtSignal;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.system.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the finished points of a running sweep in a journal in the cache. The journal is removed
 * after success. After an interruption, one line shows the command that continues the sweep.
 */
public final class KeptPoints implements LongConsumer, AutoCloseable {
  private static final String SWEEPS = "tracecast/sweeps";

  private final long all;
  private final LongConsumer progress;
  private final AtSignal atSignal;
  private volatile long kept;

  /**
   * Watches a sweep until this object is closed.
   *
   * @param all the number of points of the sweep
   * @param progress receives the number of finished points
   * @param err the stream for the line about an interrupted sweep
   */
  public KeptPoints(long all, LongConsumer progress, PrintStream err) {
    this.all = all;
    this.progress = progress;
    this.atSignal = AtSignal.run(() -> err.println(lastWords()));
  }

  /** Returns the line about an interrupted sweep. */
  String lastWords() {
    return kept + " of " + all + (all == 1 ? " point" : " points")
        + " kept; run the same command again to continue";
  }

  @Override
  public void accept(long finished) {
    kept = finished;
    progress.accept(finished);
  }

  @Override
  public void close() {
    atSignal.close();
  }

  /**
   * Returns the path of a journal: in the user's cache, or in the current folder if the cache
   * cannot be used. Empty if the journal can be written to neither folder.
   *
   * @param cacheHome {@code XDG_CACHE_HOME}; null if it is not set
   * @param home {@code HOME}; null if it is not set
   */
  public static Optional<Path> file(
      String name, @Nullable String cacheHome, @Nullable String home) {
    List<Path> folders = new ArrayList<>();
    if (cacheHome != null && !cacheHome.isEmpty()) {
      folders.add(Path.of(cacheHome, SWEEPS));
    } else if (home != null && !home.isEmpty()) {
      folders.add(Path.of(home, ".cache", SWEEPS));
    }
    folders.add(Path.of(""));
    return folders.stream()
        .filter(TemporaryFiles::takes)
        .findFirst()
        .map(folder -> folder.resolve(name));
  }

  /**
   * Removes the journal of a sweep that has succeeded.
   *
   * @throws IOException if the journal cannot be removed; the message has the reason in plain words
   */
  public static void remove(Path journal) throws IOException {
    try {
      Files.deleteIfExists(journal);
    } catch (IOException e) {
      throw new IOException(journal + ": cannot be removed (" + WholeFile.reason(e, 0) + ")", e);
    }
  }
}
