package io.github.tracecast.imports;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A temporary folder that is deleted when it is closed, and when a signal ends the program before that. */
final class ScratchFolder implements AutoCloseable {
  private final Path path;
  private final Set<Path> made = new HashSet<>();
  private final Thread atSignal = new Thread(this::deleteAtSignal, "delete temporary files");
  private boolean closed;

  ScratchFolder(String prefix) throws IOException {
    Runtime.getRuntime().addShutdownHook(atSignal); // before the folder exists, so none is left
    path = Files.createTempDirectory(prefix);
    made.add(path);
  }

  Path path() {
    return path;
  }

  /** Writes a file below the folder, and the folders that it needs. */
  void write(Path file, InputStream content) throws IOException {
    try (OutputStream out = create(file)) {
      content.transferTo(out);
    }
  }

  /** A file that is made after a signal would stay behind. */
  private synchronized OutputStream create(Path file) throws IOException {
    if (closed) {
      throw new IOException("interrupted by a signal");
    }
    if (made.add(file.getParent())) {
      Files.createDirectories(file.getParent());
    }
    return Files.newOutputStream(file);
  }

  private synchronized void deleteAtSignal() {
    try {
      delete();
    } catch (IOException e) {
      System.err.println("warning: " + path + " cannot be deleted: " + e.getMessage());
    }
  }

  private synchronized void delete() throws IOException {
    if (closed || path == null) {
      return;
    }
    closed = true;
    List<Path> all;
    try (Stream<Path> inside = Files.walk(path)) {
      all = inside.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path one : all) {
      Files.delete(one);
    }
  }

  @Override
  public void close() throws IOException {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(atSignal);
    } catch (IllegalStateException e) {
      return; // a signal is ending the program: the hook finds nothing left
    }
  }
}
