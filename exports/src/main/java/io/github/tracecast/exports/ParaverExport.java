package io.github.tracecast.exports;

import io.github.tracecast.exports.paraver.ParaverTrace;
import io.github.tracecast.exports.timeline.PredictedClock;
import io.github.tracecast.exports.timeline.PredictedRun;
import io.github.tracecast.exports.timeline.RankClock;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * Writes a run for Paraver, in the form of Extrae: a file of records, and two files beside it with
 * the names of their values and of the ranks. Memory is O(calls of all ranks), because records are
 * sorted by time.
 */
final class ParaverExport {
  private final Path file;

  private ParaverExport(Path file) {
    this.file = file;
  }

  /**
   * Returns an export to a file.
   *
   * @param option the option that names the file
   * @throws UsageException if one of the files cannot be written
   */
  static ParaverExport at(String option, Path file) {
    if (!file.toString().endsWith(ParaverTrace.RECORDS)) {
      throw new UsageException(option + ": found " + file + "; expected a file that ends in "
          + ParaverTrace.RECORDS + ", beside which .pcf and .row are written");
    }
    ParaverTrace.files(file).forEach(one -> WholeFile.check(option, one.toString()));
    return new ParaverExport(file);
  }

  /** Writes a recorded run. */
  void write(Exported exported, LongConsumer progress) throws IOException {
    exported.lackMpi();
    write(exported, rank -> new RecordedClock(exported), progress);
  }

  /** Writes a predicted run, whose timeline begins at the start of the run. */
  void write(PredictedRun run) throws IOException {
    Exported exported = Exported.of(run.trace());
    write(exported, PredictedClock.ofRanks(run, exported.programs.ranks()), calls -> {});
  }

  private void write(Exported exported, IntFunction<RankClock> clocks, LongConsumer progress)
      throws IOException {
    Otf2Definitions definitions = new Otf2Definitions(exported.trace);
    ParaverTrace paraver =
        new ParaverTrace(exported.trace, exported.table.communicators(), definitions);
    for (int rank = 0; rank < exported.programs.ranks(); rank++) {
      new Otf2Rank(exported, rank, 0, clocks.apply(rank), definitions, paraver.rank(rank))
          .run(progress);
    }
    paraver.write(file);
  }
}
