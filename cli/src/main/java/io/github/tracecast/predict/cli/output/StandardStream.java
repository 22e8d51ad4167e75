package io.github.tracecast.predict.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or error that remembers why a write failed, which a PrintWriter does not. Not
 * thread-safe.
 */
public final class StandardStream extends FileOutputStream {
  private static final String READER_WENT_AWAY = "Broken pipe";

  private @Nullable String lost;

  public StandardStream(FileDescriptor descriptor) {
    super(descriptor);
  }

  /**
   * Returns why output was lost, such as a full disk; null if nothing was lost or only the reader
   * ended early, as {@code head} does.
   */
  public @Nullable String lost() {
    return lost;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      super.write(bytes, offset, length);
    } catch (IOException e) {
      if (lost == null && !READER_WENT_AWAY.equals(e.getMessage())) {
        lost = e.getMessage();
      }
      throw e;
    }
  }
}
