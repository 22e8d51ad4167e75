package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.repair.sources.RecordedSources;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * A format that traces can be exported to. Each constant writes one format. The command and its
 * help list all constants.
 */
public enum ExportFormat {
  /** SimGrid's time-independent traces. */
  TIT(
      TraceFormat.TIME_INDEPENDENT,
      1,
      "For tit, FILE is an index, and the calls are in the folder FILE_files. ") {
    @Override
    void write(Exported exported, Path target, LongConsumer progress) throws IOException {
      new TitExport(exported, target, progress).write();
    }

    @Override
    public List<Path> files(Path target, int ranks) {
      return TitExport.files(target, ranks);
    }
  },

  /** LogGOPSim's schedules. */
  GOAL(TraceFormat.GOAL, 0, "") {
    @Override
    void write(Exported exported, Path target, LongConsumer progress) throws IOException {
      new GoalExport(exported, target, progress).write();
    }

    @Override
    double bytes(MpiCall call, int ranks) {
      return BYTES_PER_CALL * GoalExport.messages(call, ranks);
    }
  },

  /** The Open Trace Format of Score-P and Vampir. */
  OTF2(TraceFormat.OTF2, 2, "For otf2, FILE is a folder, whose name ends in .otf2. ") {
    @Override
    void write(Exported exported, Path target, LongConsumer progress) throws IOException {
      Otf2Archive.at("`output`", target).write(exported, progress);
    }

    /**
     * Replaces any source by the recorded sender, because an archive has the sender of each
     * message.
     */
    @Override
    ExportRequest prepared(ExportRequest request) {
      List<RecordedSources> named = RecordedSources.of(request.programs().trace());
      return named.isEmpty() ? request : request.of(Programs.of(named.getLast().trace()));
    }

    @Override
    public void check(Path target) {
      Otf2Archive.at("`output`", target);
    }

    /** Returns false, because an archive is a folder. */
    @Override
    public boolean streams() {
      return false;
    }
  },

  /** The traces of Extrae for Paraver and Dimemas. */
  PARAVER(
      TraceFormat.PARAVER,
      0,
      "For paraver, FILE ends in .prv, with a .pcf and a .row file beside it. ") {
    @Override
    void write(Exported exported, Path target, LongConsumer progress) throws IOException {
      ParaverExport.at("`output`", target).write(exported, progress);
    }

    @Override
    ExportRequest prepared(ExportRequest request) {
      return OTF2.prepared(request);
    }

    @Override
    public void check(Path target) {
      ParaverExport.at("`output`", target);
    }

    /** Returns the bytes of two events, two states, and half of a message's record. */
    @Override
    double bytes(MpiCall call, int ranks) {
      return 4 * BYTES_PER_CALL;
    }

    /** Returns false, because the names of events and of ranks are in separate files. */
    @Override
    public boolean streams() {
      return false;
    }
  };

  /** The typical number of bytes of a call in a file, including the computation before it. */
  private static final double BYTES_PER_CALL = 60;

  /** The bytes of the shortest file on disk. */
  private static final double BYTES_PER_FILE = 4096;

  private final TraceFormat imported;
  private final int filesOfRank;

  /**
   * A sentence about FILE with a space after it; empty if the format writes one file, which may
   * have any name.
   */
  private final String writtenFile;

  /** @param filesOfRank the number of files that are written for each rank */
  ExportFormat(TraceFormat imported, int filesOfRank, String writtenFile) {
    this.imported = imported;
    this.filesOfRank = filesOfRank;
    this.writtenFile = writtenFile;
  }

  /** Returns the format with which exported files are imported. */
  public TraceFormat imported() {
    return imported;
  }

  /** Whether the format may be written to standard output. */
  public boolean streams() {
    return true;
  }

  /** Describes the files of all formats, for help. */
  public static String writtenFiles() {
    return Arrays.stream(values()).map(format -> format.writtenFile).collect(Collectors.joining())
        + "- writes a "
        + Arrays.stream(values())
            .filter(ExportFormat::streams)
            .map(ExportFormat::text)
            .collect(Collectors.joining(" or "))
        + " trace to standard output.";
  }

  /** The format's name on the command line of {@code export}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Writes a trace in this format.
   *
   * @param target the file to write; if the export fails, it stays unchanged
   * @param progress receives the number of written calls from time to time, never on two threads at
   *     once
   * @return notes about data that the format cannot hold, one line each
   * @throws UsageException if a file cannot be written
   */
  public List<String> export(ExportRequest request, Path target, LongConsumer progress) {
    Exported exported = new Exported(prepared(request));
    long[] done = {0};
    try {
      write(exported, target, calls -> {
        synchronized (done) {
          done[0] += calls;
          progress.accept(done[0]);
        }
      });
    } catch (IOException e) {
      throw UsageException.of(
          "output",
          "found " + target + ", which cannot be written (" + WholeFile.reason(e, 0)
              + "); expected a writable folder with room for all files");
    }
    return exported.lost.notes();
  }

  /** Refuses a target that cannot be written, before any long work. */
  public void check(Path target) {
    WholeFile.check("`output`", target.toString());
  }

  /** Estimates the bytes of an export on disk. */
  public double bytes(EventCounts counts, int ranks) {
    return Arrays.stream(MpiCall.values())
            .mapToDouble(call -> counts.of(call) * bytes(call, ranks))
            .sum()
        + BYTES_PER_FILE * ranks * filesOfRank;
  }

  /**
   * Returns the files with the calls of an export. If they are concatenated, they are a trace in
   * this format.
   */
  public List<Path> files(Path target, int ranks) {
    return List.of(target);
  }

  /** Returns the request with the trace in the form that the format needs. */
  ExportRequest prepared(ExportRequest request) {
    return request;
  }

  /** Estimates how many bytes one call of one rank takes. */
  double bytes(MpiCall call, int ranks) {
    return BYTES_PER_CALL;
  }

  /** @param progress receives the number of calls since its last call, on any thread */
  abstract void write(Exported exported, Path target, LongConsumer progress) throws IOException;

  public static Optional<ExportFormat> of(String text) {
    return Arrays.stream(values()).filter(format -> format.text().equals(text)).findFirst();
  }
}
