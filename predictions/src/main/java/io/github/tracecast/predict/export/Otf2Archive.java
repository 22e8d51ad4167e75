package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.EventWriter;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.timeline.RankOrder;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.ScratchFolder;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Writes an OTF2 archive: the anchor file, the definitions beside it, and a folder with the events
 * of each rank. They appear when they are complete. Ranks are written one after another. Memory is
 * O(open requests of one rank).
 */
public final class Otf2Archive {
  private static final String CREATOR = "Tracecast";
  private static final String COMPLETE = "OTF2::MPI_COMMUNICATION_COMPLETE";

  /** Creates the clock of a rank. */
  private interface Clocks {
    RankClock of(int rank);
  }

  private final Path anchor;
  private final String name;

  private Otf2Archive(Path anchor) {
    this.anchor = anchor;
    String file = anchor.getFileName().toString();
    this.name = file.substring(0, file.length() - ArchiveWriter.ENDING.length());
  }

  /**
   * An archive to be written.
   *
   * @param option that names the anchor file
   * @throws UsageException if the file cannot be an archive, or would replace a file that is not
   *     one
   */
  public static Otf2Archive at(String option, Path anchor) {
    if (!anchor.getFileName().toString().endsWith(ArchiveWriter.ENDING)) {
      throw new UsageException(option + ": found " + anchor
          + "; expected a file that ends in .otf2, the anchor file of an OTF2 archive");
    }
    Otf2Archive archive = new Otf2Archive(anchor);
    archive.refuseForeignFolder(option);
    return archive;
  }

  /** Refuses to replace a folder that is not the events of an earlier archive. */
  private void refuseForeignFolder(String option) {
    if (!Files.exists(beside(""))) {
      return;
    }
    try (Stream<Path> files = Files.list(beside(""))) {
      Optional<Path> foreign = files
          .filter(file -> !file.getFileName().toString().matches("\\d+\\.(evt|def)"))
          .findFirst();
      if (foreign.isPresent()) {
        throw new UsageException(option + ": found " + foreign.get()
            + " in the folder for the events; expected only event files. Choose another name");
      }
    } catch (IOException e) {
      throw new UsageException(option + ": found " + beside("") + "; expected a folder or nothing");
    }
  }

  /** Writes a recorded run. */
  void write(Exported exported, LongConsumer progress) throws IOException {
    write(exported, rank -> new RecordedClock(exported), true, progress);
  }

  /**
   * Writes a predicted run.
   *
   * @param timeline of some ranks, from the start of the run on
   * @param fromPicos calls that end before are left out
   * @param whole whether the timeline has all ranks and the whole run
   */
  public void write(Timeline timeline, Trace trace, long fromPicos, boolean whole)
      throws IOException {
    Exported exported = new Exported(
        new ExportRequest(Programs.of(trace), Optional.empty(), DeltaChoice.AVG, false));
    RankOrder order = RankOrder.of(timeline, exported.programs.ranks());
    write(
        exported, rank -> new PredictedClock(timeline, order, rank, fromPicos), whole, calls -> {});
  }

  private void write(Exported exported, Clocks clocks, boolean whole, LongConsumer progress)
      throws IOException {
    Path part = anchor
        .toAbsolutePath()
        .resolveSibling("." + name + "." + ProcessHandle.current().pid() + ".part");
    try {
      Files.createDirectory(part);
      writeEvents(exported, clocks, whole, part, progress);
      ScratchFolder.delete(beside(""));
      Files.move(part.resolve(name), beside(""));
      for (String ending : List.of(".def", ArchiveWriter.ENDING)) {
        Files.move(
            part.resolve(name + ending), beside(ending), StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      ScratchFolder.delete(part);
    }
  }

  private void writeEvents(
      Exported exported, Clocks clocks, boolean whole, Path part, LongConsumer progress)
      throws IOException {
    Otf2Definitions definitions = new Otf2Definitions(exported.trace);
    try (ArchiveWriter archive = new ArchiveWriter(part, name + ArchiveWriter.ENDING, CREATOR)) {
      archive.property(COMPLETE, whole);
      int program = archive.string(name);
      long last = 0;
      for (int rank = 0; rank < exported.programs.ranks(); rank++) {
        try (EventWriter events = archive.events(rank)) {
          Otf2Rank writer =
              new Otf2Rank(exported, rank, program, clocks.of(rank), definitions, events);
          last = Math.max(last, writer.run(progress));
        }
      }
      definitions.write(archive, name, last);
    }
  }

  private Path beside(String ending) {
    return anchor.resolveSibling(name + ending);
  }
}
