package io.github.tracecast.exports;

import io.github.tracecast.exports.timeline.PredictedClock;
import io.github.tracecast.exports.timeline.PredictedRun;
import io.github.tracecast.exports.timeline.RankClock;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.EventWriter;
import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Writes an OTF2 archive as Score-P does: a folder with the anchor file, the definitions, and a
 * folder with the events of each rank. The folder appears only when it is complete. Ranks are
 * written one after another. Memory is O(open requests of one rank).
 */
final class Otf2Archive {
  private static final String CREATOR = "Tracecast";
  private static final String OWN = "|traces(\\.otf2|\\.def|/\\d+\\.(evt|def))?";
  private static final String COMPLETE = "OTF2::MPI_COMMUNICATION_COMPLETE";

  private final Path folder;
  private final String program;

  private Otf2Archive(Path folder) {
    this.folder = folder;
    String file = folder.getFileName().toString();
    this.program = file.substring(0, file.length() - ArchiveWriter.ENDING.length());
  }

  /**
   * Returns an archive to write.
   *
   * @param option the option that names the folder
   * @throws UsageException if the folder cannot be written, or contains files that are not part of
   *     an archive
   */
  static Otf2Archive at(String option, Path folder) {
    if (!folder.getFileName().toString().endsWith(ArchiveWriter.ENDING)) {
      throw new UsageException(option + ": found " + folder
          + "; expected a folder that ends in .otf2, which will hold the OTF2 archive");
    }
    if (!Files.isDirectory(folder)) {
      WholeFile.check(option, folder.toString());
    }
    Otf2Archive archive = new Otf2Archive(folder);
    archive.refuseForeignFiles(option);
    return archive;
  }

  /** Refuses to replace anything but an earlier archive. */
  private void refuseForeignFiles(String option) {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new UsageException(option + ": found " + folder
          + ", which is a file; expected a folder, or a name that does not exist yet");
    }
    try (Stream<Path> files = Files.walk(folder)) {
      Optional<Path> foreign =
          files.filter(file -> !folder.relativize(file).toString().matches(OWN)).findFirst();
      if (foreign.isPresent()) {
        throw new UsageException(
            option + ": found " + foreign.get()
                + " in the folder for the archive; expected only an earlier archive. Choose another name");
      }
    } catch (IOException e) {
      throw new UsageException(option + ": found " + folder + ", which cannot be read ("
          + WholeFile.reason(e) + "); expected a folder, or a name that does not exist yet");
    }
  }

  /** Writes a recorded run. */
  void write(Exported exported, LongConsumer progress) throws IOException {
    exported.lackMpi();
    write(exported, rank -> new RecordedClock(exported), true, progress);
  }

  /** Writes a predicted run, whose timeline begins at the start of the run. */
  void write(PredictedRun run) throws IOException {
    Exported exported = Exported.of(run.trace());
    write(
        exported, PredictedClock.ofRanks(run, exported.programs.ranks()), run.whole(), calls -> {});
  }

  private void write(
      Exported exported, IntFunction<RankClock> clocks, boolean whole, LongConsumer progress)
      throws IOException {
    Path part = folder
        .toAbsolutePath()
        .resolveSibling("." + program + "." + ProcessHandle.current().pid() + ".part");
    try {
      Files.createDirectory(part);
      writeEvents(exported, clocks, whole, part, progress);
      ScratchFolder.delete(folder);
      Files.move(part, folder);
    } finally {
      ScratchFolder.delete(part);
    }
  }

  private void writeEvents(
      Exported exported,
      IntFunction<RankClock> clocks,
      boolean whole,
      Path part,
      LongConsumer progress)
      throws IOException {
    Otf2Definitions definitions = new Otf2Definitions(exported.trace);
    try (ArchiveWriter archive = new ArchiveWriter(part, ArchiveWriter.ANCHOR, CREATOR)) {
      archive.property(COMPLETE, whole);
      int name = archive.string(program);
      long last = 0;
      for (int rank = 0; rank < exported.programs.ranks(); rank++) {
        try (EventWriter events = archive.events(rank)) {
          Otf2Rank writer =
              new Otf2Rank(exported, rank, name, clocks.apply(rank), definitions, events);
          last = Math.max(last, writer.run(progress));
        }
      }
      definitions.write(archive, program, last);
    }
  }
}
