package io.github.tracecast.record;

import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.system.WholeFile;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of the ranks' files during a run, beside the resulting trace. The file {@code run} in
 * it names the command and the recorder. The file {@code lock} in it is locked while the command
 * runs.
 */
public final class RecordingFolder implements AutoCloseable {
  /** The suffix of the folder's name, after the trace's name. */
  public static final String ENDING = ".recording";

  private static final String RUN = "run";
  private static final String LOCK = "lock";
  private static final Pattern NAME = Pattern.compile(".+\\.recording(\\.\\d+)?");
  private static final Pattern PART = Pattern.compile("\\..+\\.(\\d+)\\.part");
  private static final int MOST_NAMES = 10_000;

  private final Path path;
  private final FileChannel lock;

  private RecordingFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates the folder for a trace: {@code heat.ctrace.recording}, or {@code .2} and so on if such
   * folders exist. The folder gets its name after it is locked, so that no other command sees it
   * unlocked.
   *
   * @param command the command, quoted for a shell
   * @param recorder the recorder's name and version
   */
  public static RecordingFolder create(Path trace, String command, String recorder)
      throws IOException {
    Path target = trace.toAbsolutePath();
    Path unnamed = target.resolveSibling("." + target.getFileName() + ENDING + "-"
        + System.nanoTime() + "." + ProcessHandle.current().pid() + ".part");
    RecordingFolder created = in(Files.createDirectory(unnamed), command, recorder);
    for (int number = 1; number < MOST_NAMES; number++) {
      Path folder =
          target.resolveSibling(target.getFileName() + ENDING + (number == 1 ? "" : "." + number));
      if (!Files.exists(folder) && moved(unnamed, folder)) {
        return new RecordingFolder(folder, created.lock);
      }
    }
    created.close();
    ScratchFolder.delete(unnamed);
    throw new FileAlreadyExistsException(target + ENDING);
  }

  private static boolean moved(Path unnamed, Path folder) throws IOException {
    try {
      Files.move(unnamed, folder);
      return true;
    } catch (FileSystemException e) {
      if (Files.exists(folder)) {
        return false; // another command has just created it
      }
      throw e;
    }
  }

  /** Writes the data that are known before the run into an existing folder, and locks the folder. */
  public static RecordingFolder in(Path folder, String command, String recorder)
      throws IOException {
    Path run = folder.resolve(RUN);
    try {
      Files.writeString(
          run,
          "date " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + "\n"
              + "command " + command.replaceAll("\\p{Cntrl}+", " ") + "\n"
              + "recorder " + recorder + "\n"
              + "host " + host() + "\n"
              + "pid " + ProcessHandle.current().pid() + "\n");
    } catch (IOException e) {
      ScratchFolder.delete(folder);
      throw e;
    }
    FileChannel lock =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lock.tryLock();
    } catch (IOException e) {
      // the file system has no locks, but the file `run` still names the recording process
    }
    return new RecordingFolder(folder, lock);
  }

  public Path path() {
    return path;
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "unknown";
    }
  }

  /**
   * Returns recordings and incomplete files that killed commands left in a folder, each with
   * advice.
   */
  public static List<String> leftovers(Path folder) {
    List<Path> entries;
    try (Stream<Path> all = Files.list(folder)) {
      entries = all.sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      Matcher part = PART.matcher(name);
      if (NAME.matcher(name).matches() && Files.isDirectory(entry) && !isAtWork(entry)) {
        found.add(recording(entry));
      } else if (part.matches() && !runs(part.group(1))) {
        found.add(entry + " is a half-written file of a command that was killed; remove it");
      }
    }
    return found;
  }

  private static String recording(Path folder) {
    long ranks = 0;
    try (Stream<Path> files = Files.list(folder)) {
      ranks = files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.equals("merged.log") || name.matches("rank\\.\\d+\\.log"))
          .count();
    } catch (IOException e) {
      return folder + " cannot be read: " + WholeFile.reason(e);
    }
    return ranks == 0
        ? folder + " remains from a run that recorded nothing; remove it"
        : folder + " is a recording without a trace; run tracecast import " + folder
            + " -o FILE, then remove it";
  }

  /** Whether the command that created a folder still runs, or may run on another machine. */
  private static boolean isAtWork(Path folder) {
    if (isLocked(folder.resolve(LOCK))) {
      return true;
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(folder.resolve(RUN));
    } catch (IOException e) {
      return false;
    }
    Optional<String> pid = value(lines, "pid ");
    return pid.isPresent() && (!value(lines, "host ").orElse("").equals(host()) || runs(pid.get()));
  }

  private static boolean isLocked(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Optional<String> value(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()))
        .findFirst();
  }

  private static boolean runs(String pid) {
    try {
      return ProcessHandle.of(Long.parseLong(pid)).isPresent();
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
