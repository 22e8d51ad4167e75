package io.github.tracecast.predict.fit;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.ParallelReplays;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Predicts all trials at a point. A point has the logarithms of the factors on all free values. If
 * each job has a factor on latencies, the logarithms of these factors follow.
 */
final class FitProblem {
  /** The step of a difference quotient, as a logarithm. */
  private static final double STEP = 0.02;

  private final PredictionRequest base;
  private final List<FreeFigure> figures;
  private final List<FreeFigure> latencies;
  private final List<Trial> trials;
  private final List<TrialRun> runs;
  private final List<String> jobs;
  private final int values;
  private final PredictionListener listener;

  /**
   * @param figures the keys whose values are fitted
   * @param latencies all latencies, also fixed ones; empty if jobs have no factor on latencies
   * @param listener receives the predictions
   */
  FitProblem(
      PredictionRequest base,
      List<FreeFigure> figures,
      List<FreeFigure> latencies,
      List<Trial> trials,
      PredictionListener listener) {
    this.base = base;
    this.figures = figures;
    this.latencies = latencies;
    this.trials = trials;
    this.values = figures.stream().mapToInt(FreeFigure::size).sum();
    this.jobs = latencies.isEmpty()
        ? List.of()
        : trials.stream().map(t -> t.measurement().run()).distinct().toList();
    this.runs = runs();
    this.listener = listener;
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

  /**
   * A replay that predicts all trials with one trace and one setting.
   *
   * @param trials numbers of the trials
   */
  private record TrialRun(Trial.Setting setting, PreparedTrace trace, List<Integer> trials) {}

  /** Returns the replays. All replays of a setting are consecutive, so that few machines are in memory at a time. */
  private List<TrialRun> runs() {
    Map<Trial.Setting, Map<PreparedTrace, TrialRun>> bySetting = new LinkedHashMap<>();
    for (int i = 0; i < trials.size(); i++) {
      Trial trial = trials.get(i);
      Trial.Setting setting = jobs.isEmpty() ? trial.setting().ofAnyJob() : trial.setting();
      bySetting
          .computeIfAbsent(setting, one -> new LinkedHashMap<>())
          .computeIfAbsent(trial.trace(), one -> new TrialRun(setting, one, new ArrayList<>()))
          .trials()
          .add(i);
    }
    return bySetting.values().stream().flatMap(all -> all.values().stream()).toList();
  }

  /** Predicts all trials. The result does not depend on the number of threads. */
  Predicted at(double[] point) {
    boolean[] contending = contending();
    List<double[]> times = times(
        (setting, job) -> new TrialMachines(base, setting, candidates(point, job), contending));
    double[][] slopes = new double[trials.size()][dimension()];
    for (int i = 0; i < slopes.length; i++) {
      double[] found = times.get(i);
      for (int k = 0; k < values; k++) {
        slopes[i][k] = Math.log(found[k + 1] / found[0]) / STEP;
      }
      int job = jobs.indexOf(trials.get(i).setting().run());
      if (job >= 0) {
        slopes[i][values + job] = Math.log(found[values + 1] / found[0]) / STEP;
      }
    }
    return new Predicted(seconds(times), slopes);
  }

  /** Predicts all trials without slopes. */
  double[] secondsAt(double[] point) {
    return seconds(times((setting, job) ->
        new TrialMachines(base, setting, List.of(settings(point, job)), new boolean[1])));
  }

  private double[] seconds(List<double[]> times) {
    return IntStream.range(0, times.size())
        .mapToDouble(i -> times.get(i)[0] * trials.get(i).share())
        .toArray();
  }

  /** Creates the machines of a setting, for the trials of a job; the job is -1 if jobs have no factors. */
  private interface MachinesOf {
    TrialMachines make(Trial.Setting setting, int job);
  }

  /** Returns the times of each trial on the machines of its setting. */
  private List<double[]> times(MachinesOf make) {
    MachinesInUse machines = new MachinesInUse(
        runs.stream().map(TrialRun::setting).toList(),
        setting -> make.make(setting, jobs.indexOf(setting.run())));
    List<ParallelReplays.Task<double[]>> replays = new ArrayList<>();
    for (TrialRun run : runs) {
      replays.add(calls -> {
        double[] found = machines.of(run.setting()).seconds(run.trace(), calls);
        machines.leave(run.setting());
        report(run, found[0]);
        return found;
      });
    }
    List<double[]> found = ParallelReplays.results(
        replays,
        run -> machines.of(runs.get(run).setting()).memory(runs.get(run).trace()),
        finished -> {});
    double[][] times = new double[trials.size()][];
    for (int run = 0; run < found.size(); run++) {
      for (int i : runs.get(run).trials()) {
        times[i] = found.get(run);
      }
    }
    return Arrays.asList(times);
  }

  private synchronized void report(TrialRun run, double seconds) {
    for (int i : run.trials()) {
      listener.predicted(trials.get(i).measurement(), seconds * trials.get(i).share());
    }
  }

  /**
   * Returns the machine's values at the point itself, then after a step of each free value, then
   * after a step of the job's factor.
   */
  private List<Map<String, String>> candidates(double[] point, int job) {
    List<Map<String, String>> candidates = new ArrayList<>(List.of(settings(point, job)));
    for (int k = 0; k < values; k++) {
      candidates.add(settings(moved(point, k), job));
    }
    if (job >= 0) {
      candidates.add(settings(moved(point, values + job), job));
    }
    return candidates;
  }

  /**
   * Returns, for each candidate, whether it changes a bandwidth of links and so how messages share
   * the links.
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

  /** Returns the machine's values at a point, for the trials of a job; the job is -1 if jobs have no factors. */
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
