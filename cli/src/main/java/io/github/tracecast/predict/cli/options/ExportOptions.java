package io.github.tracecast.predict.cli.options;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.exports.DeltaChoice;
import io.github.tracecast.exports.ExportFormat;
import io.github.tracecast.exports.ExportRequest;
import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.output.StreamedOutput;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the format and the output file of an export. */
public final class ExportOptions {
  /** The name of the GOAL format in which calculations represent the CPU overhead of messages. */
  private static final String OVERHEADS = "goal:overheads";

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      required = true,
      completionCandidates = Formats.class,
      description =
          "The format to write: ${COMPLETION-CANDIDATES}. goal:overheads requires --platform. goal:overheads"
              + " writes the overhead of each message as a calculation of the same duration as in engine loggp."
              + " goal:overheads also writes the options for LogGOPSim into the file.")
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the trace. ${bundle:exported-files}")
  private Path output;

  @Option(
      names = "--platform",
      paramLabel = "P",
      description =
          "A machine from the catalogue (tracecast platforms), or a YAML file. Formats that need collective"
              + " algorithms or an instruction rate take them from this machine.")
  private @Nullable String platform;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a value of the machine, as in predict; repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--deltas",
      paramLabel = "MODE",
      defaultValue = "auto",
      description =
          "Which recorded computation times to write: auto (the times of the kept iterations, one after"
              + " another, or avg if the trace keeps none), avg, min or max (default: ${DEFAULT-VALUE}).")
  private String deltas;

  /** Refuses options that do not fit together, before the trace is read. */
  public void check() {
    ExportFormat chosen = format();
    deltas();
    if (platform == null && !figures.isEmpty()) {
      throw new UsageException("--set: found without --platform; expected both options");
    }
    if (hasOverheads() && platform == null) {
      throw new UsageException("--to: found " + OVERHEADS + "; expected --platform too");
    }
    chosen.check(output);
  }

  private boolean hasOverheads() {
    return format.equals(OVERHEADS);
  }

  private Optional<ExportFormat> chosen() {
    return hasOverheads() ? Optional.of(ExportFormat.GOAL) : ExportFormat.of(format);
  }

  private ExportFormat format() {
    return chosen()
        .orElseThrow(() -> new UsageException(
            "--to: found " + format + "; expected one of " + String.join(", ", new Formats())));
  }

  /** Returns the formats of traces that an earlier export with these options may have written. */
  public Set<TraceFormat> replaced() {
    return chosen().map(found -> Set.of(found.imported())).orElse(Set.of());
  }

  /**
   * Exports a trace.
   *
   * @param progress receives the number of calls written from time to time
   * @return notes about data that the format cannot hold, one line each
   */
  public List<String> write(Programs programs, LongConsumer progress) {
    ExportRequest request =
        new ExportRequest(programs, machine(programs), deltas(), hasOverheads());
    if (!ReportFile.isStandardOutput(output.toString())) {
      return format().export(request, output, progress);
    }
    List<String> notes = new ArrayList<>();
    StreamedOutput.send("trace." + format().text(), file -> {
      notes.addAll(format().export(request, file, progress));
      return format().files(file, programs.ranks());
    });
    return notes;
  }

  /** Whether the format may be written to standard output. */
  public boolean streams() {
    return chosen().filter(ExportFormat::streams).isPresent();
  }

  /** Estimates how many bytes {@link #write} writes. */
  public double bytes(EventCounts counts, int ranks) {
    return format().bytes(counts, ranks);
  }

  private DeltaChoice deltas() {
    return Names.one("--deltas", deltas, DeltaChoice.values());
  }

  private Optional<Machine> machine(Programs programs) {
    Header header = programs.trace().header();
    return Optional.ofNullable(platform)
        .map(name -> Machine.fit(
            PlatformCatalogue.load(name, figures)
                .withCollectivesOf(header.mpi())
                .withThreads(header.threads()),
            programs.ranks(),
            MappingSpec.parse("default")));
  }

  private static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ExportFormat.values())
          .flatMap(format -> format == ExportFormat.GOAL
              ? Stream.of(format.text(), OVERHEADS)
              : Stream.of(format.text()))
          .iterator();
    }
  }
}
