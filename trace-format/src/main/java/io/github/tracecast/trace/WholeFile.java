package io.github.tracecast.trace;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Writes a file that appears when it is complete: beside its place first, and renamed then. Nothing half-written is left behind. */
public final class WholeFile {
  private static final int BUFFER = 1 << 16;

  private WholeFile() {}

  /** Writes what the file is to hold. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it; the stream is buffered, and is closed by the caller. */
    void write(OutputStream out) throws IOException;
  }

  /** A file that could not be written. The message is the reason, in words for people. */
  public static final class Failed extends IOException {
    private static final long serialVersionUID = 1L;

    private Failed(String reason, IOException cause) {
      super(reason, cause);
    }
  }

  /**
   * Writes a file. A symbolic link is followed. What is no plain file, such as {@code /dev/stdout} or a pipe, is written as it stands.
   *
   * @throws Failed where the file cannot be written; exceptions of {@code content} that are no IOException pass
   */
  public static void write(Path file, Content content) throws Failed {
    Counted[] out = new Counted[1];
    try {
      if (isSpecial(file)) {
        fill(file, content, out);
        return;
      }
      Path target = Files.exists(file) ? file.toRealPath() : file;
      Path beside = target.resolveSibling(
          "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
      try {
        fill(beside, content, out);
        move(beside, target);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      throw new Failed(reason(e, out[0] == null ? 0 : out[0].bytes), e);
    }
  }

  /** Whether there is something of this name that is neither a file nor a folder. */
  public static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  private static void fill(Path file, Content content, Counted[] opened) throws IOException {
    try (Counted out = new Counted(Files.newOutputStream(file))) {
      opened[0] = out;
      BufferedOutputStream buffered = new BufferedOutputStream(out, BUFFER);
      content.write(buffered);
      buffered.flush();
    }
  }

  private static void move(Path from, Path to) throws IOException {
    if (Files.isDirectory(to)) {
      throw new FileAlreadyExistsException(to.toString(), null, "it is a folder");
    }
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Why something could not be written, in words.
   *
   * @param bytes written before
   */
  public static String reason(IOException failure, long bytes) {
    String reason = switch (failure) {
      case NoSuchFileException e -> "its folder does not exist";
      case AccessDeniedException e -> "permission denied";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default ->
        failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    };
    return bytes == 0
        ? reason
        : reason + ", after " + String.format(Locale.ROOT, "%,d", bytes) + " bytes";
  }

  /** Counts the bytes that went through. */
  private static final class Counted extends FilterOutputStream {
    private long bytes;

    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length);
      bytes += length;
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      bytes++;
    }
  }
}
