package io.github.tracecast.predict.print;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.JsonOutput;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** A ranking of mappings as JSON. */
public final class MappingJson {
  private MappingJson() {}

  /** Writes the members of the result's JSON object. */
  public static void write(
      MappingRanking result,
      String trace,
      PredictionRequest request,
      String computation,
      JsonGenerator json) {
    json.writeStringProperty("trace", trace);
    json.writeStringProperty("platform", result.fastestMachine().platform().name());
    json.writeStringProperty("computation", computation);
    json.writeStringProperty("engine", request.engine());
    json.writeStringProperty("contention", EngineChoice.contention(request.engine()));
    json.writeStringProperty("mapping_asked", request.mapping());
    Settings.write(request, json, Set.of("platform", "engine", "mapping"));
    json.writeNumberProperty("bytes_between_ranks", result.bytes());
    JsonOutput.table(json, "mappings", result.columns(), result.ranking());
  }
}
