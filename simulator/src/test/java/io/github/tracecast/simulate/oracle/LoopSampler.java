package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.*;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Samples long loops with random computation: replays iterations until the confidence interval of their mean is narrow enough, and
 * adds the mean for those that are left.
 *
 * <p>An iteration's time is what passes between two of the {@link Leader}'s; in the long run all ranks that wait for each other
 * have the same. {@link BatchMeans} treats the dependence of iterations on those before. All ranks then go on from where they are,
 * so many iterations later, each at its own {@link Pace}; the accounts grow by what was added while sampling, in proportion. Of
 * nested loops the outermost with at least {@value #LONG} iterations is sampled. One thread.
 */
final class LoopSampler implements Skipper {
  /** Iterations that a loop must have left to be sampled at all. */
  private static final int LONG = 100;

  private static final long MOST_IN_STEP = 1L << 20;

  private final Programs programs;
  private final Phases phases;
  private final ReplayState state;
  private final RankProcess[] processes;
  private final FastForward fastForward;
  private final Leader leader;
  private final Skips skips = new Skips();
  private long skippedPicos;

  /** The loop that is sampled, or 0. */
  private int depth;

  private long entry;
  private long begun;
  private long beganAt;
  private BatchMeans times;

  private long[][] places;
  private Accounts from;

  LoopSampler(Programs programs, ReplayState state, FastForward fastForward) {
    this.programs = programs;
    this.phases = Phases.of(programs);
    this.state = state;
    this.processes = state.processes();
    this.fastForward = fastForward;
    this.leader = new Leader(processes);
  }

  /** Whether a trace has loops that may be sampled. */
  static boolean suits(Trace trace) {
    return trace.loops().stream()
        .flatMap(loop -> loop.iterations().pieces().stream())
        .map(Piece::sequence)
        .anyMatch(sequence -> IntStream.range(0, sequence.period())
            .anyMatch(element -> sequence.number(element, 0) > LONG));
  }

  @Override
  public List<Skip> skips() {
    return skips.list();
  }

  @Override
  public void look(long steps) {
    int at = leader.begun(steps);
    if (at == 0) {
      return;
    }
    if (depth > 0 && leader.entry(depth) != entry) {
      depth = 0;
    }
    if (at == depth) {
      sample();
    } else if (depth == 0 || at < depth) {
      if (leader.cursor().iterationsLeft(at) >= LONG) {
        start(at);
      }
    }
  }

  private void start(int atDepth) {
    depth = atDepth;
    entry = leader.entry(atDepth);
    begun = leader.cursor().iterationsBefore(atDepth);
    beganAt = state.engine().nowPicos();
    times = new BatchMeans();
    places = new long[processes.length][];
    for (int rank = 0; rank < processes.length; rank++) {
      places[rank] = Pace.place(processes[rank].cursor);
    }
    from = state.accounts(skippedPicos);
  }

  private void sample() {
    long now = state.engine().nowPicos();
    long before = leader.cursor().iterationsBefore(depth);
    for (long i = begun; i < before; i++) {
      times.add((double) (now - beganAt) / (before - begun));
    }
    begun = before;
    beganAt = now;
    if (times.complete()) {
      BatchMeans.Estimate estimate = times.estimate(fastForward.confidence());
      if (estimate != null && estimate.halfWidth() <= fastForward.precision() * estimate.mean()) {
        skip(estimate);
      }
    }
  }

  private void skip(BatchMeans.Estimate estimate) {
    Pace[] paces = paces();
    long iterations = paces == null ? 0 : possible(paces);
    if (iterations == 0) {
      return;
    }
    if (iterations * estimate.mean() > Picos.MAX - state.engine().nowPicos() - skippedPicos) {
      throw new ReplayException("found more than " + Picos.seconds(Picos.MAX)
          + " s of simulated time in loop " + leader.cursor().loop(depth)
          + "; expected less");
    }
    long picos = Math.round(iterations * estimate.mean());
    boolean[] takesPart = new boolean[processes.length];
    for (int rank = 0; rank < processes.length; rank++) {
      Pace pace = paces[rank];
      takesPart[rank] = pace != null && pace.depth() > 0;
      if (pace != null) {
        processes[rank].skip(pace.depth(), iterations / pace.every() * pace.iterations(), picos);
      }
    }
    state.accountInProportion(
        (double) iterations / times.number(), from, state.accounts(skippedPicos), takesPart, picos);
    skippedPicos += picos;
    leader.skipped(depth);
    skips.add(new Skip(
        leader.cursor().loop(depth),
        depth,
        1,
        1,
        iterations,
        Picos.seconds(picos),
        0,
        Picos.seconds((iterations + estimate.used()) * estimate.halfWidth())));
    depth = 0;
  }

  /** The pace of each rank, null for one that has ended; null where some rank has none. */
  private Pace[] paces() {
    Pace[] paces = new Pace[processes.length];
    for (int rank = 0; rank < paces.length; rank++) {
      RankProcess process = processes[rank];
      if (!process.finished()) {
        paces[rank] = Pace.of(places[rank], Pace.place(process.cursor), times.number());
        boolean ahead = process.clock > state.engine().nowPicos();
        if (paces[rank] == null || (paces[rank].depth() == 0 && ahead)) {
          return null;
        }
      }
    }
    return paces;
  }

  /** The most iterations of the leader that all ranks can leave out at their paces, in phase. */
  private long possible(Pace[] paces) {
    long step = 1;
    double most = Double.POSITIVE_INFINITY;
    for (int rank = 0; rank < paces.length; rank++) {
      Pace pace = paces[rank];
      if (pace != null && pace.depth() > 0) {
        TaskCursor cursor = processes[rank].cursor;
        long phase = phases.of(programs.classOf(rank), cursor.startRow(pace.depth()));
        if (phase > MOST_IN_STEP) {
          return 0;
        }
        long own = pace.every() * phase / gcd(phase, pace.iterations());
        step = step / gcd(step, own) * own;
        if (step > MOST_IN_STEP) {
          return 0;
        }
        most = Math.min(
            most,
            (double) (cursor.iterationsLeft(pace.depth()) - 1) * pace.every() / pace.iterations());
      }
    }
    return ((long) (most / step)) * step;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
