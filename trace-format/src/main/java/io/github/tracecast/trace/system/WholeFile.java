package io.github.tracecast.trace.system;

import io.github.tracecast.trace.text.UsageException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file that appears only when it is complete. The file is written under another name in
 * the same folder and then renamed. A failure leaves no partial file.
 */
public final class WholeFile {
  private static final int BUFFER = 1 << 16;
  private static final String PART = ".part";
  private static final String UNKNOWN = "the system gives no reason";
  private static final int MOST_TRIES = 100;

  private WholeFile() {}

  /** Writes the content of a file to a stream. */
  @FunctionalInterface
  public interface Content {
    /** Writes the whole content. The stream is buffered, and the caller closes it. */
    void write(OutputStream out) throws IOException;
  }

  /** The error that a file could not be written. Its message is the reason in plain words. */
  public static final class Failed extends IOException {
    private static final long serialVersionUID = 1L;

    private Failed(String reason, IOException cause) {
      super(reason, cause);
    }
  }

  /**
   * Writes a file. A symbolic link is followed. {@code /dev/stdout}, a pipe and other special files
   * are written in place.
   *
   * @throws Failed if the file cannot be written; exceptions of {@code content} other than
   *     IOException are passed on
   */
  public static void write(Path file, Content content) throws Failed {
    Counted[] out = new Counted[1];
    try {
      if (isSpecial(file)) {
        fill(Files.newOutputStream(file), content, out);
        return;
      }
      Path target = Files.exists(file) ? file.toRealPath() : file;
      removeLeftovers(target);
      Path[] beside = new Path[1];
      try (AtSignal atSignal = AtSignal.run(() -> deleteQuietly(beside[0]))) {
        OutputStream part = atSignal.unlessEnded(() -> newFileBeside(target, beside));
        fill(part, content, out);
        move(beside[0], target);
      } finally {
        deleteQuietly(beside[0]);
      }
    } catch (IOException e) {
      throw new Failed(reason(e, out[0] == null ? 0 : out[0].bytes), e);
    }
  }

  /**
   * Removes partial files that killed writers of the same file left. A writer holds a lock, which
   * shows that the writer is still running, even on another machine with the same disk.
   */
  private static void removeLeftovers(Path target) throws IOException {
    String begin = "." + target.getFileName() + ".";
    Path folder = target.toAbsolutePath().getParent();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(
        folder, file -> isLeftover(file.getFileName().toString(), begin))) {
      for (Path file : files) {
        if (isUnlocked(file)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (DirectoryIteratorException | AccessDeniedException e) {
      return; // the folder allows only new files
    }
  }

  private static boolean isLeftover(String name, String begin) {
    if (!name.startsWith(begin) || !name.endsWith(PART)) {
      return false;
    }
    String process =
        name.substring(begin.length(), Math.max(begin.length(), name.length() - PART.length()));
    int dash = process.indexOf('-');
    String pid = dash < 0 ? process : process.substring(0, dash);
    return pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
  }

  private static boolean isUnlocked(Path file) {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Makes a new file beside the target. An existing file or symbolic link with its name stays. */
  private static OutputStream newFileBeside(Path target, Path[] beside) throws IOException {
    String begin = "." + target.getFileName() + "." + ProcessHandle.current().pid();
    for (int i = 0; i < MOST_TRIES; i++) {
      Path part = target.resolveSibling(begin + (i == 0 ? "" : "-" + i) + PART);
      try {
        OutputStream made =
            locked(FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        beside[0] = part;
        return made;
      } catch (FileAlreadyExistsException e) {
        continue;
      }
    }
    throw new FileAlreadyExistsException(
        begin + PART, null, "there are " + MOST_TRIES + " unfinished files with this name");
  }

  private static void deleteQuietly(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      return; // the next run will remove the partial file
    }
  }

  private static OutputStream locked(FileChannel channel) {
    try {
      channel.tryLock();
    } catch (IOException e) {
      return Channels.newOutputStream(channel); // the disk does not support locks
    }
    return Channels.newOutputStream(channel);
  }

  /** Whether the path exists and is neither a plain file nor a folder, such as a pipe. */
  public static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  /**
   * Refuses a target that cannot be written, before any long work.
   *
   * @param option the option that names the target
   */
  public static void check(String option, String target) {
    Path file = Path.of(target).toAbsolutePath();
    Path folder = file.getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw refused(option, target, "it is a folder");
    }
    if (isSpecial(file) && Files.isWritable(file)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw refused(option, target, "its folder does not exist");
    }
    if (!Files.isWritable(folder)) {
      throw refused(option, target, "its folder is not writable");
    }
  }

  /** Writes the content of a text file. */
  @FunctionalInterface
  public interface Text {
    void write(Writer out) throws IOException;
  }

  /**
   * Writes a text in UTF-8.
   *
   * @param option the option that names the target
   * @throws UsageException if the file cannot be written
   */
  public static void writeText(String option, Path target, Text text) throws IOException {
    try {
      write(target, out -> {
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        try {
          text.write(writer);
          writer.flush();
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      });
    } catch (Failed e) {
      throw refused(option, target.toString(), String.valueOf(e.getMessage()));
    }
  }

  /** Returns the error for a target that cannot be written. */
  public static UsageException refused(String option, String target, String reason) {
    return new UsageException(option + ": found " + target + ", which cannot be written (" + reason
        + "); expected a file in a writable folder");
  }

  private static void fill(OutputStream file, Content content, Counted[] opened)
      throws IOException {
    try (Counted out = new Counted(file)) {
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
   * Returns the reason for a failed write in plain words.
   *
   * @param bytes the number of bytes that were written before
   */
  public static String reason(IOException failure, long bytes) {
    String reason =
        failure instanceof NoSuchFileException ? "its folder does not exist" : reason(failure);
    return bytes == 0
        ? reason
        : reason + ", after " + String.format(Locale.ROOT, "%,d", bytes) + " bytes";
  }

  /** Returns the reason for a failed access to a file in plain words. */
  public static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e -> "no such file";
      case AccessDeniedException e -> "permission denied";
      case NotDirectoryException e -> "it is not a folder";
      case FileAlreadyExistsException e ->
        e.getReason() == null ? "it already exists" : e.getReason();
      case DirectoryNotEmptyException e -> "the folder is not empty";
      case CharacterCodingException e -> "it is not UTF-8";
      case FileSystemException e -> e.getReason() == null ? UNKNOWN : e.getReason();
      default -> failure.getMessage() == null ? UNKNOWN : failure.getMessage();
    };
  }

  /** Counts the bytes that are written. */
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
