package io.github.tracecast.predict.fit;

import io.github.tracecast.predict.settings.PredictionRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Predicts all trials for a point: the logarithms of the factors on all free values. If each job
 * has a factor on latencies, the logarithms of these factors follow.
 */
final class FitProblem {
  /** The step of a difference quotient, as a logarithm. */
  private static final double STEP = 0.02;

  private final PredictionRequest base;
  private final List<FreeFigure> figures;
  private final List<FreeFigure> latencies;
  private final List<Trial> trials;
  private final Map<Trial.Setting, List<Integer>> groups;
  private final List<String> jobs;
  private final int values;
  private final LongConsumer progress;
  private long done;

  /**
   * @param figures the keys whose values are fitted
   * @param latencies all latencies, also fixed ones; empty if jobs have no factor on latencies
   * @param progress receives the number of predicted trials
   */
  FitProblem(
      PredictionRequest base,
      List<FreeFigure> figures,
      List<FreeFigure> latencies,
      List<Trial> trials,
      LongConsumer progress) {
    this.base = base;
    this.figures = figures;
    this.latencies = latencies;
    this.trials = trials;
    this.groups = IntStream.range(0, trials.size())
        .boxed()
        .collect(Collectors.groupingBy(
            i -> trials.get(i).setting(), LinkedHashMap::new, Collectors.toList()));
    this.values = figures.stream().mapToInt(FreeFigure::size).sum();
    this.jobs = latencies.isEmpty()
        ? List.of()
        : trials.stream().map(t -> t.measurement().run()).distinct().toList();
    this.progress = progress;
  }

  /** The number of free values, without the jobs' factors. */
  int values() {
    return values;
  }

  /** Jobs with a factor on latencies, in the order of their coordinates in the point. */
  List<String> jobs() {
    return jobs;
  }

  int dimension() {
    return values + jobs.size();
  }

  List<Trial> trials() {
    return trials;
  }

  /**
   * Predicted seconds, and how their logarithms change with each coordinate.
   *
   * @param seconds predicted time of each trial
   * @param slopes for each trial and coordinate, d ln(seconds) / d coordinate
   */
  record Predicted(double[] seconds, double[][] slopes) {}

  /** Predicts all trials. The result does not depend on the number of threads. */
  Predicted at(double[] point) {
    double[] seconds = new double[trials.size()];
    double[][] slopes = new double[trials.size()][dimension()];
    // one setting after another: the machines of all settings at once would fill the memory
    groups.forEach((setting, of) -> {
      int job = jobs.indexOf(setting.run());
      TrialMachines machines =
          new TrialMachines(base, setting, candidates(point, job), contending());
      of.parallelStream().forEach(i -> {
        double[] found = machines.seconds(trials.get(i).trace());
        seconds[i] = found[0] * trials.get(i).share();
        for (int k = 0; k < values; k++) {
          slopes[i][k] = Math.log(found[k + 1] / found[0]) / STEP;
        }
        if (job >= 0) {
          slopes[i][values + job] = Math.log(found[values + 1] / found[0]) / STEP;
        }
        count();
      });
    });
    return new Predicted(seconds, slopes);
  }

  /** Predicts all trials without slopes. */
  double[] secondsAt(double[] point) {
    double[] seconds = new double[trials.size()];
    groups.forEach((setting, of) -> {
      int job = jobs.indexOf(setting.run());
      TrialMachines machines =
          new TrialMachines(base, setting, List.of(settings(point, job)), new boolean[1]);
      of.parallelStream().forEach(i -> {
        seconds[i] = machines.seconds(trials.get(i).trace())[0] * trials.get(i).share();
        count();
      });
    });
    return seconds;
  }

  private synchronized void count() {
    progress.accept(++done);
  }

  /**
   * Returns the machine's values at the point itself, then after a step of each free value, then
   * after a step of the job's factor.
   */
  private List<Map<String, String>> candidates(double[] point, int job) {
    List<Map<String, String>> candidates = new ArrayList<>();
    candidates.add(settings(point, job));
    for (int k = 0; k < values; k++) {
      candidates.add(settings(moved(point, k), job));
    }
    if (job >= 0) {
      candidates.add(settings(moved(point, values + job), job));
    }
    return candidates;
  }

  /**
   * Returns, by candidate, whether the candidate changes a bandwidth of links, so that messages
   * share the links differently.
   */
  private boolean[] contending() {
    boolean[] contending = new boolean[dimension() + 2];
    int at = 1;
    for (FreeFigure figure : figures) {
      Arrays.fill(contending, at, at + figure.size(), figure.key().endsWith("bandwidth"));
      at += figure.size();
    }
    return contending;
  }

  private static double[] moved(double[] point, int coordinate) {
    double[] moved = point.clone();
    moved[coordinate] += STEP;
    return moved;
  }

  /** Returns the machine's values at a point, for the trials of a job; -1 for no job. */
  Map<String, String> settings(double[] point, int job) {
    Map<String, String> settings = new TreeMap<>();
    int from = 0;
    for (FreeFigure figure : figures) {
      int at = from;
      boolean scaled = job >= 0 && isLatency(figure.key());
      settings.put(
          figure.key(), figure.scaled(i -> point[at + i] + (scaled ? point[values + job] : 0)));
      from += figure.size();
    }
    if (job >= 0) {
      latencies.forEach(
          figure -> settings.putIfAbsent(figure.key(), figure.scaled(i -> point[values + job])));
    }
    return settings;
  }

  /** Whether a key is a latency of the network or of its adapters, which a job's factor scales. */
  static boolean isLatency(String key) {
    return key.matches("(network|mpi)\\..*(latency|flight_overhead)");
  }
}
