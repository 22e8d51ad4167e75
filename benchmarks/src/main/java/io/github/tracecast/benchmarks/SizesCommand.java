package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.WatchedCompression;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.validation.TraceValidator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code sizes}: sizes of traces of stencils by ranks and by steps: uncompressed, compressed within
 * tasks, and compressed across tasks.
 */
@Command(
    name = "sizes",
    mixinStandardHelpOptions = true,
    description = "Measures the sizes of traces of stencils without deltas, in bytes.")
final class SizesCommand implements Runnable {
  private static final int[] RANKS = {8, 64, 512, 4096, 65_536};
  private static final int[] STEPS = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000};

  /** The number of steps of all runs that differ in their number of ranks. */
  private static final int FEW = 10;

  /** The grids of the runs that differ in their number of steps. Each is the smallest grid with all kinds of ranks. */
  private static final int[][] SMALL = {{8}, {4, 4}, {3, 3, 3}};

  /**
   * Runs of at most this many events are listed completely. They are also compressed again with the
   * product's own merge tree.
   */
  private static final long WHOLE = 4_000_000;

  private static final CompressOptions OPTIONS = CompressOptions.DEFAULT.withDeltas(Deltas.NONE);

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "700000000",
      description = "Leaves out runs of more than N events (default: ${DEFAULT-VALUE}).")
  private long most;

  @Option(
      names = "--charts",
      paramLabel = "FOLDER",
      description = "Also draws the stencils with borders, as SVG files.")
  private Path charts;

  @Option(
      names = "--published",
      description = "Measures only the stencils of Noeth's thesis: by number of ranks, and for 125 ranks by"
          + " number of steps.")
  private boolean published;

  /** The sizes of one run for three curves, in bytes. */
  private record Sizes(
      StencilEvents stencil,
      long none,
      boolean estimated,
      long taskText,
      long taskBinary,
      long text,
      long binary) {
    void addTo(ResultTable table) {
      table.row(
          stencil.name(),
          stencil.ranks(),
          stencil.grid(),
          stencil.steps(),
          stencil.events(),
          (estimated ? "≈ " : "") + ResultTable.cell(none),
          taskText,
          taskBinary,
          text,
          binary);
    }
  }

  @Override
  public void run() {
    if (published) {
      listed("ranks", StencilEvents.published(FEW));
      listed("steps", StencilEvents.publishedBySteps());
      return;
    }
    table(
        "ranks",
        (dimensions, periodic) -> Arrays.stream(RANKS)
            .mapToObj(ranks -> StencilEvents.of(dimensions, periodic, ranks, FEW)));
    table(
        "steps",
        (dimensions, periodic) -> Arrays.stream(STEPS)
            .mapToObj(steps -> new StencilEvents(periodic, 1, steps, SMALL[dimensions - 1])));
  }

  private void table(String by, BiFunction<Integer, Boolean, Stream<StencilEvents>> stencils) {
    ResultTable table = headed(by);
    for (int dimensions = 1; dimensions <= 3; dimensions++) {
      for (boolean periodic : new boolean[] {false, true}) {
        List<Sizes> curve = new ArrayList<>();
        stencils.apply(dimensions, periodic).filter(run -> run.events() <= most).forEach(run -> {
          Sizes sizes = measure(run);
          sizes.addTo(table);
          curve.add(sizes);
        });
        if (charts != null && !periodic) {
          draw(by, curve);
        }
      }
    }
    System.out.println();
  }

  private static void listed(String by, List<StencilEvents> stencils) {
    ResultTable table = headed(by);
    stencils.forEach(stencil -> measure(stencil).addTo(table));
    System.out.println();
  }

  private static ResultTable headed(String by) {
    System.out.println("By " + by + ":\n");
    return new ResultTable(
        System.out,
        "stencil",
        "ranks",
        "grid",
        "steps",
        "events",
        "none",
        "task level, text",
        "binary",
        "full, text",
        "binary");
  }

  private void draw(String by, List<Sizes> curve) {
    StencilEvents stencil = curve.getFirst().stencil;
    ToDoubleFunction<Sizes> x =
        sizes -> by.equals("ranks") ? sizes.stencil.ranks() : sizes.stencil.steps();
    String fixed = by.equals("ranks") ? FEW + " steps" : stencil.ranks() + " ranks";
    double[] across = numbers(curve, x);
    new PointChart(stencil.name() + " stencil, " + fixed, by, "bytes")
        .add("none", across, numbers(curve, Sizes::none))
        .add("task level", across, numbers(curve, Sizes::taskText))
        .add("full", across, numbers(curve, Sizes::text))
        .write(charts.resolve("sizes-" + stencil.name() + "-" + by + ".svg"));
  }

  private static double[] numbers(List<Sizes> curve, ToDoubleFunction<Sizes> number) {
    return curve.stream().mapToDouble(number).toArray();
  }

  private static Sizes measure(StencilEvents stencil) {
    LongAdder text = new LongAdder();
    LongAdder binary = new LongAdder();
    Trace trace = WatchedCompression.compress(stencil, OPTIONS, held -> {
      if (held.ranks() == 1) {
        Trace task = held.trace().get();
        text.add(TextCodec.write(task).length);
        binary.add(BinaryCodec.write(task).length);
      }
    });
    byte[] whole = TextCodec.write(trace);
    check(stencil, trace, whole);
    return new Sizes(
        stencil,
        listing(stencil, trace),
        stencil.events() > WHOLE,
        text.sum(),
        binary.sum(),
        whole.length,
        BinaryCodec.write(trace).length);
  }

  private static void check(StencilEvents stencil, Trace trace, byte[] text) {
    TraceValidator.check(trace);
    long events = EventCounts.of(Programs.of(trace)).total();
    if (events != stencil.events()) {
      throw new IllegalStateException(stencil + ": found " + events + " events in the trace; expected " + stencil.events());
    }
    if (events <= WHOLE) {
      Compressor compressor = new Compressor(stencil.ranks(), OPTIONS);
      for (int rank = 0; rank < stencil.ranks(); rank++) {
        stencil.run(rank, compressor.task(rank));
        compressor.finish(rank);
      }
      if (!Arrays.equals(text, TextCodec.write(compressor.trace("", List.of())))) {
        throw new IllegalStateException(stencil + ": the traces of the two merge trees differ");
      }
    }
  }

  /**
   * Returns the bytes of a listing of all events. For a long run it is estimated from the first
   * events of each rank.
   */
  private static long listing(StencilEvents stencil, Trace trace) {
    Programs programs = Programs.of(trace);
    Expander expander = Expander.of(programs);
    Count count = new Count();
    long listed = 0;
    for (int rank = 0; rank < stencil.ranks(); rank++) {
      try {
        listed += expander.expand(
            rank, stencil.events() > WHOLE ? WHOLE / stencil.ranks() : Long.MAX_VALUE, count);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return Math.round((double) count.bytes * stencil.events() / listed);
  }

  /** Counts the bytes that would be written; listings are ASCII. */
  private static final class Count implements Appendable {
    private long bytes;

    @Override
    public Appendable append(CharSequence text) {
      bytes += text.length();
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
      bytes += end - start;
      return this;
    }

    @Override
    public Appendable append(char letter) {
      bytes++;
      return this;
    }
  }
}
