package io.github.tracecast.exports.timeline;

import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/** The file formats of a timeline. The file's ending selects the format. */
public enum TimelineFormat {
  /** Chrome's JSON trace format, which Perfetto reads. */
  CHROME(".json"),
  /** Paje's trace format, which ViTE, PajeNG and Triva read. */
  PAJE(".paje", ".trace"),
  /** The archive format OTF2, which Vampir and Score-P's tools read. */
  OTF2(".otf2"),
  /**
   * Paraver's trace format: a file of records, and files with the names of their values and of the
   * ranks.
   */
  PARAVER(".prv");

  private final List<String> endings;

  TimelineFormat(String... endings) {
    this.endings = List.of(endings);
  }

  /** Returns the format of a file by its name; empty if its ending is unknown. */
  public static Optional<TimelineFormat> of(String file) {
    for (TimelineFormat format : values()) {
      if (format.endings.stream().anyMatch(file::endsWith)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** Returns all endings, for messages. */
  public static String legalEndings() {
    return ".json (Perfetto, Chrome), .paje or .trace (Paje), .otf2 (Vampir), .prv (Paraver)";
  }

  /**
   * Writes a timeline.
   *
   * @param trace the replayed trace
   * @param name the name of the trace
   */
  public void write(Timeline timeline, Trace trace, String name, Writer out) throws IOException {
    switch (this) {
      case CHROME -> new ChromeWriter(timeline, trace, name, out).write();
      case PAJE -> new PajeWriter(timeline, trace, name, out).write();
      case OTF2, PARAVER -> throw new IllegalArgumentException("several files");
    }
  }
}
