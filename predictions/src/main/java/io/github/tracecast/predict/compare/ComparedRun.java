package io.github.tracecast.predict.compare;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.trace.text.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data of one prediction for a comparison. The prediction was made in this process or read from
 * a file.
 *
 * @param name the name of the prediction in messages and reports
 * @param setup the settings as text, by their names in {@link #settings}, or by {@code NAME.KEY}
 *     for each key of a setting that repeats; a missing setting is empty
 * @param figures the machine's values by key, including those that were set; empty if not known
 * @param computation how the run's computation was recorded and scaled
 * @param assumption the assumption that recorded times hold for the machine's cores; empty if there
 *     is none
 * @param recordedSeconds the recorded computation, average per rank; NaN if unknown
 * @param iterationSeconds by how much the differences between iterations change the predicted time,
 *     compared with average iterations; 0 if these differences are not replayed
 * @param efficiencies the efficiencies in the order of {@link Efficiencies#NAMES}; empty if there
 *     are none
 * @param rankEndSeconds the time at which each rank ends, from rank 0 on
 * @param sites one entry for each call site and MPI call
 */
public record ComparedRun(
    String name,
    Map<String, String> setup,
    Map<String, String> figures,
    String computation,
    String assumption,
    Totals totals,
    double recordedSeconds,
    double iterationSeconds,
    List<Double> efficiencies,
    List<Double> rankEndSeconds,
    List<Site> sites,
    List<String> warnings) {
  /** Prefix of the keys of machine values that the user set. */
  static final String FIGURE = "platform_figures_set.";

  /** For each setting, the JSON members that depend on it. Reports list them after the setting. */
  private static final Map<String, List<String>> FOLLOWING = Map.of(
      "platform_figures_set", List.of("nodes", "used_nodes", "shape"),
      "engine", List.of("engine_version", "contention"),
      "fast_forward", List.of("confidence", "precision"));

  /** Times and amounts of the whole run. */
  public record Totals(
      double predictedSeconds,
      double meanRankSeconds,
      double computeSeconds,
      double communicationSeconds,
      double waitingSeconds,
      double ranks,
      double mpiCalls,
      double messages,
      double bytes) {
    /** The columns of the totals, under their names in JSON. */
    public static final List<Column<Totals>> COLUMNS = List.of(
        Column.time("predicted_seconds", "predicted", Totals::predictedSeconds),
        Column.time("mean_rank_seconds", "average per rank", Totals::meanRankSeconds),
        Column.time("compute_seconds", "computation", Totals::computeSeconds),
        Column.time("communication_seconds", "communication", Totals::communicationSeconds),
        Column.time("waiting_seconds", "of which waiting", Totals::waitingSeconds),
        Column.ratio("ranks", "ranks", Totals::ranks),
        Column.ratio("mpi_calls", "MPI calls", Totals::mpiCalls),
        Column.ratio("messages", "messages", Totals::messages),
        Column.ratio("bytes", "bytes", Totals::bytes));
  }

  /**
   * The calls and times of a call site, summed over all ranks; times in seconds.
   *
   * @param number the number of the call site in the trace; {@link #NO_NUMBER} if it is unknown, or
   *     if several call sites have this name
   */
  public record Site(
      int number,
      String name,
      String call,
      long calls,
      double callSeconds,
      double waitSeconds,
      double computeSeconds) {
    static final int NO_NUMBER = -1;

    Site plus(Site other) {
      return new Site(
          number == other.number ? number : NO_NUMBER,
          name,
          call,
          calls + other.calls,
          callSeconds + other.callSeconds,
          waitSeconds + other.waitSeconds,
          computeSeconds + other.computeSeconds);
    }
  }

  static ComparedRun of(String name, Prediction prediction) {
    return new ComparedRun(
        name,
        setup(prediction),
        prediction.machine().platform().figures(),
        prediction.computationText(),
        prediction.assumption().orElse(""),
        new Totals(
            prediction.predictedSeconds(),
            prediction.replay().meanRankSeconds(),
            prediction.compute().mean(),
            prediction.communication().mean(),
            prediction.waiting().mean(),
            prediction.traceRanks(),
            prediction.replay().calls(),
            prediction.replay().messages(),
            prediction.replay().bytes()),
        prediction.recorded().computeSeconds().orElse(Double.NaN),
        prediction
            .averaged()
            .map(run -> Math.abs(prediction.predictedSeconds() - run.seconds()))
            .orElse(0.0),
        prediction.efficiencies().map(Efficiencies::values).orElse(List.of()),
        prediction.replay().ranks().stream().map(RankTimes::endSeconds).toList(),
        prediction.callSites().stream()
            .map(site -> new Site(
                site.site(),
                site.name(),
                site.call().mpiName(),
                site.calls(),
                site.seconds(),
                site.waitingSeconds(),
                site.computeSeconds()))
            .toList(),
        prediction.warnings());
  }

  private static Map<String, String> setup(Prediction prediction) {
    PredictionRequest request = prediction.setup().request();
    Map<String, String> setup = new LinkedHashMap<>(Settings.members(request));
    setup.put("trace", prediction.trace());
    int threads = prediction.computation().threads();
    setup.put("threads_per_rank", threads > 1 ? Integer.toString(threads) : "");
    setup.put("platform", prediction.machine().platform().name());
    setup.put("nodes", Integer.toString(prediction.machine().nodes()));
    setup.put("used_nodes", Integer.toString(prediction.machine().usedNodes()));
    setup.put("shape", Grids.text(prediction.machine().shape()));
    setup.put("engine_version", prediction.setup().engineVersion());
    setup.put("contention", prediction.setup().contention());
    setup.put("tracecast_version", Version.number());
    return setup;
  }

  /** The names of the settings, in the order of reports. */
  static List<String> settings() {
    List<String> names = new ArrayList<>(List.of("trace", "threads_per_rank"));
    for (Setting<?> setting : Settings.all()) {
      if (setting.json() != null) {
        names.add(setting.json());
        names.addAll(FOLLOWING.getOrDefault(setting.json(), List.of()));
      }
    }
    names.add("tracecast_version");
    return names;
  }

  /**
   * Returns a setting as text. For a machine value that was not set, returns the machine's own
   * value.
   */
  public String text(String setting) {
    String own = setting.startsWith(FIGURE) ? setting.substring(FIGURE.length()) : "";
    return setup.getOrDefault(setting, figures.getOrDefault(own, ""));
  }

  public int ranks() {
    return rankEndSeconds.size();
  }
}
