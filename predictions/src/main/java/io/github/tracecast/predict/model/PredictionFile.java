package io.github.tracecast.predict.model;

import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.ReportFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A prediction read from the JSON of {@link PredictionJson}.
 *
 * @param name the name in messages
 */
public record PredictionFile(String name, JsonNode json) {
  private static final String EXPECTED = "expected a prediction that predict --json wrote";

  /** When a rank ends, seconds. */
  public record Rank(int rank, double endSeconds) {}

  /** A call site's figures, summed over all ranks, seconds. */
  public record Site(
      String name,
      String call,
      long calls,
      double callSeconds,
      double waitSeconds,
      double computeSeconds) {

    private Site plus(Site other) {
      return new Site(
          name,
          call,
          calls + other.calls,
          callSeconds + other.callSeconds,
          waitSeconds + other.waitSeconds,
          computeSeconds + other.computeSeconds);
    }
  }

  /**
   * Predicts in this process.
   *
   * @param more further warnings, besides the prediction's own
   * @param progress receives the number of replayed MPI calls from time to time
   */
  public static PredictionFile of(
      PreparedTrace trace, PredictionRequest request, List<String> more, LongConsumer progress)
      throws IOException {
    Predictor predictor = new Predictor(request);
    List<String> warnings = new ArrayList<>(predictor.warnings(trace));
    warnings.addAll(more);
    Prediction prediction = predictor.predict(trace, warnings, progress);
    StringWriter json = new StringWriter();
    JsonOutput.write(
        ReportFile.STANDARD_OUTPUT,
        new PrintWriter(json),
        members -> PredictionJson.write(prediction, members));
    return parse(request.named(trace.name()), json.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a file.
   *
   * @throws UsageException if it holds no prediction
   * @throws IOException if it cannot be read
   */
  public static PredictionFile read(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UsageException(file + ": found a "
          + (Files.isDirectory(file) ? "folder" : "pipe or a device") + "; " + EXPECTED);
    }
    return parse(file.toString(), Files.readAllBytes(file));
  }

  /** The same from its bytes. */
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

  /** A number of the prediction as a whole. */
  public double number(String key) {
    return number(json, key, "");
  }

  /** A number of the prediction as a whole; empty if it is missing. */
  public OptionalDouble optional(String key) {
    return json.has(key) ? OptionalDouble.of(number(key)) : OptionalDouble.empty();
  }

  /** Ranks of the run, at least 1. */
  public int ranks() {
    double ranks = number("ranks");
    if (!(ranks >= 1) || ranks != (int) ranks) {
      throw refused("ranks " + ranks);
    }
    return (int) ranks;
  }

  /**
   * Returns a member as text for people; empty if there is none. A list of numbers is the shape of a
   * machine.
   */
  public String text(String key) {
    return text(json.get(key));
  }

  private static String text(JsonNode value) {
    return value == null || value.isNull()
        ? ""
        : value.isString()
            ? value.stringValue()
            : value.isArray()
                ? value.valueStream().map(JsonNode::toString).collect(Collectors.joining("x"))
                : value.toString();
  }

  /** Returns the members of an object in the prediction, in order; empty if it is missing. */
  public Map<String, String> members(String key) {
    Map<String, String> members = new LinkedHashMap<>();
    JsonNode object = json.get(key);
    if (object != null && object.isObject()) {
      object.properties().forEach(member -> members.put(member.getKey(), text(member.getValue())));
    }
    return members;
  }

  /** The elements of an array of texts; none if it is missing. */
  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    JsonNode array = json.get(key);
    if (array != null && array.isArray()) {
      array.forEach(element -> texts.add(text(element)));
    }
    return texts;
  }

  /** When each rank ends, from rank 0 on: one entry for each of {@link #ranks}. */
  public List<Rank> byRank() {
    List<Rank> ranks = new ArrayList<>();
    for (JsonNode entry : array("by_rank")) {
      double rank = number(entry, "rank", "by_rank: ");
      if (rank != ranks.size()) {
        throw refused("by_rank: rank " + rank + " as entry " + ranks.size());
      }
      ranks.add(new Rank(ranks.size(), number(entry, "end_seconds", "by_rank: ")));
    }
    if (ranks.size() != ranks()) {
      throw refused("by_rank: " + ranks.size() + " entries for " + ranks() + " ranks");
    }
    return ranks;
  }

  /** Returns call sites by name and call. Sites with the same name and call are combined. */
  public Map<String, Site> sites() {
    Map<String, Site> sites = new LinkedHashMap<>();
    String place = "by_call_site: ";
    for (JsonNode site : array("by_call_site")) {
      Site read = new Site(
          text(site.get("name")),
          text(site.get("call")),
          (long) number(site, "calls", place),
          number(site, "seconds", place),
          number(site, "waiting_seconds", place),
          number(site, "compute_seconds_before", place));
      sites.merge(read.call() + " " + read.name(), read, Site::plus);
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
