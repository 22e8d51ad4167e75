package io.github.tracecast.predict.print;

import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.compare.PredictionFile;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.FitRange;
import io.github.tracecast.predict.model.JobTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.model.Repeats;
import io.github.tracecast.predict.model.SharedLink;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.usage.Energy;
import io.github.tracecast.predict.usage.NodeEnergy;
import io.github.tracecast.predict.usage.RunUsage;
import io.github.tracecast.predict.usage.WholeRun;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Version;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * A prediction as JSON. Names are stable. Names of quantities end in the unit. {@code
 * wall_seconds}, {@code events_per_second}, {@code messages_per_second} and {@code
 * peak_memory_bytes} are the only members that differ between two runs. {@code compute_seconds},
 * {@code communication_seconds} and {@code waiting_seconds} are averages per rank. Communication
 * includes waiting and {@code unmodelled_call_seconds}. Values that the trace did not record are
 * null. {@code links} holds at most {@link #MOST_LINKS} links, the busiest first.
 */
public final class PredictionJson {
  static final int MOST_LINKS = 100;

  /** The settings that other members already contain. */
  private static final Set<String> ELSEWHERE =
      Set.of("platform", "set", "mapping", "engine", "seed", "fast-forward");

  private final Prediction prediction;
  private final JsonGenerator json;
  private final int most;

  private PredictionJson(Prediction prediction, JsonGenerator json, int most) {
    this.prediction = prediction;
    this.json = json;
    this.most = most;
  }

  /**
   * Writes the members of the result's JSON object.
   *
   * @param most the largest number of ranks and nodes that are listed, and of entries of {@code
   *     by_call_site} and {@code skipped}
   */
  public static void write(Prediction prediction, JsonGenerator json, int most) {
    PredictionJson writer = new PredictionJson(prediction, json, most);
    writer.times();
    writer.counts();
    writer.energy();
    writer.cost();
    writer.setup();
    writer.skips();
    JsonOutput.texts(json, "warnings", Arguments.asOptions(prediction.warnings()));
    JsonOutput.texts(json, "hints", Arguments.asOptions(prediction.hints()));
    if (prediction.replay().ranks().size() <= most) {
      JsonOutput.table(
          json,
          "by_rank",
          PredictionTables.ranks(prediction.machine()),
          prediction.replay().ranks());
    }
    writer.callSites();
    writer.links();
  }

  private void times() {
    Recorded recorded = prediction.recorded();
    json.writeStringProperty("trace", prediction.trace());
    json.writeNumberProperty("predicted_seconds", prediction.predictedSeconds());
    json.writeNumberProperty("mean_rank_seconds", prediction.replay().meanRankSeconds());
    json.writeStringProperty("computation", prediction.computationText());
    prediction
        .assumption()
        .map(Arguments::asOptions)
        .ifPresent(text -> json.writeStringProperty("computation_assumption", text));
    prediction
        .computation()
        .processor()
        .ifPresentOrElse(
            name -> json.writeStringProperty("recorded_processor", name),
            () -> json.writeNullProperty("recorded_processor"));
    JsonOutput.optional(json, "recorded_mean_rank_seconds", recorded.meanRankSeconds());
    JsonOutput.optional(json, "recorded_compute_seconds", recorded.computeSeconds());
    JsonOutput.optional(json, "recorded_communication_seconds", recorded.communicationSeconds());
    JsonOutput.optional(json, "recorded_instructions", recorded.instructions());
    JsonOutput.members(json, PredictionTables.PARTS, prediction);
    json.writeNumberProperty("unmodelled_call_seconds", prediction.keptSeconds());
    prediction.efficiencies().ifPresent(found -> {
      JsonOutput.members(json, Efficiencies.SHARES, found);
      JsonOutput.members(json, Efficiencies.TIMES, found);
    });
  }

  private void counts() {
    ReplayResult replay = prediction.replay();
    json.writeNumberProperty("ranks", prediction.traceRanks());
    JsonOutput.threads(json, prediction.computation().threads());
    json.writeNumberProperty("rank_classes", prediction.rankClasses());
    json.writeNumberProperty("events", prediction.traceEvents());
    json.writeNumberProperty("mpi_calls", replay.calls());
    json.writeNumberProperty("events_replayed", replay.eventsReplayed());
    json.writeNumberProperty("messages", replay.messages());
    json.writeNumberProperty("bytes", replay.bytes());
    json.writeNumberProperty("program_messages", replay.programMessages());
    json.writeNumberProperty("program_bytes", replay.programBytes());
  }

  private void energy() {
    prediction.energy().ifPresent(energy -> {
      json.writeObjectPropertyStart("energy");
      JsonOutput.members(json, Energy.COLUMNS, energy);
      List<NodeEnergy> nodes = prediction.energyByNode();
      if (nodes.size() <= most) {
        JsonOutput.table(json, "by_node", NodeEnergy.COLUMNS, nodes);
      }
      json.writeEndObject();
    });
    RunUsage usage = prediction.usage();
    usage.cost().ifPresent(cost -> {
      json.writeNumberProperty("node_hours", usage.nodeHours());
      json.writeNumberProperty("cost", cost);
    });
    prediction.wholeRun().ifPresent(run -> {
      json.writeObjectPropertyStart("whole_run");
      JsonOutput.members(json, WholeRun.COLUMNS, run);
      json.writeEndObject();
    });
  }

  private void cost() {
    json.writeNumberProperty("wall_seconds", prediction.cost().wallSeconds());
    json.writeNumberProperty("events_per_second", prediction.eventsPerSecond());
    json.writeNumberProperty("messages_per_second", prediction.messagesPerSecond());
    json.writeNumberProperty("peak_memory_bytes", prediction.cost().peakMemoryBytes());
  }

  private void setup() {
    Prediction.Setup setup = prediction.setup();
    PredictionRequest request = setup.request();
    Machine machine = prediction.machine();
    json.writeStringProperty("tracecast_version", Version.number());
    json.writeStringProperty("engine", request.engine());
    json.writeStringProperty("engine_version", setup.engineVersion());
    json.writeStringProperty("contention", setup.contention());
    json.writeStringProperty("platform", machine.platform().name());
    json.writeObjectPropertyStart(PredictionFile.FIGURES);
    machine.platform().figures().forEach(json::writeStringProperty);
    json.writeEndObject();
    Settings.of("set").write(request, json);
    json.writeStringProperty("collectives", machine.platform().figures().get("mpi.collectives"));
    json.writeNumberProperty("nodes", machine.nodes());
    json.writeNumberProperty("used_nodes", machine.usedNodes());
    JsonOutput.numbers(json, "shape", machine.shape());
    List.of("mapping", "seed").forEach(key -> Settings.of(key).write(request, json));
    Settings.write(request, json, ELSEWHERE);
  }

  private void skips() {
    Settings.of("fast-forward").write(prediction.setup().request(), json);
    json.writeNumberProperty("deviation_seconds", prediction.replay().deviationSeconds());
    json.writeNumberProperty("interval_half_width_seconds", prediction.replay().halfWidthSeconds());
    prediction.fits().ifPresent(range -> JsonOutput.members(json, FitRange.COLUMNS, range));
    prediction
        .averaged()
        .ifPresent(run -> json.writeNumberProperty("averaged_seconds", run.seconds()));
    prediction.repeats().ifPresent(runs -> {
      json.writeObjectPropertyStart("repeats");
      json.writeNumberProperty("first_seed", runs.firstSeed());
      JsonOutput.members(json, Repeats.COLUMNS, runs);
      JsonOutput.numbers(
          json,
          "seconds",
          runs.seconds().stream().mapToDouble(Double::doubleValue).toArray());
      json.writeEndObject();
    });
    prediction.jobs().ifPresent(found -> {
      JsonOutput.table(json, "jobs", JobTimes.COLUMNS, found.jobs());
      JsonOutput.texts(json, "background", found.background());
      json.writeNumberProperty("links_shared", found.links().size());
      JsonOutput.table(
          json,
          "shared_links",
          SharedLink.COLUMNS,
          found.links().stream().limit(MOST_LINKS).toList());
    });
    JsonOutput.table(
        json,
        "skipped",
        PredictionTables.SKIPS,
        prediction.replay().skips().stream().limit(most).toList());
  }

  private void callSites() {
    JsonOutput.table(
        json,
        "by_call_site",
        PredictionTables.callSites(prediction.callSites()),
        prediction.callSites().stream().limit(most).toList());
  }

  private void links() {
    json.writeNumberProperty("links_used", prediction.replay().links().size());
    JsonOutput.table(json, "links", PredictionTables.LINKS, prediction.busiestLinks(MOST_LINKS));
  }
}
