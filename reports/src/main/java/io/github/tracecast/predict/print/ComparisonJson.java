package io.github.tracecast.predict.print;

import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.compare.ComparisonTables;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.trace.text.Arguments;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * A comparison as JSON. Each quantity has the values of both predictions and the change from the
 * first value to the second. A ratio is null if the first value is 0. Times of call sites are
 * averages per rank.
 */
public final class ComparisonJson {
  private ComparisonJson() {}

  /** Writes the members of the result's JSON object. */
  public static void write(Comparison comparison, JsonGenerator json) {
    json.writeStringProperty("a", comparison.a().name());
    json.writeStringProperty("b", comparison.b().name());
    json.writeStringProperty("computation_of_a", comparison.a().computation());
    json.writeStringProperty("computation_of_b", comparison.b().computation());
    json.writeBooleanProperty("moved", comparison.moved());
    JsonOutput.objects(json, "setup", comparison.setup(), difference -> {
      json.writeStringProperty("key", difference.key());
      json.writeStringProperty("a", difference.a());
      json.writeStringProperty("b", difference.b());
    });
    List<Comparison.Quantity> all = new ArrayList<>(comparison.quantities());
    all.addAll(comparison.efficiencies());
    for (Comparison.Quantity quantity : all) {
      json.writeObjectPropertyStart(quantity.key());
      json.writeNumberProperty("a", quantity.a());
      json.writeNumberProperty("b", quantity.b());
      json.writeNumberProperty("change", quantity.change());
      if (Double.isNaN(quantity.ratio())) {
        json.writeNullProperty("ratio");
      } else {
        json.writeNumberProperty("ratio", quantity.ratio());
      }
      json.writeEndObject();
    }
    JsonOutput.objects(json, "by_call_site", comparison.sites(), site -> site(site, json));
    JsonOutput.table(json, "ranks_moved", ComparisonTables.RANKS, comparison.ranks());
    JsonOutput.texts(json, "warnings_of_a_alone", Arguments.asOptions(comparison.warningsOfA()));
    JsonOutput.texts(json, "warnings_of_b_alone", Arguments.asOptions(comparison.warningsOfB()));
  }

  private static void site(Comparison.SiteChange site, JsonGenerator json) {
    JsonOutput.members(json, ComparisonTables.SITES, site);
    json.writeNumberProperty("change_seconds", site.change());
    json.writeNumberProperty("change_communication_seconds", site.callChange());
    json.writeNumberProperty("change_compute_seconds_before", site.computeChange());
    json.writeNumberProperty("percent_of_moves", 100 * site.shareOfMoves());
    figures("a", site.a(), json);
    figures("b", site.b(), json);
  }

  private static void figures(String name, Comparison.Figures figures, JsonGenerator json) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("calls", figures.calls());
    json.writeNumberProperty("communication_seconds", figures.callSeconds());
    json.writeNumberProperty("waiting_seconds", figures.waitSeconds());
    json.writeNumberProperty("compute_seconds_before", figures.computeSeconds());
    json.writeNumberProperty("percent_of_app", 100 * figures.ofRun());
    json.writeEndObject();
  }
}
