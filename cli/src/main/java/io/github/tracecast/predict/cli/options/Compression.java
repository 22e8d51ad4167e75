package io.github.tracecast.predict.cli.options;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of commands that compress calls to a trace. */
public final class Compression {
  private static final String EXACT = "exact";

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Maximum number of calls and loops in a loop body (default: ${DEFAULT-VALUE}).")
  private int window;

  @Option(
      names = "--deltas",
      paramLabel = "KIND",
      defaultValue = "histogram",
      description = {
        "How to store times before and inside calls: none, minavgmax, meanstddev, histogram[:BINS][:exact] or buckets[:BUCKETS] (default:"
            + " ${DEFAULT-VALUE}, with at most 16 bins).",
        "Buckets have equal widths, and each bucket stores only a count of values.",
        "exact stores the histograms of a recording without rounding. Otherwise, means are rounded by at most"
            + " 0.04%%, times inside calls have few bins, and calls with less than 0.02%% of the computation"
            + " have only count, minimum, average and maximum."
      })
  private String deltas;

  @Option(
      names = "--deltas-detail",
      paramLabel = "DETAIL",
      defaultValue = "iterations",
      description =
          "Which times to store separately. shared: one distribution for all ranks. groups: one distribution"
              + " for each group of ranks and loop positions whose times differ consistently. iterations: as"
              + " groups, plus each time of representative iterations. ranks: one distribution for each rank."
              + " all: every single time, in order (default: ${DEFAULT-VALUE}).")
  private String detail;

  @Option(
      names = "--radix-tree",
      paramLabel = "ORDER",
      defaultValue = "lsb",
      description =
          "Which ranks to merge first: lsb (neighbours, whose numbers differ in the least significant bit) or"
              + " msb (ranks whose numbers differ in the most significant bit, such as ranks 0 and 32 of 64)"
              + " (default: ${DEFAULT-VALUE}).")
  private String tree;

  /**
   * Returns the chosen options.
   *
   * @throws UsageException if an option is illegal
   */
  public CompressOptions options() {
    List<String> parts = List.of(deltas.split(":", -1));
    CompressOptions chosen = CompressOptions.DEFAULT
        .withDeltas(Names.one("--deltas", parts.getFirst(), CompressOptions.Deltas.values()))
        .withDetail(Names.one("--deltas-detail", detail, CompressOptions.DeltaDetail.values()))
        .withTree(Names.one("--radix-tree", tree, CompressOptions.RadixTree.values()))
        .withMaterialTimes(true);
    List<String> details = parts.subList(1, parts.size());
    boolean legal = switch (chosen.deltas()) {
      case HISTOGRAM -> true;
      case BUCKETS -> !details.contains(EXACT);
      case NONE, MINAVGMAX, MEANSTDDEV -> details.isEmpty();
    };
    if (!legal) {
      throw new UsageException("--deltas: found " + deltas
          + "; expected a number after histogram or buckets only, and exact after histogram only");
    }
    try {
      for (String part : details) {
        chosen =
            part.equals(EXACT) ? chosen.withMaterialTimes(false) : chosen.withBuckets(bins(part));
      }
      return chosen.withWindow(window);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private int bins(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new UsageException("--deltas: found " + deltas
          + "; expected a number of bins or exact, such as histogram:64:exact");
    }
  }
}
