package io.github.tracecast.predict.compare;

import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A prediction read from the JSON that {@code predict} writes.
 *
 * @param name the prediction's name in errors and reports
 */
public record PredictionFile(String name, JsonNode json) {
  /** The name of the JSON member that contains all values of the machine. */
  public static final String FIGURES = "platform_figures";

  private static final String EXPECTED = "expected a file that predict --json wrote";

  /**
   * Reads a file.
   *
   * @throws UsageException if the file does not contain a prediction
   * @throws IOException if the file cannot be read
   */
  public static PredictionFile read(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UsageException(file + ": found a "
          + (Files.isDirectory(file) ? "folder" : "pipe or a device") + "; " + EXPECTED);
    }
    return parse(file.toString(), Files.readAllBytes(file));
  }

  public static PredictionFile parse(String name, byte[] bytes) {
    try {
      JsonNode json = JsonMapper.shared().readTree(bytes);
      PredictionFile file = new PredictionFile(name, json);
      if (!json.isObject()) {
        throw file.refused("JSON other than an object");
      }
      file.number("predicted_seconds");
      return file;
    } catch (JacksonException e) {
      throw new UsageException(
          name + ":" + Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getLineNr())
              + ": found invalid JSON ("
              + e.getOriginalMessage().lines().findFirst().orElse("")
              + "); " + EXPECTED);
    }
  }

  /** Returns the data that a comparison needs. */
  public ComparedRun run() {
    Map<String, String> setup = new TreeMap<>();
    ComparedRun.settings().forEach(key -> setup.putAll(Settings.texts(key, json.get(key))));
    return new ComparedRun(
        name,
        setup,
        figures(),
        Settings.text(json.get("computation")),
        Settings.text(json.get("computation_assumption")),
        new ComparedRun.Totals(
            number("predicted_seconds"),
            number("mean_rank_seconds"),
            number("compute_seconds"),
            number("communication_seconds"),
            number("waiting_seconds"),
            number("ranks"),
            number("mpi_calls"),
            number("messages"),
            number("bytes")),
        numberOr(json, "recorded_compute_seconds", Double.NaN),
        Math.abs(number("predicted_seconds")
            - numberOr(json, "averaged_seconds", number("predicted_seconds"))),
        Efficiencies.NAMES.stream().allMatch(json::has)
            ? Efficiencies.NAMES.stream().map(this::number).toList()
            : List.of(),
        rankEnds(),
        sites(),
        json.path("warnings").valueStream().map(Settings::text).toList());
  }

  private Map<String, String> figures() {
    Map<String, String> figures = new TreeMap<>();
    json.path(FIGURES)
        .properties()
        .forEach(figure -> figures.put(figure.getKey(), Settings.text(figure.getValue())));
    return figures;
  }

  /** Returns a number from the top level of the JSON. */
  public double number(String key) {
    return number(json, key, "");
  }

  /** Number of ranks of the run, at least 1. */
  private int ranks() {
    double ranks = number("ranks");
    if (!(ranks >= 1) || ranks != (int) ranks) {
      throw refused("ranks " + json.get("ranks"));
    }
    return (int) ranks;
  }

  /** The end time of each rank, from rank 0 on. */
  private List<Double> rankEnds() {
    int all = ranks();
    List<Double> ends = new ArrayList<>();
    for (JsonNode entry : array("by_rank")) {
      double rank = number(entry, "rank", "by_rank: ");
      if (rank != ends.size()) {
        throw refused("rank " + entry.get("rank") + " as entry " + ends.size() + " of by_rank");
      }
      ends.add(number(entry, "end_seconds", "by_rank: "));
    }
    if (ends.size() != all) {
      throw refused("by_rank of length " + ends.size() + " for ranks " + all);
    }
    return ends;
  }

  private List<ComparedRun.Site> sites() {
    List<ComparedRun.Site> sites = new ArrayList<>();
    String place = "by_call_site: ";
    for (JsonNode site : array("by_call_site")) {
      sites.add(new ComparedRun.Site(
          (int) numberOr(site, "site", ComparedRun.Site.NO_NUMBER),
          Settings.text(site.get("name")),
          Settings.text(site.get("call")),
          (long) number(site, "calls", place),
          number(site, "seconds", place),
          number(site, "waiting_seconds", place),
          number(site, "compute_seconds_before", place)));
    }
    return sites;
  }

  private JsonNode array(String key) {
    JsonNode array = json.get(key);
    if (array == null || !array.isArray()) {
      throw refused("no list " + key);
    }
    return array;
  }

  /** Returns a number that a file may lack, such as a file of an earlier version. */
  private static double numberOr(JsonNode object, String key, double missing) {
    JsonNode number = object.path(key);
    return number.isNumber() ? number.doubleValue() : missing;
  }

  private double number(JsonNode object, String key, String place) {
    JsonNode number = object.get(key);
    if (number == null || !number.isNumber()) {
      throw refused(place + "no number " + key);
    }
    if (!Double.isFinite(number.doubleValue())) {
      throw refused(place + key + " " + number);
    }
    return number.doubleValue();
  }

  private UsageException refused(String found) {
    return new UsageException(name + ": found " + found + "; " + EXPECTED);
  }
}
