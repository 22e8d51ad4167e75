package io.github.tracecast.predict.sweep;

import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.Sha256;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The finished points of a sweep, on disk. Each line is {@code CHECKSUM DIGEST CONTENT}. The
 * checksum is eight hexadecimal digits of CRC-32C of the rest of the line. The first line has the
 * digest of the sweep, and each other line has one digest of the sweep and a point together. The
 * content is JSON. A line is valid if it ends in a line feed and its checksum is correct. Partial
 * lines of killed processes are skipped. Any number of processes and threads may append, also on
 * several machines if the file system supports locks.
 */
final class Journal implements AutoCloseable {
  private static final String FORMAT = "tracecast-sweep-journal 1 ";
  private static final int LARGEST = 1 << 30;
  private static final String NO_JOURNAL = "which is not a journal of a sweep";

  private final Path file;
  private final SweepIdentity identity;
  private final String digest;
  private final SweepPlan plan;
  private final FileChannel channel;
  private final SortedMap<Integer, Outcome> found = new TreeMap<>();

  private Journal(Path file, SweepIdentity identity, SweepPlan plan) throws IOException {
    this.file = file;
    this.identity = identity;
    this.digest = identity.digest();
    this.plan = plan;
    this.channel = FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Opens a journal, or begins one if there is none.
   *
   * @throws UsageException if the file is not a journal, or belongs to another sweep
   */
  static Journal open(Path file, SweepIdentity identity, SweepPlan plan) {
    try {
      Journal journal = new Journal(file, identity, plan);
      try (FileLock _ = journal.channel.lock()) {
        journal.readOrBegin();
      } catch (IOException | RuntimeException e) {
        journal.close();
        throw e;
      }
      return journal;
    } catch (IOException e) {
      throw UsageException.of(
          "journal",
          "found " + file + ", which cannot be used (" + WholeFile.reason(e, 0)
              + "); expected a file in a writable folder");
    }
  }

  /** Returns the outcomes that the journal had when it was opened, by point. */
  SortedMap<Integer, Outcome> found() {
    return found;
  }

  /** Adds the outcomes of points. Their lines are on disk when this method returns. */
  synchronized void append(Map<Integer, Outcome> outcomes) {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(outcomes)
        .forEach((point, outcome) ->
            lines.append(line(digestOf(point), point + " " + OutcomeJson.write(outcome))));
    try (FileLock _ = channel.lock()) {
      write((endsALine() ? "" : "\n") + lines);
    } catch (IOException e) {
      throw UsageException.of(
          "journal",
          "found " + file + ", which cannot be written (" + WholeFile.reason(e, 0)
              + "); expected a file on a disk with room for the points");
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readOrBegin() throws IOException {
    if (channel.size() > LARGEST) {
      throw refused("which is too large for a journal");
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
    while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
      // a read may return fewer bytes than remain
    }
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    String head = line(digest, FORMAT + JsonMapper.shared().writeValueAsString(identity.parts()));
    if (!text.contains("\n") && head.startsWith(text)) {
      channel.truncate(0); // the journal's first line is incomplete
      write(head);
      return;
    }
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    if (!lines.isEmpty() && head.equals(lines.getFirst() + "\n")) {
      lines.stream().skip(1).forEach(this::take);
    } else {
      throw refused(lines.isEmpty() ? NO_JOURNAL : strange(lines.getFirst()));
    }
  }

  /**
   * Reads the outcome of a point from a line, unless the line is incomplete or belongs to another
   * sweep.
   */
  private void take(String line) {
    String[] words = line.split(" ", 4);
    if (words.length < 4 || !isWhole(line) || !words[2].matches("[0-9]{1,9}")) {
      return;
    }
    int point = Integer.parseInt(words[2]);
    if (point < plan.size() && words[1].equals(digestOf(point))) {
      OutcomeJson.read(words[3]).ifPresent(outcome -> found.putIfAbsent(point, outcome));
    }
  }

  /** Describes a first line that does not belong to this sweep, for an error. */
  private String strange(String line) {
    String[] words = line.split(" ", 3);
    @Nullable SortedMap<String, String> theirs = null;
    if (words.length == 3 && isWhole(line) && words[2].startsWith(FORMAT)) {
      try {
        theirs = JsonMapper.shared()
            .readValue(words[2].substring(FORMAT.length()), new TypeReference<>() {});
      } catch (JacksonException e) {
        // not a journal
      }
    }
    if (theirs == null) {
      return NO_JOURNAL;
    }
    Map<String, String> own = new TreeMap<>(identity.parts());
    own.entrySet().removeAll(theirs.entrySet());
    return "which belongs to another sweep (different " + String.join(", ", own.keySet()) + ")";
  }

  private UsageException refused(String what) {
    return UsageException.of(
        "journal",
        "found " + file + ", " + what + "; expected the journal of this sweep, or a new file");
  }

  /** One digest of the sweep together with one of its points. */
  private String digestOf(int point) {
    return Sha256.of(digest + " " + plan.name(point)).substring(0, 16);
  }

  private boolean endsALine() throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return channel.size() == 0
        || channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n';
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    for (long at = channel.size(); bytes.hasRemaining(); ) {
      at += channel.write(bytes, at);
    }
    channel.force(true);
  }

  private static String line(String digest, String content) {
    String rest = digest + " " + content;
    return checksum(rest) + " " + rest + "\n";
  }

  private static boolean isWhole(String line) {
    return line.length() > 9
        && line.charAt(8) == ' '
        && line.substring(0, 8).equals(checksum(line.substring(9)));
  }

  private static String checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }
}
