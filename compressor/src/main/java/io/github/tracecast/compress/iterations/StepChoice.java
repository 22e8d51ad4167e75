package io.github.tracecast.compress.iterations;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Chooses the steps whose times represent all steps. The chosen steps have about the same means as
 * all steps. The means are over the times on which waiting depends: the time of the slowest rank in
 * each call, the time of the slowest rank in the step, and the total of each rank. Not thread-safe.
 *
 * <p>The search sorts the steps by duration, cuts them into groups of equal size, and begins with
 * the step next to the mean of each group. Then it replaces one chosen step after another by the
 * step that makes the means most similar.
 */
final class StepChoice {
  /**
   * A step has at most this many features for the times of ranks. If there are more ranks, a
   * feature is the sum over a block of ranks.
   */
  private static final int BLOCKS = 32;

  /**
   * At most this many steps are tried as a replacement. If there are more steps, only every n-th
   * step is tried.
   */
  private static final int COMPARED = 1024;

  private static final int ROUNDS = 20;

  /** A step is rare if it takes more than this many times the average time of its kind. */
  private static final double RARE = 3;

  /** If rare steps take more than this fraction of the time, their exact number must be kept. */
  private static final double LONG = 0.2;

  /** A replacement must reduce the difference of the means by at least this fraction. */
  private static final double CLOSER = 1e-9;

  private final List<int[]> kinds;
  private final int knownSteps;
  private final int period;

  /** For each step, the slowest rank's time in each call, summed over calls. */
  private final double[] slowest;

  /** For each step, the times whose means are compared. */
  private final double[][] features;

  /** The representatives of all steps, by the number of steps to choose. */
  private final Map<Integer, int[]> found = new HashMap<>();

  /**
   * @param kinds the steps of each kind, ascending
   * @param known the number of steps with known times, from the first step on; later steps are not
   *     chosen
   * @param slowest for each step, the slowest rank's time in each call, summed over calls
   * @param byRank by rank and step, the total time of the rank
   */
  StepChoice(List<int[]> kinds, int known, double[] slowest, double[][] byRank) {
    this.kinds = kinds;
    this.knownSteps = known;
    this.period = StepKinds.period(kinds, slowest.length);
    this.slowest = slowest;
    this.features = new double[slowest.length][];
    int blocks = Math.min(BLOCKS, byRank.length);
    int width = Waiting.width(byRank.length);
    for (int step = 0; step < slowest.length; step++) {
      int at = step;
      IntToDoubleFunction time = rank -> byRank[rank][at];
      double[] of = new double[blocks + 4];
      double latest = 0;
      double near = 0;
      double far = 0;
      for (int rank = 0; rank < byRank.length; rank++) {
        of[(int) ((long) rank * blocks / byRank.length)] +=
            byRank[rank][step] * Math.sqrt(blocks) / byRank.length;
        latest = Math.max(latest, byRank[rank][step]);
        near += Waiting.latestNear(rank, 1, byRank.length, time);
        far += Waiting.latestNear(rank, width, byRank.length, time);
      }
      of[blocks] = 2 * slowest[step]; // weight 2, because all ranks wait for the slowest
      of[blocks + 1] = 2 * latest;
      of[blocks + 2] = 2 * near / byRank.length;
      of[blocks + 3] = 2 * far / byRank.length;
      features[step] = of;
    }
  }

  /**
   * Makes each rare long step a separate kind, so that its times stay where they were recorded. If
   * rare steps were chosen like others, they would recur too often or too rarely, and a step in
   * which one rank is slow would represent steps in which another rank is slow.
   */
  static List<int[]> rareApart(List<int[]> kinds, double[] slowest) {
    List<int[]> all = new ArrayList<>();
    for (int[] kind : kinds) {
      double rare = RARE * average(kind, slowest);
      int[] usual = Arrays.stream(kind).filter(step -> slowest[step] <= rare).toArray();
      all.add(usual);
      if (usual.length < kind.length) {
        Arrays.stream(kind)
            .filter(step -> slowest[step] > rare)
            .forEach(step -> all.add(new int[] {step}));
      }
    }
    return all;
  }

  /** Whether rare long steps take a large part of the time. */
  static boolean areRareOnesLong(List<int[]> kinds, double[] slowest) {
    double rare = 0;
    for (int[] kind : kinds) {
      double least = RARE * average(kind, slowest);
      rare += Arrays.stream(kind)
          .mapToDouble(step -> slowest[step])
          .filter(time -> time > least)
          .sum();
    }
    return rare > LONG * Arrays.stream(slowest).sum();
  }

  private static double average(int[] kind, double[] slowest) {
    return Arrays.stream(kind).mapToDouble(step -> slowest[step]).sum() / kind.length;
  }

  /** Returns the number of steps after which the kinds of steps recur. */
  int period() {
    return period;
  }

  /**
   * Returns for each step its representative, which is the step whose times it gets. The chosen
   * steps of a kind are used one after another.
   *
   * @param number the number of steps to choose from all kinds together; each kind gets at least
   *     one
   */
  int[] representatives(int number) {
    return found.computeIfAbsent(number, this::search);
  }

  private int[] search(int number) {
    int[] of = new int[slowest.length];
    if (number == of.length && knownSteps == of.length) {
      return IntStream.range(0, number).toArray();
    }
    double all = Arrays.stream(slowest).sum();
    for (int[] kind : kinds) {
      double share = Arrays.stream(kind).mapToDouble(step -> slowest[step]).sum() / all;
      int most = Math.max(1, (int) Math.rint(number * share));
      if (period <= number) {
        int inPeriod =
            (int) Arrays.stream(kind).filter(step -> step < kind[0] + period).count();
        most = number / period * inPeriod;
      }
      int[] from = Arrays.stream(kind).filter(step -> step < knownSteps).toArray();
      int[] chosen = kind.length <= most && from.length == kind.length ? kind : chosen(from, most);
      for (int i = 0; i < kind.length; i++) {
        of[kind[i]] = chosen.length == 0 ? kind[i] : chosen[i % chosen.length];
      }
    }
    return of;
  }

  private int[] chosen(int[] steps, int number) {
    if (steps.length <= number) {
      return steps;
    }
    int[] sorted = steps.clone();
    IntArrays.mergeSort(sorted, (one, other) -> Double.compare(slowest[one], slowest[other]));
    int[] chosen = new int[number];
    for (int group = 0; group < number; group++) {
      int from = (int) ((long) sorted.length * group / number);
      int to = (int) ((long) sorted.length * (group + 1) / number);
      double mean =
          Arrays.stream(sorted, from, to).mapToDouble(s -> slowest[s]).sum() / (to - from);
      chosen[group] = IntStream.range(from, to)
          .mapToObj(i -> sorted[i])
          .min(Comparator.comparingDouble(step -> Math.abs(slowest[step] - mean)))
          .orElseThrow();
    }
    exchange(chosen, sorted);
    Arrays.sort(chosen);
    return chosen;
  }

  private void exchange(int[] chosen, int[] sorted) {
    int length = features[0].length;
    double[] target = new double[length];
    for (int step : sorted) {
      add(target, step, (double) chosen.length / sorted.length);
    }
    double[] sum = new double[length];
    for (int step : chosen) {
      add(sum, step, 1);
    }
    double least = distance(sum, new double[length], target);
    int stride = (sorted.length + COMPARED - 1) / COMPARED;
    boolean closer = true;
    for (int round = 0; closer && round < ROUNDS; round++) {
      closer = false;
      for (int i = 0; i < chosen.length; i++) {
        int before = chosen[i];
        int best = before;
        add(sum, before, -1);
        for (int at = 0; at < sorted.length; at += stride) {
          int step = sorted[at];
          double distance = distance(sum, features[step], target);
          if (distance < least * (1 - CLOSER)
              && IntStream.of(chosen).noneMatch(one -> one == step)) {
            least = distance;
            best = step;
            closer = true;
          }
        }
        chosen[i] = best;
        add(sum, best, 1);
      }
    }
  }

  private void add(double[] sum, int step, double factor) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += factor * features[step][i];
    }
  }

  private static double distance(double[] sum, double[] more, double[] target) {
    double distance = 0;
    for (int i = 0; i < sum.length; i++) {
      double off = sum[i] + more[i] - target[i];
      distance += off * off;
    }
    return distance;
  }
}
