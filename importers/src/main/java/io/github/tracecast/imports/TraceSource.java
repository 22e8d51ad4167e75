package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.ReadBytes;
import io.github.tracecast.imports.internal.TarEntries;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.system.ReadingProgress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The input of a reader: the paths that the user named, and the content of the file by which the
 * format was recognised. The content is decompressed, and is read from its beginning. Not
 * thread-safe.
 *
 * @param file the recognised file: the first path, or a file in this path if it is a folder
 * @param head the first {@link #HEAD} bytes of {@code content}, or all bytes of a shorter file, as
 *     ISO-8859-1 text
 * @param bytes adds up the bytes that are read of {@code content}
 * @param unpacked the unpacked archive that holds {@code file}; empty if {@code file} was not
 *     packed
 */
record TraceSource(
    List<Path> paths,
    Path file,
    String head,
    InputStream content,
    CompressOptions options,
    ReadingProgress progress,
    ReadBytes bytes,
    Optional<UnpackedArchive> unpacked)
    implements AutoCloseable {
  /** The number of bytes at the start of a file by which its format is recognised. */
  static final int HEAD = 4096;

  private static final int LARGEST_DECOMPRESSED = 1 << 30;

  /**
   * Opens a trace, passes it to a reader and closes it.
   *
   * @throws TraceException if a file cannot be read
   */
  static Trace read(
      List<Path> paths,
      CompressOptions options,
      ReadingProgress progress,
      TraceFormat.Reader reader) {
    try (TraceSource source = open(paths, options, progress)) {
      return reader.read(source);
    } catch (NoSuchFileException e) {
      throw new TraceException(paths.getFirst() + ": no such file", e);
    } catch (IOException e) {
      throw PlainInput.unreadable(paths.getFirst().toString(), e);
    }
  }

  /**
   * Opens the file by which the format is recognised. In a folder this is the file {@code 0} of
   * ScalaTrace, otherwise the first file of the supported format with the strictest test. Other
   * files of a folder might pass a loose test by chance.
   */
  private static TraceSource open(
      List<Path> paths, CompressOptions options, ReadingProgress progress) throws IOException {
    Path first = paths.getFirst();
    Path file = Files.isDirectory(first) ? inFolder(first) : first;
    Optional<UnpackedArchive> unpacked = paths.size() == 1 ? unpack(file) : Optional.empty();
    file = unpacked.map(UnpackedArchive::anchor).orElse(file);
    ReadBytes bytes = new ReadBytes(progress);
    InputStream content = PlainInput.content(file, bytes);
    return new TraceSource(paths, file, peek(content), content, options, progress, bytes, unpacked);
  }

  private static Optional<UnpackedArchive> unpack(Path file) throws IOException {
    boolean archive;
    try (InputStream content = PlainInput.content(file)) {
      archive = TarEntries.recognises(peek(content));
    }
    return archive ? UnpackedArchive.of(file) : Optional.empty();
  }

  /** Returns the next bytes, up to {@link #HEAD}, as ISO-8859-1 text, without consuming them. */
  static String peek(InputStream in) throws IOException {
    in.mark(HEAD);
    String head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
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
    return anchor(files)
        .orElseThrow(() -> TraceException.inFile(
            folder.toString(),
            "no trace among the " + files.size() + (files.size() == 1 ? " file" : " files")
                + " of this folder",
            "a trace in one of these formats: " + TraceFormat.supportedLabels()));
  }

  /** Returns the first file of the format with the strictest test; supported formats have precedence. */
  static Optional<Path> anchor(List<Path> files) {
    Map<TraceFormat, Path> first = new EnumMap<>(TraceFormat.class);
    for (Path file : files) {
      TraceFormat.of(headOf(file)).ifPresent(format -> first.putIfAbsent(format, file));
    }
    return strictest(first);
  }

  /** Returns the file of the format with the strictest test; supported formats have precedence. */
  static <F> Optional<F> strictest(Map<TraceFormat, F> byFormat) {
    return byFormat.keySet().stream()
        .min(Comparator.comparing((TraceFormat format) -> !format.isSupported())
            .thenComparing(Comparator.naturalOrder()))
        .map(byFormat::get);
  }

  static String headOf(Path file) {
    try (InputStream in = PlainInput.content(file)) {
      return peek(in);
    } catch (IOException e) {
      return "";
    }
  }

  /** @throws TraceException if the format is not known */
  TraceFormat format() {
    return TraceFormat.of(head)
        .orElseThrow(() -> new TraceException(file + ": found " + LooksLike.describe(head)
            + "; expected a trace, plain or gzipped, in one of these formats: "
            + TraceFormat.supportedLabels()));
  }

  /** Returns the name of the input for error messages. */
  String name() {
    return paths.getFirst().toString();
  }

  /**
   * Returns the paths that contain the trace's files: the paths that the user named, or the folder
   * of an unpacked archive.
   */
  List<Path> places() {
    return unpacked.map(archive -> List.of(archive.anchor().getParent())).orElse(paths);
  }

  /** Returns the only path. Fails if the user named several paths. */
  Path onlyFile() {
    if (paths.size() > 1) {
      throw new TraceException(name() + ": found " + paths.size()
          + " files; expected one file, because a trace of this format is a single file");
    }
    return file;
  }

  /** Returns the content of the only path. The bytes that are read of it are reported. */
  InputStream reportedContent() throws IOException {
    bytes.expect(Files.size(onlyFile()));
    return content;
  }

  /**
   * Returns the content of the only path, in which several threads find and read ranks. These
   * threads report the bytes of the ranks. One thread reads a gzipped file, and its bytes are
   * reported.
   */
  InputStream contentOfRanks() throws IOException {
    if (options.threads() == 1 || PlainInput.isGzip(onlyFile())) {
      return reportedContent();
    }
    progress.expect(Files.size(onlyFile()));
    return content;
  }

  /** Opens the content of the only path again. The bytes that are read of it are reported. */
  InputStream again() throws IOException {
    bytes.expect(Files.size(onlyFile()));
    return PlainInput.content(onlyFile(), bytes);
  }

  /** Reads Tracecast's own format. */
  Trace comprehensiveTrace() throws IOException {
    Path only = onlyFile();
    if (!PlainInput.isGzip(only)) {
      return TraceFiles.read(only);
    }
    byte[] bytes = content.readNBytes(LARGEST_DECOMPRESSED + 1);
    if (bytes.length > LARGEST_DECOMPRESSED) {
      throw new TraceException(
          only + ": found more than " + LARGEST_DECOMPRESSED
              + " bytes after decompression; expected a smaller trace. Decompress a larger trace yourself");
    }
    return TraceFiles.read(bytes, only.toString());
  }

  /** Returns the error for a known format without a reader. */
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
