package io.github.tracecast.predict;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Standard output or error, which remembers why it could not be written: a PrintWriter does not. One thread. */
final class StandardStream extends FileOutputStream {
  private static final String READER_WENT_AWAY = "Broken pipe";

  private String lost;

  StandardStream(FileDescriptor descriptor) {
    super(descriptor);
  }

  /** Why something got lost, as on a full disk; null if nothing did, or if a reader such as head had seen enough. */
  String lost() {
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
