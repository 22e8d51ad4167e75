package io.github.tracecast.predict.fit;

import java.nio.file.Path;
import java.util.List;

/** A format of files that hold measurements. */
interface MeasurementFormat {
  /** All formats. A new format needs a class, and an instance of it in this list. */
  List<MeasurementFormat> ALL =
      List.of(new CollectivesCsv(), new ImbText(), new OsuText(), new NcclText());

  /** The name of the format, for errors. */
  String name();

  /** Whether a file with these lines has this format. */
  boolean fits(List<String> lines);

  /**
   * Reads the measurements.
   *
   * @param job nodes and ranks of the job, for formats that do not state them
   * @throws io.github.tracecast.trace.text.UsageException if a line cannot be read
   */
  List<MeasuredTime> read(Path file, List<String> lines, Job job);
}
