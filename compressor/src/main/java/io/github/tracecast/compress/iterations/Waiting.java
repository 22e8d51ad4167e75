package io.github.tracecast.compress.iterations;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;

/**
 * The durations of a run on a machine without a network, each for one way in which ranks may wait:
 * all ranks wait for each other in each call, or after each step; neighbours in a row or in a grid
 * wait for each other after each step; each rank waits for the rank before it in a row or in a
 * grid; ranks never wait. If reduced times preserve all these durations, they preserve the
 * predictions of most programs. Not thread-safe.
 */
final class Waiting {
  private final double[] slowest;
  private final double[] slowestCalls;
  private final double[][] byStep;
  private final double[] durations;

  /** Adds up the times of ranks in known steps. */
  private final class OfRanks implements IntConsumer {
    private final LabelledTimes times;
    private final LabelledTimes.TimeOf time;

    /** The time of the slowest of these ranks at each moment. */
    private final double[] slowest;

    OfRanks(LabelledTimes times, LabelledTimes.TimeOf time) {
      this.times = times;
      this.time = time;
      this.slowest = new double[times.moments()];
    }

    @Override
    public void accept(int rank) {
      double[] sums = new double[times.steps()];
      for (int event = 0; event < times.events(); event++) {
        LabelledTimes.Calls calls = times.calls(rank, event);
        for (int call = 0; calls != null && call < calls.count(); call++) {
          int moment = calls.moments[call];
          if (moment != LabelledTimes.NONE && times.step(moment) < times.knownSteps()) {
            double spent = time.of(rank, event, call);
            slowest[moment] = Math.max(slowest[moment], spent);
            sums[times.step(moment)] += spent;
          }
        }
      }
      byStep[rank] = sums;
    }
  }

  Waiting(LabelledTimes times, LabelledTimes.TimeOf time) {
    byStep = new double[times.ranks()][];
    slowest = new double[times.moments()];
    for (OfRanks some : times.ofRanks(() -> new OfRanks(times, time))) {
      for (int moment = 0; moment < slowest.length; moment++) {
        slowest[moment] = Math.max(slowest[moment], some.slowest[moment]);
      }
    }
    slowestCalls = new double[times.steps()];
    for (int moment = 0; moment < slowest.length; moment++) {
      slowestCalls[times.step(moment)] += slowest[moment];
    }
    List<DoubleSupplier> all = List.of(
        () -> Arrays.stream(slowestCalls).sum(),
        this::slowestRanks,
        () -> neighbours(1),
        () -> neighbours(width(byStep.length)),
        () -> inTurn(byStep.length),
        () -> inTurn(width(byStep.length)),
        this::withoutWaiting);
    durations = new double[all.size()];
    times.inParallel(all.size(), i -> durations[i] = all.get(i).getAsDouble());
  }

  /** Returns the time of the slowest rank at each moment of a known step. */
  double[] slowest() {
    return slowest;
  }

  /** Returns for each step the slowest rank's time in each call, summed over calls. */
  double[] slowestCalls() {
    return slowestCalls;
  }

  /** Returns the total time of each rank in each step. */
  double[][] byStep() {
    return byStep;
  }

  /**
   * Returns the largest relative difference between one of these durations and the corresponding
   * duration of other times.
   */
  double difference(Waiting other) {
    double most = 0;
    for (int i = 0; i < durations.length; i++) {
      most =
          Math.max(most, durations[i] == 0 ? 0 : Math.abs(other.durations[i] / durations[i] - 1));
    }
    return most;
  }

  private double slowestRanks() {
    double sum = 0;
    for (int step = 0; step < slowestCalls.length; step++) {
      double latest = 0;
      for (double[] rank : byStep) {
        latest = Math.max(latest, rank[step]);
      }
      sum += latest;
    }
    return sum;
  }

  /** Returns the width of a roughly square grid of all ranks. */
  static int width(int ranks) {
    int width = (int) Math.sqrt(ranks);
    while (ranks % width != 0) {
      width--;
    }
    return width;
  }

  /** @param width the width of the grid, so that ranks at this distance are neighbours too */
  private double neighbours(int width) {
    double[] clocks = new double[byStep.length];
    double[] before = new double[byStep.length];
    for (int step = 0; step < slowestCalls.length; step++) {
      System.arraycopy(clocks, 0, before, 0, clocks.length);
      for (int rank = 0; rank < clocks.length; rank++) {
        double start = latestNear(rank, width, clocks.length, near -> before[near]);
        clocks[rank] = start + byStep[rank][step];
      }
    }
    return Arrays.stream(clocks).max().orElse(0);
  }

  /** Returns the largest value among a rank and its neighbours in a row and in a grid. */
  static double latestNear(int rank, int width, int ranks, IntToDoubleFunction value) {
    double latest = value.applyAsDouble(rank);
    if (rank >= width) {
      latest = Math.max(latest, value.applyAsDouble(rank - width));
    }
    if (rank > 0) {
      latest = Math.max(latest, value.applyAsDouble(rank - 1));
    }
    if (rank + 1 < ranks) {
      latest = Math.max(latest, value.applyAsDouble(rank + 1));
    }
    if (rank + width < ranks) {
      latest = Math.max(latest, value.applyAsDouble(rank + width));
    }
    return latest;
  }

  /**
   * Returns the duration if each rank waits for the ranks before it in its row and in its column.
   * The corner at which steps begin changes from step to step, as in sweeps.
   *
   * @param width the width of the grid of ranks
   */
  private double inTurn(int width) {
    double[] clocks = new double[byStep.length];
    int height = clocks.length / width;
    for (int step = 0; step < slowestCalls.length; step++) {
      boolean left = (step & 1) == 0;
      boolean up = (step & 2) == 0;
      for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
          int rank = (up ? row : height - 1 - row) * width + (left ? column : width - 1 - column);
          double start = clocks[rank];
          start = column == 0 ? start : Math.max(start, clocks[rank + (left ? -1 : 1)]);
          start = row == 0 ? start : Math.max(start, clocks[rank + (up ? -width : width)]);
          clocks[rank] = start + byStep[rank][step];
        }
      }
    }
    return Arrays.stream(clocks).max().orElse(0);
  }

  private double withoutWaiting() {
    double most = 0;
    for (double[] rank : byStep) {
      most = Math.max(most, Arrays.stream(rank).sum());
    }
    return most;
  }
}
