package io.github.tracecast.imports;

import io.github.tracecast.compress.TimeDetail;
import io.github.tracecast.imports.internal.allprof.AllprofImporter;
import io.github.tracecast.imports.internal.dumpi.DumpiImporter;
import io.github.tracecast.imports.internal.goal.GoalImporter;
import io.github.tracecast.imports.internal.listing.ListingImporter;
import io.github.tracecast.imports.internal.otf2.Otf2Process;
import io.github.tracecast.imports.internal.paraver.ParaverImporter;
import io.github.tracecast.imports.internal.recording.RecordingImporter;
import io.github.tracecast.imports.internal.scalatrace.ScalaTraceImporter;
import io.github.tracecast.imports.internal.tit.TitImporter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The registry of trace formats. Each format has a name, a test of a file's first bytes, and either
 * a reader or advice for users of a format without a reader.
 *
 * <p>The first format with a passing test is used, so strict tests come before loose ones. To
 * support another format, add one entry, or add a reader to an entry below. No other code detects
 * formats.
 */
public enum TraceFormat {
  TRACECAST(
      "Tracecast (text or binary)",
      head -> TraceFiles.isTrace(head.getBytes(StandardCharsets.ISO_8859_1)),
      new Own(TraceSource::comprehensiveTrace)),
  PARAVER(
      "Paraver (.prv)",
      ParaverImporter::recognises,
      new Raw(source -> ParaverImporter.read(
          source.reportedContent(), source::again, source.onlyFile(), source.options()))),
  LISTING(
      "a listing of tracecast expand --all",
      ListingImporter::recognises,
      new Raw(source -> ListingImporter.read(
          source.contentOfRanks(), source.onlyFile(), source.options(), source.progress()))),
  SCALATRACE(
      "ScalaTrace 2 (text)",
      ScalaTraceImporter::recognises,
      new Compressed(source ->
          ScalaTraceImporter.read(source.reportedContent(), source.onlyFile().toString()))),
  RECORDING(
      "a recording (the folder that tracecast record leaves)",
      RecordingImporter::recognises,
      new Raw(source -> RecordingImporter.of(
              source.onlyFile().toAbsolutePath().resolveSibling(""),
              source.options().threads())
          .compress(source.options(), source.progress()))),
  DUMPI(
      "DUMPI (.meta or .bin)",
      DumpiImporter::recognises,
      new Raw(source ->
          DumpiImporter.read(source.places(), source.name(), source.options(), source.progress()))),
  OTF2(
      "OTF2 (traces.otf2)",
      head -> head.startsWith("OTF2", 2),
      new Raw(source -> Otf2Process.read(source.onlyFile(), source.options(), source.progress()))),
  GOAL(
      "GOAL (text or binary)",
      GoalImporter::recognises,
      new Raw(source -> GoalImporter.read(
          source.contentOfRanks(),
          source.head(),
          source.onlyFile(),
          source.options(),
          source.progress()))),
  ALLPROF(
      "liballprof",
      AllprofImporter::recognises,
      new Raw(
          source -> AllprofImporter.read(source.onlyFile(), source.options(), source.progress()))),
  SLOG2("SLOG-2 (Jumpshot)", head -> head.startsWith("SLOG 2.", 2), NoReader.RECORD_AGAIN),
  CLOG2("CLOG-2 (MPE)", head -> head.startsWith("CLOG-0"), NoReader.RECORD_AGAIN),
  TAU("TAU (event definitions)", Magic::isTau, NoReader.CONVERT),
  DARSHAN(
      "Darshan (a log of file accesses, not of messages)", Magic::isDarshan, NoReader.RECORD_AGAIN),
  CUBE("CUBE (a profile, not a trace)", Magic::isCube, NoReader.USE_TRACE),
  PAJE("Paje", head -> head.startsWith("%EventDef "), NoReader.RECORD_AGAIN),
  CHROME("Chrome or Perfetto (JSON)", Magic::isChrome, NoReader.RECORD_AGAIN),
  SQLITE(
      "SQLite (as Nsight Systems exports)",
      head -> head.startsWith("SQLite format 3\0"),
      NoReader.RECORD_AGAIN),
  TIME_INDEPENDENT(
      "SimGrid (time-independent)",
      TitImporter::recognises,
      new Raw(source -> TitImporter.read(source.paths(), source.options(), source.progress())));

  @FunctionalInterface
  interface Reader {
    /** @throws TraceException if the input is damaged */
    Trace read(TraceSource source) throws IOException;
  }

  /** How a format is supported: by one kind of reader, or by advice alone. */
  sealed interface Support {}

  /** A format that holds every event. Its reader compresses the events while it reads them. */
  record Raw(Reader reader) implements Support {}

  /** Tracecast's own format. To compress such a trace reduces the detail of its times. */
  record Own(Reader reader) implements Support {}

  /** A foreign format that holds a compressed trace. */
  record Compressed(Reader reader) implements Support {}

  /** A format that is recognised but cannot be read. */
  record NoReader(String advice) implements Support {
    static final NoReader RECORD_AGAIN =
        new NoReader("record the program with tracecast record instead");
    static final NoReader CONVERT = new NoReader(
        "convert the trace to OTF2 with tau2otf2, or record the program with tracecast record");
    static final NoReader USE_TRACE =
        new NoReader("use the trace of the same run, such as traces.otf2 in the same folder");
  }

  private final String label;
  private final Predicate<String> detection;
  private final Support support;

  TraceFormat(String label, Predicate<String> detection, Support support) {
    this.label = label;
    this.detection = detection;
    this.support = support;
  }

  /**
   * Returns the format of a file with these first bytes, if the format is known.
   *
   * @param head the first {@link TraceSource#HEAD} bytes, decompressed, as ISO-8859-1
   *     text
   */
  public static Optional<TraceFormat> of(String head) {
    return Arrays.stream(values()).filter(format -> format.detection.test(head)).findFirst();
  }

  /**
   * Returns the format of a file, which may be gzipped; empty if it is not a file, cannot be read,
   * or has no known format.
   */
  public static Optional<TraceFormat> ofFile(Path file) {
    return Files.isRegularFile(file) ? of(TraceSource.headOf(file)) : Optional.empty();
  }

  /** Returns the name of the format for help and messages. */
  public String label() {
    return label;
  }

  /** Whether Tracecast reads this format. */
  public boolean isSupported() {
    return !(support instanceof NoReader);
  }

  /** Returns the names of all formats that can be read, for help and errors. */
  public static String supportedLabels() {
    return Arrays.stream(values())
        .filter(TraceFormat::isSupported)
        .map(TraceFormat::label)
        .collect(Collectors.joining(", "));
  }

  Trace read(TraceSource source) throws IOException {
    try {
      return switch (support) {
        case Raw(Reader reader) -> reader.read(source);
        case Compressed(Reader reader) -> reader.read(source);
        case Own(Reader reader) -> reader.read(source);
        case NoReader(String advice) -> throw source.unsupported(this, advice);
      };
    } catch (TraceException e) {
      throw source.unpacked().isPresent() ? source.unpacked().get().withNameOfArchive(e) : e;
    }
  }

  /** @throws TraceException if a file of this format cannot be compressed */
  Trace compress(TraceSource source) throws IOException {
    if (support instanceof Compressed) {
      throw new TraceException(source.name() + ": found a trace of " + label
          + ", which is already compressed; use tracecast import");
    }
    Trace trace = read(source);
    return support instanceof Own ? TimeDetail.reduce(trace, source.options()) : trace;
  }
}
