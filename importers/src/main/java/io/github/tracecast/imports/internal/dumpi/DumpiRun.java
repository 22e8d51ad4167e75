package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.TarEntries;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of one run: a {@code .meta} file, a folder, an archive or any rank's file names it. An archive is unpacked into a folder for as
 * long as the run is open.
 */
final class DumpiRun implements AutoCloseable {
  private static final Pattern RANK_FILE = Pattern.compile("(.+)-(\\d{4,9})\\.bin(\\.gz)?");
  private static final String META = ".meta";
  private static final int LONGEST_META = 1 << 16;

  /** Ranks beyond the highest one that has a file. */
  private static final int MOST_MISSING = 1 << 16;

  private final String name;
  private final NavigableMap<Integer, Path> files;

  /** Ranks as the {@code .meta} file has it; 0 where it does not say. */
  private final int declared;

  private final Path unpacked;
  private final Path archive;

  private DumpiRun(
      String name, NavigableMap<Integer, Path> files, int declared, Path archive, Path unpacked) {
    this.name = name;
    this.files = files;
    this.declared = declared;
    this.archive = archive;
    this.unpacked = unpacked;
  }

  /** Whether a file's first bytes are those of a rank's file or of the text that describes a run. */
  static boolean isPart(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    return text.startsWith("\u00ff\u00aa\u00ddDUMPI") || isMeta(text);
  }

  private static boolean isMeta(String text) {
    return text.contains("numprocs=") && text.contains("fileprefix=");
  }

  /** Finds the files.
   *
   * @throws TraceException where there are none, or those of several runs
   */
  static DumpiRun open(Path given) throws IOException {
    if (Files.isDirectory(given)) {
      return inFolder(given, null, given.toString(), null, null);
    }
    String name = given.getFileName().toString();
    Matcher rankFile = RANK_FILE.matcher(name);
    if (rankFile.matches()) {
      return inFolder(folder(given), rankFile.group(1), given.toString(), null, null);
    }
    if (isTar(given)) {
      return unpacked(given);
    }
    if (name.endsWith(META)) {
      String prefix = name.substring(0, name.length() - META.length());
      return inFolder(folder(given), prefix, given.toString(), null, null);
    }
    throw TraceException.at(
        given.toString(),
        "a file of this name",
        "NAME-0000.bin with the rank in four digits, or NAME.meta: the format keeps the rank in the name only");
  }

  private static Path folder(Path file) {
    return file.toAbsolutePath().getParent();
  }

  private static boolean isTar(Path file) throws IOException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
        InputStream in = PlainInput.of(raw)) {
      return TarEntries.recognises(in.readNBytes(512));
    }
  }

  private static DumpiRun unpacked(Path archive) throws IOException {
    Path folder = Files.createTempDirectory("tracecast-dumpi");
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(archive), 1 << 16);
        InputStream in = PlainInput.of(raw)) {
      TarEntries entries = new TarEntries(in, archive.toString());
      for (String entry = entries.next(); entry != null; entry = entries.next()) {
        String file = entry.substring(entry.lastIndexOf('/') + 1);
        boolean wanted = RANK_FILE.matcher(file).matches() || file.endsWith(META);
        if (wanted && !file.startsWith("._") && !Files.exists(folder.resolve(file))) {
          try (InputStream content = entries.content()) {
            Files.copy(content, folder.resolve(file));
          }
        }
      }
      return inFolder(folder, null, archive.toString(), archive, folder);
    } catch (IOException | RuntimeException e) {
      delete(folder);
      throw e;
    }
  }

  /** @param prefix of the run's files; null for those of the only run in the folder */
  private static DumpiRun inFolder(
      Path folder, String prefix, String name, Path archive, Path unpacked) throws IOException {
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
      throw TraceException.at(
          name,
          runs.isEmpty() ? "no files of ranks" : "the files of " + runs.size() + " runs",
          runs.isEmpty()
              ? (prefix == null ? "NAME" : prefix) + "-0000.bin and so on in " + folder
              : "one of them: name it by its " + META + " file: "
                  + String.join(", ", runs.keySet()));
    }
    NavigableMap<Integer, Path> files = runs.firstEntry().getValue();
    int declared = declared(folder.resolve(runs.firstKey() + META));
    if (files.lastKey() >= RankList.MAX_RANKS) {
      throw TraceException.at(
          name, "a file of rank " + files.lastKey(), "ranks below " + RankList.MAX_RANKS);
    }
    return new DumpiRun(name, files, declared, archive, unpacked);
  }

  /** The number of ranks that a {@code .meta} file declares; 0 where it is not there. */
  private static int declared(Path meta) throws IOException {
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
          throw TraceException.at(
              meta + ":" + line, "numprocs=" + number, "1 to " + RankList.MAX_RANKS);
        }
        return Integer.parseInt(number);
      }
    }
    return 0;
  }

  /** The name for people: what the user gave. */
  String name() {
    return name;
  }

  /** Number of ranks that the run declares; 0 where it does not. */
  int declared() {
    return declared;
  }

  /** Ranks that have a file, ascending. */
  List<Integer> ranks() {
    return List.copyOf(files.keySet());
  }

  /**
   * The number of ranks of the run.
   *
   * @param seen more than the highest rank that any call names
   */
  int size(int seen) {
    int size = Math.max(declared, Math.max(seen, files.lastKey() + 1));
    if (size - files.size() > MOST_MISSING) {
      throw TraceException.at(
          name,
          "files of " + files.size() + " of " + size + " ranks",
          "those of all ranks, or of at most " + MOST_MISSING + " fewer");
    }
    return size;
  }

  /** Opens a rank's file. */
  DumpiFile file(int rank) throws IOException {
    Path path = files.get(rank);
    return new DumpiFile(
        path, archive == null ? path.toString() : archive + ":" + path.getFileName());
  }

  /** Octets of all files, as they are stored. */
  long bytes() throws IOException {
    long bytes = 0;
    for (Path file : files.values()) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> inside = Files.walk(folder)) {
      inside.sorted(Comparator.reverseOrder()).forEach(all::add);
    }
    for (Path one : all) {
      Files.delete(one);
    }
  }

  @Override
  public void close() {
    if (unpacked != null) {
      try {
        delete(unpacked);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
