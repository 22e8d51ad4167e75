package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.mpi.Accounts;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Trace;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.numbers.core.ArithmeticUtils;
import org.jspecify.annotations.Nullable;

/**
 * Fast-forward by sampling, for long loops with random computation or routes. Iterations are
 * replayed until the confidence interval of their mean time is narrow enough. Then this mean is
 * added for each remaining iteration.
 *
 * <p>The time of an iteration is measured between the starts of two iterations of the leader. Ranks
 * that wait for each other have the same mean time in the long run. {@link BatchMeans} handles the
 * correlation between iterations. After the skip, each rank continues from its position, advanced
 * by iterations at its own {@link IterationRatio}. The accounts grow in proportion to the sampled
 * part. Of nested loops, the outermost loop with at least {@value #LONG} remaining iterations is
 * sampled. One thread.
 */
public final class SampledFastForward extends LedFastForward {
  /** A loop needs at least this many remaining iterations to be sampled. */
  private static final int LONG = 100;

  private static final long MOST_IN_STEP = 1L << 20;

  private final FastForward fastForward;

  /** The depth of the sampled loop; 0 if no loop is sampled. */
  private int depth;

  private long begun;
  private long beganAt;
  private BatchMeans times = new BatchMeans();

  private long[][] starts = {};

  @SuppressWarnings("NullAway.Init") // start() sets this field before the first skip
  private Accounts.Moment from;

  public SampledFastForward(Interpreter run, FastForward fastForward) {
    super(run, false);
    this.fastForward = fastForward;
  }

  /** Whether a trace has loops that are long enough to sample. */
  public static boolean suits(Trace trace) {
    return trace.loops().stream()
        .flatMap(loop -> loop.iterations().pieces().stream())
        .map(Piece::sequence)
        .anyMatch(sequence -> IntStream.range(0, sequence.period())
            .anyMatch(element -> sequence.number(element, 0) > LONG));
  }

  @Override
  void entered(int from) {
    if (depth >= from) {
      depth = 0;
    }
  }

  @Override
  void begun(int at, boolean again, long work) {
    if (again && at == depth) {
      sample();
    } else if (again && (depth == 0 || at < depth) && loops.left(leader, at) >= LONG) {
      start(at);
    }
  }

  private void start(int atDepth) {
    depth = atDepth;
    begun = loops.ordinal(leader, atDepth);
    beganAt = run.nowPicos();
    times = new BatchMeans();
    starts = new long[ranks.count()][];
    Arrays.setAll(starts, places::of);
    from = run.accounts().moment();
  }

  private void sample() {
    long now = run.nowPicos();
    long before = loops.ordinal(leader, depth);
    for (long i = begun; i < before; i++) {
      times.add((double) (now - beganAt) / (before - begun));
    }
    begun = before;
    beganAt = now;
    if (times.complete()) {
      BatchMeans.Estimate estimate =
          times.narrow(fastForward.confidence(), fastForward.precision());
      if (estimate != null) {
        skip(estimate);
      }
    }
  }

  private void skip(BatchMeans.Estimate estimate) {
    IterationRatio[] ratios = ratios();
    long iterations = ratios == null ? 0 : possible(ratios);
    if (ratios == null || iterations == 0) {
      return;
    }
    requireMeasurable(iterations * estimate.mean(), 0, run.nowPicos(), depth);
    long picos = Math.round(iterations * estimate.mean());
    boolean[] takesPart = new boolean[ranks.count()];
    for (int rank = 0; rank < ranks.count(); rank++) {
      IterationRatio ratio = ratios[rank];
      takesPart[rank] = ratio != null && ratio.depth() > 0;
      if (ratio != null) {
        ranks.skip(rank, ratio.depth(), iterations / ratio.every() * ratio.iterations(), picos);
      }
    }
    from.addInProportion((double) iterations / times.number(), takesPart, picos);
    skipped(
        0,
        picos,
        new Skip(
            loops.loop(leader, depth),
            depth,
            1,
            1,
            iterations,
            Picos.seconds(picos),
            0,
            Picos.seconds((iterations + estimate.used()) * estimate.halfWidth())));
    noteSkip();
    depth = 0;
  }

  /** The iteration ratio of each rank, null for a rank that has ended. The result is null if another rank has no ratio. */
  private IterationRatio @Nullable [] ratios() {
    IterationRatio[] ratios = new IterationRatio[ranks.count()];
    for (int rank = 0; rank < ratios.length; rank++) {
      if (!ranks.hasEnded(rank)) {
        ratios[rank] = IterationRatio.of(starts[rank], places.of(rank), times.number());
        boolean ahead = ranks.picos(rank, 0) > run.nowPicos();
        if (ratios[rank] == null || (ratios[rank].depth() == 0 && ahead)) {
          return null;
        }
      }
    }
    return ratios;
  }

  /**
   * The largest number of the leader's iterations that all ranks can skip at their ratios, so that
   * each rank reads the same values of the trace as without the skip.
   */
  private long possible(IterationRatio[] ratios) {
    long step = 1;
    double most = Double.POSITIVE_INFINITY;
    for (int rank = 0; rank < ratios.length; rank++) {
      IterationRatio ratio = ratios[rank];
      if (ratio != null && ratio.depth() > 0) {
        long phase = places.period(rank, ratio.depth());
        if (phase > MOST_IN_STEP) {
          return 0;
        }
        long own = ratio.every() * phase / ArithmeticUtils.gcd(phase, ratio.iterations());
        step = step / ArithmeticUtils.gcd(step, own) * own;
        if (step > MOST_IN_STEP) {
          return 0;
        }
        most = Math.min(
            most,
            (double) (loops.left(rank, ratio.depth()) - 1) * ratio.every() / ratio.iterations());
      }
    }
    return ((long) (most / step)) * step;
  }
}
