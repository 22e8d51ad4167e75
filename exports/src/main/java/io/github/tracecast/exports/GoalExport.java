package io.github.tracecast.exports;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.system.WholeFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Writes a GOAL schedule as text, rank by rank. The file appears when it is complete. */
record GoalExport(Exported exported, Path target, LongConsumer progress) {
  /** Estimates the number of messages that replace a call on each rank. */
  static int messages(MpiCall call, int ranks) {
    return switch (call) {
      case ALLTOALL, ALLTOALLV, ALLTOALLW, IALLTOALL, IALLTOALLV, IALLTOALLW -> 2 * ranks;
      default -> call.isCollective() ? 2 * (32 - Integer.numberOfLeadingZeros(ranks)) : 1;
    };
  }

  void write() throws IOException {
    WholeFile.write(target, file -> {
      Writer out = new BufferedWriter(new OutputStreamWriter(file, StandardCharsets.UTF_8));
      write(out);
      out.flush();
    });
  }

  private void write(Writer out) throws IOException {
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
}
