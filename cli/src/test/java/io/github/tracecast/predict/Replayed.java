package io.github.tracecast.predict;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A prediction's figures, of either engine, read back from its JSON. */
record Replayed(JsonNode json) {
  static Replayed bySimGrid(String trace, String options) {
    return new Replayed(JsonMapper.shared()
        .readTree(SimGridChild.run(command(trace, options, "simgrid")).expectOut()));
  }

  static Replayed byFlows(String trace, String options) {
    return new Replayed(
        JsonMapper.shared().readTree(Cli.run(command(trace, options, "flows")).expectOut()));
  }

  static Replayed byLogGp(String trace, String options) {
    return new Replayed(
        JsonMapper.shared().readTree(Cli.run(command(trace, options, "loggp")).expectOut()));
  }

  private static String[] command(String trace, String options, String engine) {
    return ("predict " + trace + " --engine " + engine + " --json - " + options).split(" ");
  }

  double seconds() {
    return json.get("predicted_seconds").doubleValue();
  }

  /** When a rank ended, microseconds. */
  double endMicros(int rank) {
    return json.get("by_rank").get(rank).get("end_seconds").doubleValue() * 1e6;
  }

  /** Seconds in each call site that took any, by its name. */
  Map<String, Double> sites() {
    Map<String, Double> sites = new TreeMap<>();
    for (JsonNode site : json.get("by_call_site")) {
      if (site.get("seconds").doubleValue() > 0) {
        sites.put(site.get("name").stringValue(), site.get("seconds").doubleValue());
      }
    }
    return sites;
  }
}
