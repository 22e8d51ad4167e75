package io.github.tracecast.predict.fit;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.trace.text.Sha256;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Fits values of a machine to measurements. */
public final class MachineFit {
  /**
   * The prior's standard deviation of a job's factor on latencies: the latencies of two jobs on one
   * machine may differ by a factor of 2 and more.
   */
  private static final double JOB_SPREAD = Math.log(2);

  /** The largest change of a value, as a logarithm, that rounding in a machine file hides. */
  private static final double UNMOVED = 1e-4;

  private final FitRequest request;
  private final TrialRuns trials;
  private final PredictionListener listener;
  private final Platform start;
  private final List<FreeFigure> figures;

  /**
   * @param start the start machine, which the request names
   * @param listener receives each prediction of the fit; if nothing is fitted, it receives the
   *     predictions of the result
   * @throws UsageException if a free key does not exist, or has no value above 0 that can change
   */
  public MachineFit(
      FitRequest request, Platform start, TrialRuns trials, PredictionListener listener) {
    this.request = request;
    this.trials = trials;
    this.listener = listener;
    this.start = start;
    this.figures = request.free().stream().map(this::figure).toList();
  }

  /**
   * Returns the keys whose values may change without {@code --free}: costs that the machine's file
   * assumes, or that were fitted before. A key with a published source keeps its value.
   */
  public static List<String> usualFree(Platform platform) {
    return platform.figures().entrySet().stream()
        .filter(figure -> figure.getKey().matches("(network|mpi|node)\\..*"))
        .filter(figure -> platform
            .provenance()
            .getOrDefault(figure.getKey(), "")
            .matches("(assumption|fitted)\\b.*"))
        .filter(figure -> new FreeFigure(figure.getKey(), figure.getValue()).size() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  private FreeFigure figure(String key) {
    String text = start.figures().get(key);
    if (text == null) {
      throw UsageException.of(
          "free",
          "found " + key + "; expected keys of " + start.name()
              + " that have a value (tracecast platforms " + request.base().platform()
              + " lists them)");
    }
    FreeFigure figure = new FreeFigure(key, text);
    if (figure.size() == 0) {
      throw UsageException.of(
          "free",
          "found " + key + "=" + text
              + "; expected a key whose value is a time or a bandwidth above 0");
    }
    return figure;
  }

  public FitResult run() {
    FitProblem problem = problem(trials.trials());
    double[] spreads = spreads(problem);
    try (EvaluationLog log = log(problem)) {
      return run(problem, spreads, log);
    }
  }

  private EvaluationLog log(FitProblem problem) {
    String digest = identity();
    return request
        .logs()
        .map(folder -> EvaluationLog.open(
            folder.resolve("fit-" + digest.substring(0, 12) + ".evaluations"),
            Long.parseUnsignedLong(digest.substring(0, 16), 16),
            problem.dimension(),
            trials.trials().size()))
        .orElseGet(EvaluationLog::inMemory);
  }

  private FitResult run(FitProblem problem, double[] spreads, EvaluationLog log) {
    Fit.Result fit = new Fit(problem, spreads, log).run();
    List<Intervals.Interval> intervals =
        Intervals.of(trials.trials(), fit, spreads, request.seed());
    double[] before = problem.dimension() == 0
        ? fit.seconds()
        : log.of(new double[problem.dimension()], problem::at).seconds();
    List<FitResult.Row> rows = new ArrayList<>();
    for (int i = 0; i < before.length; i++) {
      rows.add(
          new FitResult.Row(trials.trials().get(i).measurement(), before[i], fit.seconds()[i]));
    }
    Map<String, String> fitted = problem.settings(fit.point(), -1);
    fitted.keySet().removeAll(unmoved(fit.point(), intervals));
    FitResult result = new FitResult(
        rows,
        trials.unpredicted(),
        values(fit.point(), intervals),
        fitted,
        jobs(problem, fit.point()),
        request.crossValidate() ? crossValidated() : Map.of(),
        text(fitted, rows.size(), intervals));
    log.delete();
    return result;
  }

  private FitProblem problem(List<Trial> some) {
    return new FitProblem(request.base(), figures, latencies(), some, listener);
  }

  private List<FreeFigure> latencies() {
    return start.figures().entrySet().stream()
        .filter(figure -> request.jobLatency() && FitProblem.isLatency(figure.getKey()))
        .map(figure -> new FreeFigure(figure.getKey(), figure.getValue()))
        .toList();
  }

  private double[] spreads(FitProblem problem) {
    double[] spreads = new double[problem.dimension()];
    Arrays.fill(spreads, 0, problem.values(), Math.log(request.spread()));
    Arrays.fill(spreads, problem.values(), spreads.length, JOB_SPREAD);
    return spreads;
  }

  /** Returns a digest of this fit's inputs. */
  private String identity() {
    StringBuilder inputs = new StringBuilder(request.base() + " " + start.figures() + " "
        + request.free() + " " + request.spread() + " " + request.jobLatency());
    trials
        .trials()
        .forEach(trial -> inputs.append(trial.measurement() + " "
            + trial.setting().figures() + " " + trial.setting().mapping().startsWith("nodes:")));
    return Sha256.of(inputs.toString());
  }

  private List<FitResult.Value> values(double[] point, List<Intervals.Interval> intervals) {
    List<FitResult.Value> values = new ArrayList<>();
    int at = 0;
    for (FreeFigure figure : figures) {
      for (int i = 0; i < figure.size(); i++, at++) {
        values.add(new FitResult.Value(
            figure.name(i),
            figure.value(i, 0),
            figure.value(i, point[at]),
            figure.value(i, intervals.get(at).low()),
            figure.value(i, intervals.get(at).high()),
            intervals.get(at).determined()));
      }
    }
    return values;
  }

  private static Map<String, Double> jobs(FitProblem problem, double[] point) {
    Map<String, Double> factors = new LinkedHashMap<>();
    for (int j = 0; j < problem.jobs().size(); j++) {
      factors.put(problem.jobs().get(j), Math.exp(point[problem.values() + j]));
    }
    return factors;
  }

  /**
   * For each number of nodes, fits without the measurements on this number of nodes, and then
   * predicts these measurements. Returns the mean errors.
   */
  private Map<String, Double> crossValidated() {
    Map<String, Double> errors = new LinkedHashMap<>();
    List<String> counts =
        trials.trials().stream().map(t -> t.measurement().nodes()).distinct().toList();
    for (String nodes : counts.size() > 1 ? counts : List.<String>of()) {
      List<Trial> omitted = trials.trials().stream()
          .filter(t -> t.measurement().nodes().equals(nodes))
          .toList();
      List<Trial> rest = trials.trials().stream()
          .filter(t -> !t.measurement().nodes().equals(nodes))
          .toList();
      FitProblem problem = problem(rest);
      Fit.Result fit = new Fit(problem, spreads(problem), EvaluationLog.inMemory()).run();
      double[] figuresAlone = Arrays.copyOf(fit.point(), problem.values());
      FitProblem others = new FitProblem(request.base(), figures, List.of(), omitted, listener);
      errors.put(nodes, Fit.meanError(omitted, others.secondsAt(figuresAlone)));
    }
    return errors;
  }

  /**
   * Returns the keys that keep their values and sources, because measurements do not determine the
   * values.
   */
  private List<String> unmoved(double[] point, List<Intervals.Interval> intervals) {
    List<String> unmoved = new ArrayList<>();
    int from = 0;
    for (FreeFigure figure : figures) {
      int to = from + figure.size();
      if (IntStream.range(from, to)
          .allMatch(i -> Math.abs(point[i]) < UNMOVED && !intervals.get(i).determined())) {
        unmoved.add(figure.key());
      }
      from = to;
    }
    return unmoved;
  }

  private String text(
      Map<String, String> fitted, int measurements, List<Intervals.Interval> intervals) {
    Map<String, String> sources = new TreeMap<>();
    int at = 0;
    for (FreeFigure figure : figures) {
      StringBuilder source =
          new StringBuilder("fitted to " + measurements + " measurements, 95% interval");
      for (int i = 0; i < figure.size(); i++, at++) {
        Intervals.Interval interval = intervals.get(at);
        source.append((i == 0 ? " " : "; ") + figure.value(i, interval.low()) + " to "
            + figure.value(i, interval.high())
            + (interval.determined() ? "" : " (not determined)"));
      }
      if (fitted.containsKey(figure.key())) {
        sources.put(figure.key(), source.toString());
      }
    }
    return FittedFile.text(request.base().platform(), fitted, sources, request.target());
  }
}
