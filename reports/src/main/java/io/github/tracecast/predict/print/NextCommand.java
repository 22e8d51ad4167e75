package io.github.tracecast.predict.print;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareKeys;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.NearFastest;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptJobs;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Shell;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Suggests the next command after a result, ready to paste. */
public final class NextCommand {
  /** The share of the time that a mapping must save before its file is suggested. */
  static final double LEAST_GAIN = 0.01;

  /** Precision of a bandwidth that the machine states as a time per byte. */
  private static final MathContext DIGITS = new MathContext(6);

  private NextCommand() {}

  /**
   * Suggests, after a prediction, a command that shows what the time depends on, or which ranks
   * wait for which ranks.
   */
  public static String afterPrediction(Prediction prediction, PredictionRequest request) {
    return explanation(
        prediction.trace(),
        request,
        request.deltas().isRandom(prediction.machine().platform().node()));
  }

  private static String explanation(String trace, PredictionRequest request, boolean isRandom) {
    return isRandom
        ? command("predict", trace, options(request), "--html", "report.html")
        : command("sensitivity", trace, options(request));
  }

  /**
   * Suggests the command after a sweep: a prediction with a page, for {@link NearFastest#enough},
   * or for the point that was chosen for production runs; if no varied setting has an effect, a
   * sensitivity analysis, which shows the settings that have one. A sweep over ranks has no next
   * command, because a prediction has no option for ranks. A sweep beside other jobs has none
   * either if no setting has an effect, because sensitivity has no option for jobs.
   */
  public static Optional<String> afterSweep(SweepResult result) {
    SweepPlan plan = result.plan();
    if (plan.varies(SweptTraces.RANKS)
        || result.noEffect().isPresent() && !plan.jobs().isEmpty()) {
      return Optional.empty();
    }
    return result.noEffect().isPresent()
        ? Optional.of(command("sensitivity", result.trace(), options(plan.base())))
        : chosen(result)
            .map(point -> prediction(result, plan.request(point), point))
            .or(() -> NearFastest.of(result)
                .map(near -> prediction(result, near.enough(), near.fastest())));
  }

  /** Returns the point that a sweep chooses for stated production runs. */
  private static Optional<Integer> chosen(SweepResult result) {
    return result.production().isForSweepsOnly() ? result.cheapest() : Optional.empty();
  }

  private static String prediction(SweepResult result, PredictionRequest request, int point) {
    SweepPlan plan = result.plan();
    List<String> words = new ArrayList<>(options(request));
    words.addAll(SweptJobs.words(plan.jobs().texts(plan, point)));
    return command("predict", result.trace(), words, "--html", "report.html");
  }

  /**
   * Suggests, after a comparison, a command that shows what the time of the second prediction
   * depends on.
   */
  public static String afterComparison(PreparedTrace trace, PredictionRequest second) {
    return explanation(trace.name(), second, new Predictor(second).isRandom());
  }

  /**
   * Suggests, after a ranking of mappings, a command that predicts with the best mapping, or writes
   * this mapping to a file.
   *
   * @param file holds the best mapping; empty if no file was requested
   */
  public static String afterRanking(
      String trace, PredictionRequest request, MappingRanking ranking, Optional<String> file) {
    return useOfBest(trace, request, ranking, file)
        .orElseGet(() -> command("sensitivity", trace, options(request)));
  }

  /**
   * Returns the command that predicts with the best mapping, or writes this mapping to a file;
   * empty if the best mapping saves too little to be used.
   *
   * @param file holds the best mapping; empty if no file was requested
   */
  public static Optional<String> useOfBest(
      String trace, PredictionRequest request, MappingRanking ranking, Optional<String> file) {
    if (ranking.gain(ranking.best()) < LEAST_GAIN) {
      return Optional.empty();
    }
    String best = ranking.best().name();
    Optional<String> mapping =
        file.map(name -> "file:" + name).or(() -> Optional.of(best).filter(ranking::isNamed));
    if (mapping.isEmpty()) {
      return Optional.of(command("map", trace, options(request), "-o", "best.map"));
    }
    PredictionRequest placed = request.with(draft -> draft.mapping = mapping.get());
    return Optional.of(command("predict", trace, options(placed)));
  }

  /** Suggests a sweep after a sensitivity, over the machine value that the time depends on most. */
  public static String afterSensitivity(
      String trace, PredictionRequest request, Sensitivity sensitivity) {
    List<Share> most = sensitivity.path().byShare().entrySet().stream()
        .sorted(Map.Entry.<Share, Double>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
    String axis = "compute-scale=0.5,1";
    if (!most.isEmpty()) {
      String factor = most.getFirst() == Share.BANDWIDTH ? "2" : "0.5";
      axis = ShareKeys.of(most.getFirst(), sensitivity.machine().platform())
          .map(figure -> figure.getKey() + "=" + values(figure.getValue(), factor))
          .orElse(axis);
    }
    return command("sweep", trace, options(request), "--vary", axis);
  }

  /**
   * Returns a machine's value and a faster value. Twice a time per byte would be slower, so both
   * values are bandwidths.
   */
  private static String values(Quantity own, String factor) {
    Quantity value = own.asBandwidth(DIGITS);
    return value.text() + "," + times(value, factor);
  }

  private static String times(Quantity value, String factor) {
    return value.with(value.number().multiply(new BigDecimal(factor))).text();
  }

  /**
   * Returns the options of a request, with the engine only if the next command would choose another
   * engine.
   */
  private static List<String> options(PredictionRequest request) {
    return Settings.options(
        request,
        Settings.all().stream()
            .filter(setting ->
                !setting.key().equals("engine") || !EngineChoice.agrees(request.engine()))
            .toList());
  }

  private static String command(String name, String trace, List<String> options, String... more) {
    List<String> words = new ArrayList<>(List.of("tracecast", name, trace));
    words.addAll(options);
    words.addAll(List.of(more));
    return Shell.command(words);
  }
}
