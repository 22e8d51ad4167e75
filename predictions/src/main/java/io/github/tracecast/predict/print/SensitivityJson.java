package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.EngineDifference;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.sensitivity.Derivative;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.settings.Version;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * The parts of a predicted time as members of a JSON object. Without a critical path, the members
 * that name its call sites and ranks are missing. A tolerance's {@code factor} is null
 * if no factor makes the run that much slower. {@code derivatives_seconds} are derivatives to
 * logarithms, see {@link Derivative}.
 */
public final class SensitivityJson {
  private SensitivityJson() {}

  /**
   * The whole result of {@code sensitivity}.
   *
   * @param difference difference from the time of {@code predict}; empty if there is none, or if it
   *     is unknown
   */
  public static void writeAlone(
      Sensitivity sensitivity, Optional<EngineDifference> difference, JsonGenerator json) {
    json.writeStringProperty("trace", sensitivity.name());
    json.writeStringProperty("tracecast_version", Version.number());
    json.writeStringProperty("platform", sensitivity.machine().platform().name());
    json.writeNumberProperty("ranks", sensitivity.machine().ranks());
    json.writeNumberProperty("predicted_seconds", sensitivity.path().seconds());
    json.writeStringProperty("engine", sensitivity.engine());
    difference.ifPresent(
        it -> json.writeNumberProperty("predict_predicted_seconds", it.usualSeconds()));
    json.writeStringProperty("computation", sensitivity.computationText());
    write(sensitivity, json);
  }

  /** Writes the members that a prediction has in addition. */
  public static void write(Sensitivity sensitivity, JsonGenerator json) {
    json.writeObjectPropertyStart("critical_path_seconds");
    sensitivity
        .path()
        .byShare()
        .forEach((share, seconds) -> json.writeNumberProperty(Sensitivity.name(share), seconds));
    json.writeEndObject();
    json.writeObjectPropertyStart("derivatives_seconds");
    sensitivity
        .derivatives()
        .forEach(derivative -> json.writeNumberProperty(derivative.name(), derivative.seconds()));
    json.writeEndObject();
    JsonOutput.objects(json, "tolerances", sensitivity.tolerances(), tolerance -> {
      json.writeStringProperty("share", Sensitivity.name(tolerance.share()));
      json.writeNumberProperty("slower", tolerance.slower());
      JsonOutput.optional(json, "factor", tolerance.factor());
    });
    if (!sensitivity.hasPath()) {
      return;
    }
    parts(json, "critical_path_by_call_site", "call_site", sensitivity.bySite());
    parts(json, "critical_path_by_ranks", "ranks", sensitivity.byRanks());
  }

  private static void parts(
      JsonGenerator json, String array, String key, List<Sensitivity.Part> parts) {
    JsonOutput.objects(json, array, parts, part -> {
      json.writeStringProperty(key, part.name());
      json.writeNumberProperty("seconds", part.seconds());
    });
  }
}
