package io.github.tracecast.trace.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A temporary folder that is deleted by {@link #close}, and also if a signal ends the program
 * before that.
 */
public final class ScratchFolder implements AutoCloseable {
  private final AtSignal atSignal = AtSignal.run(this::deleteAtSignal);
  private final Set<Path> made = new HashSet<>();
  private Path path;

  /** @param prefix the beginning of the folder's name */
  public ScratchFolder(String prefix) throws IOException {
    path = atSignal.unlessEnded(() -> path = TemporaryFiles.folder(prefix));
    made.add(path);
  }

  /** Returns the path of the folder. */
  public Path path() {
    return path;
  }

  /** Writes a file in the folder, and creates the folders on its path. */
  public void write(Path file, InputStream content) throws IOException {
    try (OutputStream out = atSignal.unlessEnded(() -> create(file))) {
      content.transferTo(out);
    }
  }

  private OutputStream create(Path file) throws IOException {
    if (made.add(file.getParent())) {
      Files.createDirectories(file.getParent());
    }
    return Files.newOutputStream(file);
  }

  private void deleteAtSignal() {
    try {
      delete(path);
    } catch (IOException e) {
      System.err.println("warning: " + path + " cannot be deleted: " + WholeFile.reason(e));
    }
  }

  /** Deletes a folder and everything in it, if it exists. */
  public static void delete(@Nullable Path folder) throws IOException {
    if (folder != null && Files.exists(folder)) {
      AbandonedFiles.deleteAll(folder);
    }
  }

  @Override
  public void close() throws IOException {
    delete(path);
    atSignal.close();
  }
}
