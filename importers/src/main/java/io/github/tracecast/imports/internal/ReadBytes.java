package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.system.ReadingProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Adds up the bytes that are read of files, one file after the other, and reports them. Only one
 * thread at a time may use an instance.
 */
public final class ReadBytes implements LongConsumer {
  private final ReadingProgress progress;
  private boolean reported;
  private long all;
  private long done;

  public ReadBytes(ReadingProgress progress) {
    this.progress = progress;
  }

  /** Returns the number of bytes of files. */
  public static long of(Iterable<Path> files) throws IOException {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /** Reports the bytes from now on, because a file is read from beginning to end. */
  public void expect(long bytes) {
    reported = true;
    all += bytes;
    progress.expect(all);
  }

  /** Receives the number of bytes since the last call. */
  @Override
  public void accept(long more) {
    done += more;
    if (reported) {
      progress.accept(done);
    }
  }
}
