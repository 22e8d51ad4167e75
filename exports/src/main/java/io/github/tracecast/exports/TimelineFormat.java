package io.github.tracecast.exports;

import io.github.tracecast.exports.timeline.ChromeWriter;
import io.github.tracecast.exports.timeline.PajeWriter;
import io.github.tracecast.exports.timeline.PredictedRun;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.trace.system.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The file formats of a timeline. The file's ending selects the format. */
public enum TimelineFormat {
  /** Chrome's JSON trace format. */
  CHROME(List.of("Perfetto", "Chrome"), ".json") {
    @Override
    public void write(String option, Path file, PredictedRun run) throws IOException {
      WholeFile.writeText(
          option,
          file,
          out -> new ChromeWriter(run.timeline(), run.trace(), run.name(), out).write());
    }
  },

  /** Paje's trace format, which ViTE, PajeNG and Triva read. */
  PAJE(List.of("Paje"), ".paje", ".trace") {
    @Override
    public void write(String option, Path file, PredictedRun run) throws IOException {
      WholeFile.writeText(option, file, out -> new PajeWriter(run, out).write());
    }
  },

  /** The archive format OTF2, which Vampir and Score-P's tools read. */
  OTF2(List.of("Vampir"), ".otf2") {
    @Override
    public void check(String option, Path file) {
      Otf2Archive.at(option, file);
      Otf2Library.load();
    }

    @Override
    public boolean hasArguments() {
      return true;
    }

    @Override
    public void write(String option, Path file, PredictedRun run) throws IOException {
      Otf2Archive.at(option, file).write(run);
    }
  },

  /**
   * Paraver's trace format: a file of records, and files with the names of their values and of the
   * ranks.
   */
  PARAVER(List.of("Paraver"), ".prv") {
    @Override
    public void check(String option, Path file) {
      ParaverExport.at(option, file);
    }

    @Override
    public boolean hasArguments() {
      return true;
    }

    @Override
    public void write(String option, Path file, PredictedRun run) throws IOException {
      ParaverExport.at(option, file).write(run);
    }
  };

  private final List<String> viewers;
  private final List<String> endings;

  TimelineFormat(List<String> viewers, String... endings) {
    this.viewers = viewers;
    this.endings = List.of(endings);
  }

  /** Returns the format of a file by its name; empty if its ending is unknown. */
  public static Optional<TimelineFormat> of(String file) {
    return Arrays.stream(values())
        .filter(format -> format.endings.stream().anyMatch(file::endsWith))
        .findFirst();
  }

  /** Returns all endings with their viewers, for errors. */
  public static String legalEndings() {
    return Arrays.stream(values())
        .map(format ->
            String.join(" or ", format.endings) + " (" + String.join(", ", format.viewers) + ")")
        .collect(Collectors.joining(", "));
  }

  /** Describes the files of all formats, for help. */
  public static String writtenFiles() {
    return Arrays.stream(values())
        .map(format -> "FILE" + String.join(" or FILE", format.endings) + " for "
            + String.join(" and ", format.viewers))
        .collect(Collectors.joining(", "));
  }

  /** Refuses a file that cannot be written, before any long work. */
  public void check(String option, Path file) {
    WholeFile.check(option, file.toString());
  }

  /**
   * Whether the format has the arguments of calls. The arguments come from a walk through the
   * program, so the timeline must start at the first call.
   */
  public boolean hasArguments() {
    return false;
  }

  /**
   * Writes a timeline.
   *
   * @param option the option that names the file
   */
  public abstract void write(String option, Path file, PredictedRun run) throws IOException;
}
