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
        "How to keep times: none, minavgmax, meanstddev, histogram[:BINS][:exact] or buckets[:BUCKETS]"
            + " (default: ${DEFAULT-VALUE}, of at most 16 bins).",
        "buckets are equally wide and keep only counts: their mean is their middle.",
        "exact keeps the histograms of a recording as they were. Otherwise means are rounded by at most 0.04%%, times inside calls are"
            + " kept in few bins, and calls with less than 0.02%% of the computation keep only count, minimum, average and maximum."
      })
  private String deltas;

  @Option(
      names = "--deltas-detail",
      paramLabel = "DETAIL",
      defaultValue = "iterations",
      description =
          "Which times are kept separately: shared (none), groups (ranks and positions in a loop that differ consistently),"
              + " iterations (like groups, and representative iterations of each rank, in turn), ranks (each rank),"
              + " all (every single time, in order) (default: ${DEFAULT-VALUE}).")
  private String detail;

  @Option(
      names = "--radix-tree",
      paramLabel = "ORDER",
      defaultValue = "lsb",
      description =
          "Which ranks are merged first: lsb (neighbours, which differ in the least significant bit) or msb"
              + " (ranks half the run apart, which differ in the most significant bit) (default: ${DEFAULT-VALUE}).")
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
        .withTree(Names.one("--radix-tree", tree, CompressOptions.RadixTree.values()));
    List<String> details = parts.subList(1, parts.size());
    boolean legal = switch (chosen.deltas()) {
      case HISTOGRAM -> true;
      case BUCKETS -> !details.contains(EXACT);
      case NONE, MINAVGMAX, MEANSTDDEV -> details.isEmpty();
    };
    if (!legal) {
      throw new UsageException("--deltas: found " + deltas
          + "; expected a number only after histogram or buckets, and exact only after histogram");
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
