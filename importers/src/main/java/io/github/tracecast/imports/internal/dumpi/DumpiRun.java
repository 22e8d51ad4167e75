package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one run. A {@code .meta} file, a folder or the file of any rank identifies the run.
 * Immutable.
 */
final class DumpiRun {
  private static final Pattern RANK_FILE = Pattern.compile("(.+)-(\\d{4,9})\\.bin(\\.gz)?");
  private static final String META = ".meta";
  private static final int LONGEST_META = 1 << 16;

  /** The largest number of ranks without a file after the highest rank with a file. */
  private static final int MOST_MISSING = 1 << 16;

  private final String name;
  private final NavigableMap<Integer, Path> files;

  /** The number of ranks in the {@code .meta} file; 0 if it has no number. */
  private final int declaredRanks;

  /** Whether the files were unpacked from an archive, whose name is then {@link #name}. */
  private final boolean inArchive;

  private DumpiRun(String name, NavigableMap<Integer, Path> files, int declared, boolean packed) {
    this.name = name;
    this.inArchive = packed;
    this.files = files;
    this.declaredRanks = declared;
  }

  /** Whether a file with these first bytes is a rank's file, or the text that describes a run. */
  static boolean isPart(String head) {
    return head.startsWith("\u00ff\u00aa\u00ddDUMPI")
        || head.contains("numprocs=") && head.contains("fileprefix=");
  }

  /**
   * Finds the files of a run.
   *
   * @param name the name of the run for errors: the path, or the archive that the folder was
   *     unpacked from
   * @throws TraceException if the folder does not contain the files of exactly one run
   */
  static DumpiRun open(Path given, String name) throws IOException {
    if (Files.isDirectory(given)) {
      return inFolder(given, null, name, !given.toString().equals(name));
    }
    String file = given.getFileName().toString();
    Matcher rankFile = RANK_FILE.matcher(file);
    if (rankFile.matches()) {
      return inFolder(folder(given), rankFile.group(1), name, false);
    }
    if (file.endsWith(META)) {
      return inFolder(folder(given), file.substring(0, file.length() - META.length()), name, false);
    }
    throw TraceException.inFile(
        given.toString(),
        "a file name without a rank",
        "NAME-0000.bin with the rank in four digits, or NAME.meta, because the rank is only in the name");
  }

  private static Path folder(Path file) {
    return file.toAbsolutePath().resolveSibling("");
  }

  /** @param prefix the prefix of the run's files; null if the folder must hold exactly one run */
  private static DumpiRun inFolder(
      Path folder, @Nullable String prefix, String name, boolean packed) throws IOException {
    NavigableMap<String, NavigableMap<Integer, Path>> runs = new TreeMap<>();
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path file : inside.sorted().toList()) {
        String fileName = file.getFileName().toString();
        Matcher matcher = RANK_FILE.matcher(fileName);
        if (!fileName.startsWith("._")
            && matcher.matches()
            && (prefix == null || prefix.equals(matcher.group(1)))) {
          runs.computeIfAbsent(matcher.group(1), p -> new TreeMap<>())
              .putIfAbsent(Integer.parseInt(matcher.group(2)), file);
        }
      }
    }
    if (runs.size() != 1) {
      throw TraceException.inFile(
          name,
          runs.isEmpty() ? "no files of ranks" : "the files of " + runs.size() + " runs",
          runs.isEmpty()
              ? (prefix == null ? "NAME" : prefix) + "-0000.bin and so on in " + folder
              : "the files of one run; name one of these " + META + " files: "
                  + String.join(", ", runs.keySet()));
    }
    NavigableMap<Integer, Path> files = runs.firstEntry().getValue();
    int declared = readDeclaredRanks(folder.resolve(runs.firstKey() + META));
    if (files.lastKey() >= RankList.MAX_RANKS) {
      throw TraceException.inFile(
          name, "a file of rank " + files.lastKey(), "ranks below " + RankList.MAX_RANKS);
    }
    return new DumpiRun(name, files, declared, packed);
  }

  /** Reads the number of ranks from a {@code .meta} file; 0 if the file does not exist. */
  private static int readDeclaredRanks(Path meta) throws IOException {
    if (!Files.isRegularFile(meta)) {
      return 0;
    }
    String text;
    try (InputStream in = Files.newInputStream(meta)) {
      text = new String(in.readNBytes(LONGEST_META), StandardCharsets.ISO_8859_1);
    }
    int line = 0;
    for (String entry : text.lines().toList()) {
      line++;
      if (entry.startsWith("numprocs=")) {
        String number = entry.substring(9).strip();
        if (!number.matches("[1-9]\\d{0,8}") || Integer.parseInt(number) > RankList.MAX_RANKS) {
          throw TraceException.inFile(
              meta + ":" + line, "numprocs=" + number, "1 to " + RankList.MAX_RANKS);
        }
        return Integer.parseInt(number);
      }
    }
    return 0;
  }

  /** Returns the name of the run that the user gave, for error messages. */
  String name() {
    return name;
  }

  /** Returns the number of ranks in the {@code .meta} file; 0 if it has no number. */
  int declaredRanks() {
    return declaredRanks;
  }

  /** Returns the ranks that have a file, ascending. */
  List<Integer> ranks() {
    return List.copyOf(files.keySet());
  }

  /**
   * Returns the number of ranks of the run.
   *
   * @param seen one more than the highest rank to which a call refers
   */
  int size(int seen) {
    int size = Math.max(declaredRanks, Math.max(seen, files.lastKey() + 1));
    if (size - files.size() > MOST_MISSING) {
      throw TraceException.inFile(
          name,
          "files of " + files.size() + " of " + size + " ranks",
          "the files of all ranks, or of all but " + MOST_MISSING + " ranks");
    }
    return size;
  }

  /** Opens the file of one of the {@link #ranks}. */
  DumpiFile file(int rank) throws IOException {
    Path path = Objects.requireNonNull(files.get(rank));
    return new DumpiFile(path, inArchive ? name + ":" + path.getFileName() : path.toString());
  }
}
