package io.github.tracecast.exports;

import io.github.tracecast.trace.MpiCall;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.LongConsumer;

/** Writes a GOAL schedule as text, rank by rank. The file appears when it is complete. */
final class GoalExport {
  private final Exported exported;
  private final Path target;
  private final LongConsumer progress;

  GoalExport(Exported exported, Path target, LongConsumer progress) {
    this.exported = exported;
    this.target = target;
    this.progress = progress;
  }

  /** Estimates the number of messages that replace a call on each rank. */
  static int messages(MpiCall call, int ranks) {
    return switch (call) {
      case ALLTOALL, ALLTOALLV, ALLTOALLW, IALLTOALL, IALLTOALLV, IALLTOALLW -> 2 * ranks;
      default -> call.isCollective() ? 2 * (32 - Integer.numberOfLeadingZeros(ranks)) : 1;
    };
  }

  void write() throws IOException {
    Path beside = target.resolveSibling(
        "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      try (Writer out = Files.newBufferedWriter(beside, StandardCharsets.US_ASCII)) {
        int ranks = exported.programs.ranks();
        Overheads overheads = exported.overheads;
        if (overheads != null) {
          out.append("// txt2bin -i " + target.getFileName() + " -o schedule.bin\n// LogGOPSim "
              + overheads.options(ranks) + " -f schedule.bin\n");
        }
        out.append("num_ranks " + ranks + "\n");
        Overheads calculated = exported.overheadsAsCalculations ? overheads : null;
        for (int rank = 0; rank < ranks; rank++) {
          out.append("\nrank " + rank + " {\n");
          new RankWalk(exported, rank, new GoalRank(exported, out, calculated)).run(progress);
          out.append("}\n");
        }
      }
      Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside);
    }
  }
}
