package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.WatchedCompression;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Section;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;

/**
 * {@code rank-lists}: the size of a trace's rank lists in three forms, at the root of the merge and
 * at the largest task.
 */
@Command(
    name = "rank-lists",
    mixinStandardHelpOptions = true,
    description = "Measures the rank lists in traces of stencils, in three forms, with 4 bytes for each number.")
final class RankListsCommand implements Runnable {
  private static final int[][] SHAPES = {
    {8}, {64}, {1000}, {4096}, {65_536},
    {4, 2}, {8, 8}, {40, 25}, {64, 64}, {256, 256},
    {2, 2, 2}, {4, 4, 4}, {10, 10, 10}, {16, 16, 16}, {64, 32, 32}
  };

  /** Returns the size of a list that has the number of ranks, then each rank. */
  private static long asList(RankList ranks) {
    return 4L * (1 + ranks.size());
  }

  /**
   * Returns the size of a list that has the number of runs of consecutive ranks, then the first and
   * last rank of each run.
   */
  private static long asRanges(RankList ranks) {
    int[] last = {-2};
    int[] runs = {0};
    ranks.forEach(rank -> {
      runs[0] += rank == last[0] + 1 ? 0 : 1;
      last[0] = rank;
    });
    return 4L * (1 + 2 * runs[0]);
  }

  /**
   * Returns the size of a list that has the number of sections, then the start, depth, strides and
   * iterations of each section.
   */
  private static long asSections(RankList ranks) {
    long numbers = 1;
    for (Section section : ranks.sections()) {
      numbers += 2 + 2L * section.depth();
    }
    return 4 * numbers;
  }

  /** A form of rank lists, with the largest total size that any task has had. */
  private static final class Form {
    private final ToLongFunction<RankList> bytes;
    private final LongAccumulator largest = new LongAccumulator(Math::max, 0);

    Form(ToLongFunction<RankList> bytes) {
      this.bytes = bytes;
    }

    long sum(Trace trace) {
      long sum = 0;
      for (Event event : trace.events()) {
        sum += bytes.applyAsLong(event.ranks());
        for (Values values : event.parameters().values()) {
          sum += sum(values);
        }
      }
      for (Loop loop : trace.loops()) {
        sum += bytes.applyAsLong(loop.ranks()) + sum(loop.iterations());
      }
      return sum;
    }

    private long sum(Values values) {
      long sum = 0;
      for (Piece piece : values.pieces()) {
        sum += bytes.applyAsLong(piece.ranks());
      }
      return sum;
    }
  }

  @Override
  public void run() {
    ResultTable table = new ResultTable(
        System.out,
        "stencil",
        "ranks",
        "grid",
        "root: list",
        "ranges",
        "recursive",
        "largest task: list",
        "ranges",
        "recursive");
    for (boolean periodic : new boolean[] {false, true}) {
      for (int[] shape : SHAPES) {
        measure(new StencilEvents(periodic, 1, 2, shape), table);
      }
    }
  }

  private static void measure(StencilEvents stencil, ResultTable table) {
    Form[] forms = {
      new Form(RankListsCommand::asList),
      new Form(RankListsCommand::asRanges),
      new Form(RankListsCommand::asSections)
    };
    Trace root =
        WatchedCompression.compress(stencil, CompressOptions.DEFAULT.withDeltas(Deltas.NONE), held -> {
          Trace trace = held.trace().get();
          for (Form form : forms) {
            form.largest.accumulate(form.sum(trace));
          }
        });
    table.row(
        stencil.name(),
        stencil.ranks(),
        stencil.grid(),
        forms[0].sum(root),
        forms[1].sum(root),
        forms[2].sum(root),
        forms[0].largest.get(),
        forms[1].largest.get(),
        forms[2].largest.get());
  }
}
