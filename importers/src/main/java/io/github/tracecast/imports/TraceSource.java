package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.TarEntries;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.TraceFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * What a reader is given: the paths as the user named them, and the content of the file that told the format, decompressed and at its
 * start. One thread.
 *
 * @param file the file that told the format: the first path, or a file in it where it is a folder
 * @param head the first {@link #HEAD} bytes of {@code content}, or fewer where the file is shorter
 * @param progress told now and then how many lines or events were read
 * @param unpacked where {@code file} is, if it came in an archive that had to be unpacked
 */
record TraceSource(
    List<Path> paths,
    Path file,
    byte[] head,
    InputStream content,
    CompressOptions options,
    LongConsumer progress,
    Optional<UnpackedArchive> unpacked)
    implements AutoCloseable {
  /** How many of a file's first bytes tell its format. */
  static final int HEAD = 4096;

  private static final int BUFFER = 1 << 16;
  private static final int LARGEST_DECOMPRESSED = 1 << 30;

  /**
   * Opens what tells the format: a file itself; of a folder the file {@code 0} (ScalaTrace's), or else the first file of
   * the strictest supported format, as a folder can hold other files that a loose test takes for traces.
   */
  static TraceSource open(List<Path> paths, CompressOptions options, LongConsumer progress)
      throws IOException {
    Path first = paths.getFirst();
    Path file = Files.isDirectory(first) ? inFolder(first) : first;
    Optional<UnpackedArchive> unpacked = paths.size() == 1 ? unpack(file) : Optional.empty();
    file = unpacked.map(UnpackedArchive::anchor).orElse(file);
    InputStream content = content(file);
    return new TraceSource(paths, file, peek(content), content, options, progress, unpacked);
  }

  private static Optional<UnpackedArchive> unpack(Path file) throws IOException {
    try (InputStream content = content(file)) {
      return TarEntries.recognises(peek(content))
          ? UnpackedArchive.of(file, content)
          : Optional.empty();
    }
  }

  private static InputStream content(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new TraceException(
          file + ": found a pipe or a device; expected a file. Write the data to a file first");
    }
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      return PlainInput.of(raw);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  private static byte[] peek(InputStream in) throws IOException {
    in.mark(HEAD);
    byte[] head = in.readNBytes(HEAD);
    in.reset();
    return head;
  }

  private static Path inFolder(Path folder) throws IOException {
    Path scalaTrace = folder.resolve("0");
    if (Files.isRegularFile(scalaTrace)) {
      return scalaTrace;
    }
    List<Path> files;
    try (Stream<Path> inside = Files.list(folder)) {
      files = inside.filter(Files::isRegularFile).sorted().toList();
    }
    Map<TraceFormat, Path> first = new EnumMap<>(TraceFormat.class);
    for (Path file : files) {
      TraceFormat.of(headOf(file)).ifPresent(format -> first.putIfAbsent(format, file));
    }
    if (first.isEmpty()) {
      throw new TraceException(folder + ": found no trace among the " + files.size()
          + " files of this folder; expected one of: " + TraceFormat.supportedLabels());
    }
    return first.entrySet().stream()
        .filter(entry -> entry.getKey().isSupported())
        .findFirst()
        .map(Map.Entry::getValue)
        .orElseGet(() -> first.values().iterator().next());
  }

  static byte[] headOf(Path file) {
    try (InputStream in = content(file)) {
      return peek(in);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /** @throws TraceException where the format is not known */
  TraceFormat format() {
    return TraceFormat.of(head)
        .orElseThrow(() -> new TraceException(file + ": found " + LooksLike.describe(head)
            + "; expected a trace of one of: " + TraceFormat.supportedLabels()
            + ", plain or gzipped"));
  }

  /** What errors call it. */
  String name() {
    return paths.getFirst().toString();
  }

  /** The one file that holds the whole trace. */
  Path onlyFile() {
    if (paths.size() > 1) {
      throw new TraceException(
          name() + ": found " + paths.size() + " files; a trace of this format is a single file");
    }
    return file;
  }

  /** Reads Tracecast's own format. */
  Trace comprehensiveTrace() throws IOException {
    Path only = onlyFile();
    if (!(PlainInput.isGzip(only))) {
      return TraceFiles.read(only);
    }
    byte[] bytes = content.readNBytes(LARGEST_DECOMPRESSED + 1);
    if (bytes.length > LARGEST_DECOMPRESSED) {
      throw new TraceException(only + ": found more than " + LARGEST_DECOMPRESSED
          + " bytes once decompressed; expected a smaller trace, or an uncompressed one");
    }
    return TraceFiles.read(bytes, only.toString());
  }

  /** The complaint about a known format that has no reader. */
  TraceException unsupported(TraceFormat format, String advice) {
    return new TraceException(file + ": found a trace of " + format.label()
        + ", which Tracecast cannot read; " + advice
        + ". Supported formats: " + TraceFormat.supportedLabels());
  }

  @Override
  public void close() throws IOException {
    content.close();
    if (unpacked.isPresent()) {
      unpacked.get().close();
    }
  }
}
