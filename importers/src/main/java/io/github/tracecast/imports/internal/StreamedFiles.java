package io.github.tracecast.imports.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of an archive for threads that read several files at the same time. One thread unpacks
 * the files in order, and is at most {@link #MOST_BYTES} ahead of the reading threads. Thread-safe.
 */
public final class StreamedFiles implements AutoCloseable {
  private static final int CHUNK = 1 << 16;
  private static final long MOST_BYTES = 64L << 20;

  private final List<Content> files = new ArrayList<>();
  private final Thread unpacking;
  private long waitingBytes;
  private boolean ended;
  private boolean closed;
  private @Nullable RuntimeException failure;

  public interface Unpacking {
    /** @param to receives each file in turn */
    void run(StreamedFiles to);
  }

  /** Starts to unpack in a separate thread. */
  public StreamedFiles(Unpacking archive) {
    unpacking = Thread.ofPlatform().daemon().name("unpacking").start(() -> {
      RuntimeException thrown = null;
      try {
        archive.run(this);
      } catch (RuntimeException e) {
        thrown = e;
      } catch (Throwable e) { // errors must reach the waiting threads too
        thrown = new IllegalStateException(e);
      }
      end(thrown);
    });
  }

  private synchronized void end(@Nullable RuntimeException thrown) {
    ended = true;
    failure = thrown;
    notifyAll();
  }

  /** Takes a whole file from the thread that unpacks. */
  public void add(String name, InputStream in) throws IOException {
    Content content = new Content(name);
    synchronized (this) {
      files.add(content);
      notifyAll();
    }
    for (byte[] chunk = in.readNBytes(CHUNK); chunk.length > 0; chunk = in.readNBytes(CHUNK)) {
      add(content, chunk);
    }
    synchronized (this) {
      content.complete = true;
      notifyAll();
    }
  }

  private synchronized void add(Content content, byte[] chunk) {
    // no deadlock: earlier files are complete, so some reader will finish and open this file
    waitFor(() -> waitingBytes < MOST_BYTES || closed || content.closed);
    if (closed) {
      throw new IllegalStateException("the files have already been closed");
    }
    if (!content.closed) {
      content.chunks.add(chunk);
      waitingBytes += chunk.length;
      notifyAll();
    }
  }

  private synchronized void waitFor(BooleanSupplier condition) {
    try {
      while (!condition.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns a file by its number in the archive, from 0. Each file must be read to its end or
   * closed; otherwise the unpacking thread waits for ever.
   */
  public synchronized Content file(int number) {
    waitFor(() -> files.size() > number || ended);
    if (files.size() <= number) {
      throw ofEnd();
    }
    return files.get(number);
  }

  private RuntimeException ofEnd() {
    return failure != null
        ? failure
        : new IllegalStateException("the archive has fewer files than before");
  }

  /** Ends the unpacking. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      unpacking.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The bytes of a file. A read waits until they are unpacked. */
  public final class Content extends InputStream {
    private final String name;
    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private boolean complete;
    private boolean closed;
    private byte[] current = {};
    private int at;

    Content(String name) {
      this.name = name;
    }

    public String name() {
      return name;
    }

    /** Moves to the next chunk if the current chunk has been read. Returns false at the end. */
    private boolean advance() {
      if (at < current.length) {
        return true;
      }
      synchronized (StreamedFiles.this) {
        waitFor(() -> !chunks.isEmpty() || complete || ended);
        if (chunks.isEmpty()) {
          if (complete) {
            return false;
          }
          throw ofEnd();
        }
        current = chunks.remove();
        at = 0;
        waitingBytes -= current.length;
        StreamedFiles.this.notifyAll();
      }
      return true;
    }

    /** Drops the bytes that were not read. */
    @Override
    public void close() {
      synchronized (StreamedFiles.this) {
        closed = true;
        chunks.forEach(chunk -> waitingBytes -= chunk.length);
        chunks.clear();
        StreamedFiles.this.notifyAll();
      }
    }

    @Override
    public int read() {
      return advance() ? current[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (length > 0 && !advance()) {
        return -1;
      }
      int read = Math.min(length, current.length - at);
      System.arraycopy(current, at, bytes, offset, read);
      at += read;
      return read;
    }
  }
}
